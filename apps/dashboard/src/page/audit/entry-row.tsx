import type { AuditEntry } from '../api/audit.ts';
import { projectPath } from '../app/route.ts';
import { Badge } from '../ui/badge.tsx';
import { Link } from '../ui/link.tsx';
import { Ago } from '../ui/time.tsx';
import { actionWords, credentialWords, outcomeWords, toneOf } from './audit-words.ts';
import { EntryDetails } from './entry-details.tsx';

interface EntryRowProps {
  readonly entry: AuditEntry;
  readonly people: ReadonlyMap<string, string>;
  readonly projectId: string;
}

/** One entry on a line; all that it says when it is opened. */
export function EntryRow({ entry, people, projectId }: EntryRowProps) {
  const { seq, at, action, outcome, agent_id: agent, trace_id: trace } = entry;
  return (
    <li className="entry audit-entry">
      <details>
        <summary>
          <span className="title">{actionWords(action)}</span>
          <span className="facts">
            <span>#{seq}</span>
            <Ago at={at} />
            <span>
              {actorWords(entry, people)} {credentialWords(entry.credential_kind)}
            </span>
            {agent !== null && <span>agent {agent}</span>}
          </span>
        </summary>
        <EntryDetails entry={entry} people={people} projectId={projectId} />
      </details>
      <div className="actions">
        <Badge tone={toneOf(outcome)}>{outcomeWords(outcome)}</Badge>
        {trace !== null && (
          <Link className="button quiet" to={projectPath(projectId, 'audit', trace)} aria-label={`Trace of #${seq}`}>
            Trace
          </Link>
        )}
      </div>
    </li>
  );
}

/** Who it was, as far as that is known. */
export function actorWords({ user_id: id, credential_kind: kind }: AuditEntry, people: ReadonlyMap<string, string>): string {
  if (id === null) return kind === 'operator' ? 'The operator' : 'Nobody who is known';
  return people.get(id) ?? 'Somebody who has left';
}
