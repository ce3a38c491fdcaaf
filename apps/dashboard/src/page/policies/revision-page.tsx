import { useState } from 'react';
import { readPolicy, readRevision, testRevision } from '../api/policies.ts';
import type { Revision, RevisionPlace } from '../api/policies.ts';
import { may } from '../app/me.ts';
import { NotFoundPage } from '../app/not-found-page.tsx';
import { usePlace } from '../app/place.ts';
import type { ProjectProps } from '../app/project-props.ts';
import { change, useResource } from '../data/resource.ts';
import { Button } from '../ui/button.tsx';
import { Waiting } from '../ui/empty.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { toast } from '../ui/toast-store.ts';
import { ActivateDialog } from './activate-dialog.tsx';
import { GateSection } from './gate-section.tsx';
import { editorPath, policiesPath, scopeIn } from './policy-place.ts';
import { ReplaySection } from './replay-section.tsx';
import { RevisionBadge } from './revision-badge.tsx';
import { RulesSection } from './rules-section.tsx';
import { TrySection } from './try-section.tsx';

/** One revision: its rules, whether it may come into force, what it would decide, and the way to put it there or back. */
export default function RevisionPage({ project, workspace, revisionNumber }: ProjectProps & { readonly revisionNumber: string }) {
  const { query } = usePlace();
  const scope = scopeIn(query);
  const isNumber = /^\d{1,9}$/.test(revisionNumber);
  const place: RevisionPlace = { scope, number: Number(revisionNumber) };
  const key = isNumber ? `${project.id} ${scope} revision ${revisionNumber}` : undefined;
  const { value: revision, fault, reload } = useResource(key, () => readRevision(project.id, place));
  const policy = useResource(`${project.id} policy`, () => readPolicy(project.id));
  const gate = useResource(key && `${key} gate`, () => testRevision(project.id, place));
  const [isActivating, setActivating] = useState(false);
  if (key === undefined || (!revision && fault?.kind === 'gone')) return <NotFoundPage what="revision" />;
  const canWrite = may(workspace.role, 'manage_policies');
  return (
    <Page
      title={revision ? `Revision ${revision.number}, ${revision.name}` : 'Revision'}
      within={project.name}
      about={
        <>
          <Link to={policiesPath(project.id, scope)}>All revisions</Link>
          {scope === 'workspace' && ' of the whole workspace'}
        </>
      }
      actions={
        revision &&
        canWrite && (
          <>
            <Link className="button plain" to={editorPath(project.id, scope, { from: revision.number })}>
              Write from this
            </Link>
            {!revision.active && (
              <>
                <Link className="button plain" to={editorPath(project.id, scope, { from: revision.number, shadow: true })}>
                  Try in shadow
                </Link>
                <Button tone="primary" onClick={() => setActivating(true)}>
                  {isBack(revision) ? 'Roll back to this' : 'Activate'}
                </Button>
              </>
            )}
          </>
        )
      }
    >
      <Notice fault={fault} onRetry={() => void reload()} />
      {!revision && !fault && <Waiting />}
      {revision && (
        <>
          <p className="facts-line">
            <RevisionBadge status={revision.status} />
            <span>{revision.active ? 'This decides now.' : 'This decides nothing now.'}</span>
          </p>
          <GateSection report={gate.value} fault={gate.fault} onRetry={() => void gate.reload()} rules={revision.rules} />
          <RulesSection rules={revision.rules} />
          <TrySection key={`try ${key}`} projectId={project.id} place={place} />
          {canWrite && <ReplaySection key={`replay ${key}`} projectId={project.id} place={place} />}
        </>
      )}
      {isActivating && revision && (
        <ActivateDialog
          project={project}
          place={place}
          revision={revision}
          isBack={isBack(revision)}
          current={policy.value?.[scope]}
          onDone={(next) => {
            change<Revision>(key, () => next);
            void policy.reload();
            toast(`Revision ${next.number} is in force.`);
          }}
          onClose={() => setActivating(false)}
        />
      )}
    </Page>
  );
}

/** Whether it was in force before, or is the built-in one. */
const isBack = ({ number, activated_at: at }: Revision): boolean => number === 0 || at !== null;
