import type { Approval, Execution } from '../api/approvals.ts';
import type { ProjectRef } from '../api/people.ts';
import { projectPath } from '../app/route.ts';
import { Badge } from '../ui/badge.tsx';
import type { BadgeTone } from '../ui/tone.ts';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/section.tsx';
import { Ago } from '../ui/time.tsx';

const results: Readonly<Record<Execution['status'], { readonly name: string; readonly tone: BadgeTone }>> = {
  running: { name: 'Under way', tone: 'busy' },
  succeeded: { name: 'Succeeded', tone: 'good' },
  failed: { name: 'Failed', tone: 'bad' },
  unknown: { name: 'Not known', tone: 'wary' },
};

/** What was done by the approval, and what is left of it. Nothing is shown where nothing could have been. */
export function AfterwardsSection({ project, approval }: { readonly project: ProjectRef; readonly approval: Approval }) {
  const { status, executions, left, superseded_by: next } = approval;
  if (executions.length === 0 && left === null && next === null) return null;
  return (
    <Section title="What it did afterwards" about={status === 'approved' ? leftWords(approval) : undefined}>
      {executions.length > 0 && (
        <ul className="list" aria-label="Executions">
          {executions.map((execution) => (
            <ExecutionRow key={execution.id} execution={execution} />
          ))}
        </ul>
      )}
      {executions.length === 0 && status === 'approved' && <p className="quiet">Nothing was begun yet.</p>}
      {next !== null && (
        <p>
          <Link to={projectPath(project.id, 'approvals', next)}>What took its place</Link>
        </p>
      )}
    </Section>
  );
}

function ExecutionRow({
  execution: { status, exit_code: code, summary, started_at: begun, reported_at: told },
}: {
  readonly execution: Execution;
}) {
  return (
    <li className="entry">
      <p className="title">
        Begun <Ago at={begun} />
      </p>
      <p className="facts">
        {told !== null && (
          <span>
            Ended <Ago at={told} />
          </span>
        )}
        {code !== null && <span>Exit code {code}</span>}
        {told === null && <span>Nothing was told of it yet</span>}
      </p>
      {summary !== null && <p className="comment">{summary}</p>}
      <div className="actions">
        <Badge tone={results[status].tone}>{results[status].name}</Badge>
      </div>
    </li>
  );
}

function leftWords({ left, task_id: task, executions }: Approval): string | undefined {
  if (left === null) return undefined;
  const more = executions.length > 0 ? ' more' : '';
  const times = left.uses === null ? 'as often as it likes' : left.uses === 1 ? `once${more}` : `${left.uses} times${more}`;
  const where = left.this_task_only && task !== null ? ', in the same task' : '';
  return `The agent may do it ${left.uses === 0 ? 'no more' : times}${where}.`;
}
