import { readTrace } from '../api/audit.ts';
import type { Trace, TraceEntry, TraceStep } from '../api/audit.ts';
import { may } from '../app/me.ts';
import { NotFoundPage } from '../app/not-found-page.tsx';
import type { ProjectProps } from '../app/project-props.ts';
import { projectPath } from '../app/route.ts';
import { useResource } from '../data/resource.ts';
import { usePeople } from '../governance/people.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CopyLine } from '../ui/copy.tsx';
import { Waiting } from '../ui/empty.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { exactWords } from '../ui/time.tsx';
import { actionWords, credentialWords, phaseWords, outcomeWords, toneOf } from './audit-words.ts';
import { EntryDetails } from './entry-details.tsx';
import { actorWords } from './entry-row.tsx';
import { UnreadPage } from './unread-page.tsx';

/** What happened in a trace: each decision from the ask to the outcome, and what else was done, in order. */
export default function TracePage({ project, workspace, traceId }: ProjectProps & { readonly traceId: string }) {
  const mayRead = may(workspace.role, 'read_audit');
  const key = mayRead ? `${project.id} trace ${traceId}` : undefined;
  const { value: trace, fault, reload } = useResource(key, () => readTrace(project.id, traceId));
  const people = usePeople(workspace);
  if (!mayRead) return <UnreadPage title="Trace" project={project} />;
  if (!trace && (fault?.kind === 'gone' || fault?.kind === 'invalid')) return <NotFoundPage what="trace" />;
  return (
    <Page
      title="Trace"
      within={project.name}
      about={<Link to={projectPath(project.id, 'audit')}>All of the audit</Link>}
      actions={
        <Button icon="retry" onClick={() => void reload()}>
          Read again
        </Button>
      }
    >
      <Notice fault={fault} onRetry={() => void reload()} />
      {!trace && !fault && <Waiting />}
      {trace && (
        <>
          <Span trace={trace} />
          <ol className="timeline" aria-label="What happened">
            {trace.steps.map((step) => (
              <Step key={step.entries[0]?.seq} step={step} began={trace.started_at} people={people} projectId={project.id} />
            ))}
          </ol>
        </>
      )}
    </Page>
  );
}

function Span({ trace }: { readonly trace: Trace }) {
  return (
    <div className="stack">
      <p className="facts-line">
        <span>{exactWords(trace.started_at)}</span>
        <span>{trace.entries === 1 ? '1 entry' : `${trace.entries} entries`}</span>
        <span>over {spanWords(Date.parse(trace.ended_at) - Date.parse(trace.started_at))}</span>
      </p>
      <CopyLine value={trace.trace_id} label="Trace id" />
    </div>
  );
}

interface Within {
  /** When the trace began. */
  readonly began: string;
  readonly people: ReadonlyMap<string, string>;
  readonly projectId: string;
}

function Step({ step, ...within }: Within & { readonly step: TraceStep }) {
  return (
    <li className={`card step ${step.kind}`}>
      {step.kind === 'decision' && (
        <p className="row spread">
          <strong>An action, from the ask to its outcome</strong>
          <Badge tone={toneOf(step.outcome)}>{outcomeWords(step.outcome)}</Badge>
        </p>
      )}
      <ol className="phases">
        {step.entries.map((entry) => (
          <Phase key={entry.seq} entry={entry} {...within} />
        ))}
      </ol>
    </li>
  );
}

function Phase({ entry, began, people, projectId }: Within & { readonly entry: TraceEntry }) {
  const { phase, action, outcome, at, target } = entry;
  return (
    <li className={`phase ${toneOf(outcome)}`}>
      <details>
        <summary>
          <span className="phase-name">{phaseWords[phase]}</span>
          <span className="title">
            {actionWords(action)} <Badge tone={toneOf(outcome)}>{outcomeWords(outcome)}</Badge>
          </span>
          <span className="facts">
            <time dateTime={at} title={exactWords(at)}>
              after {spanWords(Date.parse(at) - Date.parse(began))}
            </time>
            <span>
              {actorWords(entry, people)} {credentialWords(entry.credential_kind)}
            </span>
          </span>
        </summary>
        <EntryDetails entry={entry} people={people} projectId={projectId} />
      </details>
      {phase === 'approval' && target !== null && <Link to={projectPath(projectId, 'approvals', target)}>See the approval</Link>}
    </li>
  );
}

/** A length of time, as short as it can be told. */
function spanWords(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  return ms < 172_800_000 ? `${Math.round(ms / 3_600_000)} h` : `${Math.round(ms / 86_400_000)} days`;
}
