import { activateRevision } from '../api/policies.ts';
import type { ListedRevision, Revision, RevisionPlace } from '../api/policies.ts';
import type { ProjectRef } from '../api/people.ts';
import { projectPath } from '../app/route.ts';
import { useAction } from '../data/use-action.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { GateFaults } from './gate-faults.tsx';

interface ActivateProps {
  readonly project: ProjectRef;
  readonly place: RevisionPlace;
  readonly revision: Revision;
  /** Whether it was in force before. */
  readonly isBack: boolean;
  /** What is in force now. */
  readonly current: ListedRevision | undefined;
  readonly onDone: (revision: Revision) => void;
  readonly onClose: () => void;
}

/** Asks before a revision comes into force, and tells what keeps it from that: its faults, the rules in force, or people who have to agree. */
export function ActivateDialog({ project, place, revision, isBack, current, onDone, onClose }: ActivateProps) {
  const activate = useAction(async () => {
    onDone(await activateRevision(project.id, place));
    onClose();
  });
  const { fault } = activate;
  const isFaulty = fault !== undefined && fault.issues.length > 0;
  const title = isBack ? `Roll back to revision ${revision.number}?` : `Activate revision ${revision.number}?`;
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void activate.run();
        }}
      >
        <div className="prose">
          <p>
            “{revision.name}” decides from the next call on{place.scope === 'workspace' && ', in every project of the workspace'}
            {current && `, in place of revision ${current.number}, “${current.name}”`}.
          </p>
          <p>What waits for approval, and permits that were not used, were given by other rules and end.</p>
        </div>
        {isFaulty && (
          <div role="alert" className="stack">
            <p className="error">It cannot be activated. Write another revision without these faults:</p>
            <GateFaults faults={fault.issues} rules={revision.rules} />
          </div>
        )}
        {fault?.approvalId !== undefined && (
          <div role="alert" className="callout">
            <p>
              The policy in force asks people about its own change.{' '}
              <Link to={projectPath(project.id, 'approvals', fault.approvalId)}>See the approval</Link>, and activate again once somebody
              approved.
            </p>
          </div>
        )}
        <Notice fault={isFaulty || fault?.approvalId !== undefined ? undefined : fault} />
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" isBusy={activate.isBusy}>
            {isBack ? 'Roll back' : 'Activate'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
