import { readPolicy, revisionsPath } from '../api/policies.ts';
import type { ListedRevision, Policy, PolicyScope } from '../api/policies.ts';
import { may } from '../app/me.ts';
import { go, usePlace } from '../app/place.ts';
import type { ProjectProps } from '../app/project-props.ts';
import { FourEyes } from '../approvals/four-eyes.tsx';
import { useList } from '../data/list.ts';
import { useResource } from '../data/resource.ts';
import { usePeople } from '../governance/people.ts';
import { Waiting } from '../ui/empty.tsx';
import { Link } from '../ui/link.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Section } from '../ui/section.tsx';
import { Segments } from '../ui/segments.tsx';
import { Ago } from '../ui/time.tsx';
import { RevisionBadge } from './revision-badge.tsx';
import { editorPath, policiesPath, revisionPath, scopeIn } from './policy-place.ts';

const scopes = [
  { value: 'project', label: 'This project' },
  { value: 'workspace', label: 'Whole workspace' },
] as const;

/** What is in force, and every revision that was written. */
export default function PoliciesPage({ project, workspace }: ProjectProps) {
  const { query } = usePlace();
  const scope = scopeIn(query);
  const policy = useResource(`${project.id} policy`, () => readPolicy(project.id));
  const revisions = useList<ListedRevision>(revisionsPath(scope), project.id);
  const people = usePeople(workspace);
  const canWrite = may(workspace.role, 'manage_policies');
  const active = policy.value?.[scope].number ?? 0;
  return (
    <Page
      title="Policies"
      within={project.name}
      about="Rules that say what agents may do, what they must ask people about, and what they may not. What no rule is about is denied."
      actions={
        canWrite && (
          <Link className="button primary" to={editorPath(project.id, scope, { from: active })}>
            Write a revision
          </Link>
        )
      }
    >
      <Notice fault={policy.fault ?? revisions.fault} onRetry={() => void Promise.all([policy.reload(), revisions.reload()])} />
      {policy.value && <InForce policy={policy.value} projectId={project.id} />}
      <div className="toolbar">
        <Segments
          label="Whose rules"
          value={scope}
          choices={scopes}
          onChange={(next) => go(policiesPath(project.id, next), { replace: true })}
        />
        <p className="quiet">
          {scope === 'workspace'
            ? 'They stand above those of every project: what they deny or ask, no project weakens.'
            : 'They hold together with those of the workspace; whichever is stricter decides.'}
        </p>
      </div>
      {!revisions.items && !revisions.fault && <Waiting />}
      {revisions.items && (
        <ul className="list" aria-label="Revisions">
          {revisions.items.map((revision) => (
            <RevisionRow
              key={revision.number}
              revision={revision}
              to={revisionPath(project.id, scope, revision.number)}
              author={revision.created_by === null ? undefined : (people.get(revision.created_by) ?? 'somebody who has left')}
            />
          ))}
        </ul>
      )}
      <LoadMore list={revisions} />
      {workspace.role === 'owner' && (
        <Section title="Four eyes" about="Who may approve what agents ask for.">
          <FourEyes project={project} />
        </Section>
      )}
    </Page>
  );
}

function InForce({ policy, projectId }: { readonly policy: Policy; readonly projectId: string }) {
  return (
    <Section title="In force now">
      {policy.enforced === 'deny_all' && (
        <p className="callout">
          Some of it cannot be read, so nothing is allowed until another revision is activated. An owner can always activate revision 0.
        </p>
      )}
      <dl className="facts-grid">
        {(['project', 'workspace'] as const).map((scope) => (
          <div key={scope}>
            <dt>{scope === 'project' ? 'This project' : 'Whole workspace'}</dt>
            <dd>
              <InForceWords scope={scope} revision={policy[scope]} projectId={projectId} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

interface InForceWordsProps {
  readonly scope: PolicyScope;
  readonly revision: ListedRevision;
  readonly projectId: string;
}

function InForceWords({ scope, revision, projectId }: InForceWordsProps) {
  if (scope === 'workspace' && revision.number === 0) return <>No rules of its own</>;
  return (
    <>
      <Link to={revisionPath(projectId, scope, revision.number)}>
        Revision {revision.number}, {revision.name}
      </Link>
      <br />
      <span className="quiet">
        {revision.activated_at === null ? 'since the beginning' : <Ago at={revision.activated_at} />}
        {`, ${rulesWords(revision.rule_count)}`}
      </span>
      {revision.fault !== null && <span className="error"> It cannot be read: {revision.fault}</span>}
    </>
  );
}

const rulesWords = (count: number): string => (count === 1 ? '1 rule' : `${count} rules`);

function RevisionRow({
  revision,
  to,
  author,
}: {
  readonly revision: ListedRevision;
  readonly to: string;
  readonly author: string | undefined;
}) {
  const { number, name, status, rule_count: count, fault, created_at: at } = revision;
  return (
    <li className="entry">
      <p className="title">
        <Link to={to}>
          {number}. {name}
        </Link>
      </p>
      <p className="facts">
        <span>{rulesWords(count)}</span>
        {at === null ? (
          <span>Built in</span>
        ) : (
          <span>
            Written <Ago at={at} />
            {author !== undefined && ` by ${author}`}
          </span>
        )}
        {fault !== null && <span className="error">It cannot be read: {fault}</span>}
      </p>
      <div className="actions">
        <RevisionBadge status={status} />
      </div>
    </li>
  );
}
