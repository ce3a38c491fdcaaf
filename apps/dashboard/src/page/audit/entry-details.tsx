import type { ReactNode } from 'react';
import type { AuditEntry } from '../api/audit.ts';
import { projectPath } from '../app/route.ts';
import { Link } from '../ui/link.tsx';
import { exactWords } from '../ui/time.tsx';

interface EntryDetailsProps {
  readonly entry: AuditEntry;
  readonly people: ReadonlyMap<string, string>;
  readonly projectId: string;
}

/** All that an entry says. */
export function EntryDetails({ entry, people, projectId }: EntryDetailsProps) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Action', entry.action],
    ['Outcome', entry.outcome],
    ['Reason', entry.reason],
    ['When', exactWords(entry.at)],
    ['Person', entry.user_id && (people.get(entry.user_id) ?? entry.user_id)],
    ['Credential', entry.credential_id],
    ['Agent', entry.agent_id],
    ['Done to', targetOf(entry, projectId)],
    ['Decision', entry.decision_id],
    ['Policy', entry.policy && revisionWords(entry.policy)],
    ['Digest', entry.action_digest],
    ['Detail', entry.detail === null ? null : JSON.stringify(entry.detail)],
    ['Request', entry.request_id],
    ['Trace', entry.trace_id],
    ['Hash', entry.hash],
  ];
  return (
    <dl className="parameters">
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
    </dl>
  );
}

function targetOf({ action, target }: AuditEntry, projectId: string): ReactNode {
  if (target !== null && action.startsWith('approval.')) return <Link to={projectPath(projectId, 'approvals', target)}>{target}</Link>;
  return target;
}

const revisionWords = ({ project, workspace }: NonNullable<AuditEntry['policy']>): string =>
  workspace === 0 ? `revision ${project}` : `revision ${project} of the project and ${workspace} of the workspace`;
