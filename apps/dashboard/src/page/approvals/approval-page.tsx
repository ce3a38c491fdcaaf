import { useEffect, useRef, useState } from 'react';
import { cancelApproval, readApproval, revokeApproval, waitingPath } from '../api/approvals.ts';
import type { Approval } from '../api/approvals.ts';
import { may, useMe } from '../app/me.ts';
import { NotFoundPage } from '../app/not-found-page.tsx';
import type { ProjectProps } from '../app/project-props.ts';
import { projectPath } from '../app/route.ts';
import { refreshList } from '../data/list.ts';
import { change, useResource } from '../data/resource.ts';
import { useLive } from '../data/use-live.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Empty, Waiting } from '../ui/empty.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Ago } from '../ui/time.tsx';
import { toast } from '../ui/toast-store.ts';
import { ActionSection, WhySection } from './action-card.tsx';
import { AfterwardsSection } from './afterwards-section.tsx';
import { askerOf, deedWords, statusWords } from './approval-words.ts';
import { CheckpointSection } from './checkpoint-section.tsx';
import { DecideSection } from './decide-section.tsx';
import { NextWaiting } from './next-waiting.tsx';

/** One approval: the whole action, the vote, and what became of it. */
export default function ApprovalPage({ project, workspace, approvalId }: ProjectProps & { readonly approvalId: string }) {
  const key = `${project.id} approval ${approvalId}`;
  const { value: approval, fault, reload } = useResource(key, () => readApproval(project.id, approvalId));
  useLive(reload, { paceMs: isMoving(approval) ? 8_000 : 15_000, quietMs: 120_000 });
  useCounted(project.id, approval);
  if (!approval && (fault?.kind === 'gone' || fault?.kind === 'invalid')) {
    return may(workspace.role, 'vote_on_approvals') ? <NotFoundPage what="approval" /> : <NotForYou project={project} />;
  }
  const put = (next: Approval): void => change<Approval>(key, () => next);
  return (
    <Page
      title={approval ? deedWords(approval) : 'Approval'}
      within={project.name}
      about={<Link to={projectPath(project.id, 'approvals')}>All approvals</Link>}
      actions={approval && <Withdrawal approval={approval} projectId={project.id} onDone={put} />}
    >
      {!approval && <Notice fault={fault} onRetry={() => void reload()} />}
      {!approval && !fault && <Waiting />}
      {approval && (
        <>
          <p className="facts-line">
            <Badge tone={statusWords[approval.status].tone}>{statusWords[approval.status].name}</Badge>
            <span>
              {askerOf(approval)} asked <Ago at={approval.created_at} />
              {approval.agent_id !== null && ` for the agent ${approval.agent_id}`}
              {approval.asks > 1 && `, ${approval.asks} times`}
            </span>
            {(approval.status === 'pending' || approval.status === 'approved') && (
              <span>
                Expires <Ago at={approval.expires_at} />
              </span>
            )}
          </p>
          {approval.checkpoint && <CheckpointSection project={project} approval={approval} checkpoint={approval.checkpoint} />}
          <ActionSection approval={approval} />
          <DecideSection project={project} workspace={workspace} approval={approval} onVoted={put} onSettled={reload} />
          <AfterwardsSection project={project} approval={approval} />
          <WhySection project={project} approval={approval} />
          <NextWaiting project={project} approvalId={approval.id} />
        </>
      )}
    </Page>
  );
}

/** Whoever may not vote sees what was asked for in their own name; of the rest nothing is told, not even whether it is there. */
function NotForYou({ project }: Pick<ProjectProps, 'project'>) {
  return (
    <Page title="Approval" within={project.name} about={<Link to={projectPath(project.id, 'approvals')}>All approvals</Link>}>
      <Empty icon="approvals" title="This is not yours to see">
        <p>
          Your role sees what you or your agents asked for. Owners, admins and approvers see the rest and decide on it: ask an owner or
          admin of the workspace, or check the address.
        </p>
      </Empty>
    </Page>
  );
}

/** Reads anew what waits, for the count in the navigation, as soon as the card is seen to be decided, here or elsewhere. */
function useCounted(project: string, approval: Approval | undefined): void {
  const state = approval && `${approval.status} ${approval.voting}`;
  const last = useRef(state);
  useEffect(() => {
    if (last.current !== undefined && last.current !== state) void refreshList(waitingPath, project);
    last.current = state;
  }, [state, project]);
}

/** Whether something may become of it at any moment. */
const isMoving = (approval: Approval | undefined): boolean =>
  approval?.status === 'pending' ||
  approval?.status === 'approved' ||
  (approval?.executions.some(({ status }) => status === 'running') ?? false);

interface WithdrawalProps {
  readonly approval: Approval;
  readonly projectId: string;
  readonly onDone: (approval: Approval) => void;
}

/** What they are called on the button, and as a status afterwards. */
const words = {
  cancel: { action: 'Withdraw the request', done: 'The request is withdrawn.' },
  revoke: { action: 'Revoke the approval', done: 'The approval is revoked.' },
} as const;

/** Withdraws what was asked for, or revokes what was given. */
function Withdrawal({ approval, projectId, onDone }: WithdrawalProps) {
  const { me } = useMe();
  const [asking, setAsking] = useState<{ readonly to: 'cancel' | 'revoke'; readonly once: string }>();
  const isOpen = approval.status === 'pending' || approval.status === 'approved';
  const canCancel = isOpen && approval.requested_by.id === me.user.id;
  const canRevoke = approval.status === 'approved' && approval.voting !== 'not_an_approver' && !canCancel;
  return (
    <>
      {canCancel && <Button onClick={() => setAsking({ to: 'cancel', once: '' })}>{words.cancel.action}</Button>}
      {canRevoke && <Button onClick={() => setAsking({ to: 'revoke', once: crypto.randomUUID() })}>{words.revoke.action}</Button>}
      {asking && (
        <Confirm
          title={`${words[asking.to].action}?`}
          action={words[asking.to].action}
          onClose={() => setAsking(undefined)}
          onConfirm={async () => {
            onDone(
              await (asking.to === 'cancel' ? cancelApproval(projectId, approval.id) : revokeApproval(projectId, approval.id, asking.once)),
            );
            toast(words[asking.to].done);
          }}
        >
          <p>What has begun by it goes on. What has not may not begin any more; the agent can ask again.</p>
        </Confirm>
      )}
    </>
  );
}
