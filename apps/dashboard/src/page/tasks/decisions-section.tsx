import { useEffect } from 'react';
import { readTaskDecisions } from '../api/tasks.ts';
import { useResource } from '../data/resource.ts';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { exactWords } from '../ui/time.tsx';
import { decisionWords } from './decision-words.ts';

interface DecisionsProps {
  readonly projectId: string;
  readonly taskId: string;
  /** Grows as things happen: then it is read again. */
  readonly seen: number;
}

/** What was decided about the task, in its order. */
export function DecisionsSection({ projectId, taskId, seen }: DecisionsProps) {
  const { value, fault, reload } = useResource(`${projectId} task ${taskId} decisions`, () => readTaskDecisions(projectId, taskId));
  useEffect(() => {
    const timer = setTimeout(() => void reload(), 300);
    return () => clearTimeout(timer);
  }, [seen, reload]);
  return (
    <Section title="Decisions" about="What the policy and people said about the plan and its steps.">
      <Notice fault={fault} onRetry={() => void reload()} />
      {value?.length === 0 && <p className="quiet">Nothing had to be decided yet.</p>}
      <ol className="task-events" aria-label="Decisions">
        {value?.map((decision) => (
          <li key={decision.id}>
            <time dateTime={decision.at}>{exactWords(decision.at)}</time>
            <span>
              {decision.step_id !== null && (
                <>
                  Step <strong>{decision.step_id}</strong>{' '}
                </>
              )}
              {decisionWords(decision)}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
