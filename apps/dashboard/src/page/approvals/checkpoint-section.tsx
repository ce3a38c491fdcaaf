import type { Approval, Checkpoint } from '../api/approvals.ts';
import type { ProjectRef } from '../api/people.ts';
import { projectPath } from '../app/route.ts';
import { useMe } from '../app/me.ts';
import { kindWords } from '../tasks/task-words.ts';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/section.tsx';
import { messageOf } from './checkpoint-words.ts';

interface CheckpointProps {
  readonly project: ProjectRef;
  readonly approval: Approval;
  readonly checkpoint: Checkpoint;
}

/** What a task asks at its checkpoint: what it is for, what it has, and what comes next. */
export function CheckpointSection({ project, approval, checkpoint }: CheckpointProps) {
  const { me } = useMe();
  const { goal, step_id: step, lets_go_on: next, rests_on: given } = checkpoint;
  const message = messageOf(approval, step);
  // A task is its person's alone.
  const isOwn = approval.requested_by.id === me.user.id && approval.task_id !== null;
  return (
    <Section title="What the task asks">
      {message !== '' && <p className="task-goal">{message}</p>}
      <dl className="facts-grid">
        <div>
          <dt>Goal of the task</dt>
          <dd className="as-written">{isOwn ? <Link to={projectPath(project.id, 'tasks', approval.task_id ?? '')}>{goal}</Link> : goal}</dd>
        </div>
        <div>
          <dt>Step that asks</dt>
          <dd>
            <code>{step}</code>
          </dd>
        </div>
        <div>
          <dt>What goes on then</dt>
          <dd>
            {next.length === 0 && 'Nothing waits for it alone'}
            {next.map(({ id, kind }) => (
              <span key={id} className="block">
                <code>{id}</code> <span className="quiet">{kindWords(kind)}</span>
              </span>
            ))}
          </dd>
        </div>
      </dl>
      {given.length > 0 && (
        <div className="stack">
          <h3>What the steps before it gave</h3>
          {given.map(({ id, output, whole }) => (
            <details key={id} open={given.length === 1}>
              <summary>
                <code>{id}</code> {!whole && <span className="quiet">the beginning of it</span>}
              </summary>
              <pre className="command-line" tabIndex={0} role="region" aria-label={`What ${id} gave`}>
                {output}
              </pre>
            </details>
          ))}
        </div>
      )}
    </Section>
  );
}
