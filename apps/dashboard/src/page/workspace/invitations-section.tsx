import { call } from '../api/call.ts';
import type { Membership } from '../api/people.ts';
import type { List } from '../data/list.ts';
import { useAction } from '../data/use-action.ts';
import { Button } from '../ui/button.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { Ago } from '../ui/time.tsx';
import { toast } from '../ui/toast-store.ts';
import type { Invitation } from './invitations.ts';
import { roleName } from './roles.ts';

interface InvitationsProps {
  readonly workspace: Membership;
  readonly invitations: List<Invitation>;
}

/** The invitations that can still be used, where there are any. */
export function InvitationsSection({ workspace, invitations }: InvitationsProps) {
  if (!invitations.fault && !invitations.items?.length) return null;
  return (
    <Section title="Open invitations" about="Each link serves once. It is not shown again; make a new one when it got lost.">
      <Notice fault={invitations.fault} onRetry={() => void invitations.reload()} />
      <ul className="list" aria-label="Invitations">
        {invitations.items?.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} workspace={workspace} invitations={invitations} />
        ))}
      </ul>
      <LoadMore list={invitations} />
    </Section>
  );
}

function InvitationRow({ invitation, workspace, invitations }: InvitationsProps & { readonly invitation: Invitation }) {
  const revoke = useAction(async () => {
    await call(`/v1/workspaces/${workspace.id}/invitations/${invitation.id}`, { method: 'DELETE' });
    invitations.change((items) => items.filter(({ id }) => id !== invitation.id));
    toast('The invitation is revoked.');
  });
  return (
    <li className="entry">
      <p className="title">
        {invitation.email ?? 'Anyone with the link'} <span className="badge">{roleName(invitation.role)}</span>
      </p>
      <p className="facts">
        <span>By {invitation.invited_by.name ?? invitation.invited_by.email}</span>
        <span>
          Ends <Ago at={invitation.expires_at} />
        </span>
        {revoke.fault && <span className="error">{revoke.fault.message}</span>}
      </p>
      <div className="actions">
        <Button tone="quiet" isBusy={revoke.isBusy} onClick={() => void revoke.run()}>
          Revoke
        </Button>
      </div>
    </li>
  );
}
