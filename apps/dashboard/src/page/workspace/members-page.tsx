import { useRef, useState } from 'react';
import { call } from '../api/call.ts';
import type { Membership, Role } from '../api/people.ts';
import { may, useMe } from '../app/me.ts';
import { go } from '../app/place.ts';
import { useList } from '../data/list.ts';
import type { List } from '../data/list.ts';
import { useAction } from '../data/use-action.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Waiting } from '../ui/empty.tsx';
import { Select } from '../ui/field.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Section } from '../ui/section.tsx';
import { Ago } from '../ui/time.tsx';
import { toast } from '../ui/toast-store.ts';
import { InvitationsSection } from './invitations-section.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { invitationsPath } from './invitations.ts';
import type { Invitation } from './invitations.ts';
import { allRoles, invitable, roleChoices, roleName, roleWords } from './roles.ts';

interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly created_at: string;
}

export default function MembersPage({ workspace }: { readonly workspace: Membership }) {
  const canManage = may(workspace.role, 'manage_members');
  const members = useList<Member>(`/v1/workspaces/${workspace.id}/members?limit=100`);
  const invitations = useList<Invitation>(canManage ? invitationsPath(workspace.id) : undefined);
  const [isInviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState<Member>();
  return (
    <Page
      title="Members"
      within={workspace.name}
      about={`Who works in ${workspace.name}, and as what. You are ${roleName(workspace.role).toLowerCase()}.`}
      actions={
        canManage && (
          <Button tone="primary" icon="plus" onClick={() => setInviting(true)}>
            Invite somebody
          </Button>
        )
      }
    >
      <Notice fault={members.fault} onRetry={() => void members.reload()} />
      {!members.items && !members.fault && <Waiting />}
      <ul className="list" aria-label="Members">
        {members.items?.map((member) => (
          <MemberRow key={member.id} member={member} workspace={workspace} members={members} onRemove={() => setLeaving(member)} />
        ))}
      </ul>
      <LoadMore list={members} />
      {canManage && <InvitationsSection workspace={workspace} invitations={invitations} />}
      <Section title="What roles may do">
        <dl className="parameters roles">
          {allRoles.map((role) => (
            <div key={role}>
              <dt>{roleName(role)}</dt>
              <dd>{roleWords[role]}</dd>
            </div>
          ))}
        </dl>
      </Section>
      {isInviting && <InviteDialog workspace={workspace} onMade={() => void invitations.reload()} onClose={() => setInviting(false)} />}
      {leaving && <Removal member={leaving} workspace={workspace} members={members} onClose={() => setLeaving(undefined)} />}
    </Page>
  );
}

interface MemberRowProps {
  readonly member: Member;
  readonly workspace: Membership;
  readonly members: List<Member>;
  readonly onRemove: () => void;
}

function MemberRow({ member, workspace, members, onRemove }: MemberRowProps) {
  const { me, reload } = useMe();
  const isSelf = member.id === me.user.id;
  // A keyboard passes roles on its way to one: it is given when that is said.
  const [chosen, setChosen] = useState(member.role);
  const roleField = useRef<HTMLDivElement>(null);
  const reaches = may(workspace.role, 'manage_members') && (member.role !== 'owner' || may(workspace.role, 'manage_owners'));
  const give = useAction(async (role: Role) => {
    await call(`/v1/workspaces/${workspace.id}/members/${member.id}`, { method: 'PATCH', body: { role } });
    members.change((items) => items.map((item) => (item.id === member.id ? { ...item, role } : item)));
    if (isSelf) await reload();
    roleField.current?.querySelector('select')?.focus();
    toast(`${member.name ?? member.email} is ${roleName(role).toLowerCase()} from now on.`);
  });
  const roles = may(workspace.role, 'manage_owners') ? allRoles : invitable;
  return (
    <li className="entry">
      <p className="title">
        {member.name ?? member.email} {isSelf && <span className="badge">You</span>}
      </p>
      <p className="facts">
        {member.name !== null && <span>{member.email}</span>}
        <span>
          Joined <Ago at={member.created_at} />
        </span>
        {give.fault && (
          <span className="error" role="alert">
            {give.fault.message}
          </span>
        )}
      </p>
      <div className="actions" ref={roleField}>
        {reaches ? (
          <>
            <Select aria-label={`Role of ${member.email}`} value={chosen} choices={roleChoices<Role>(roles)} onChange={setChosen} />
            {chosen !== member.role && (
              <Button
                tone="primary"
                aria-label={`Give ${member.email} the role ${roleName(chosen)}`}
                isBusy={give.isBusy}
                onClick={() => void give.run(chosen)}
              >
                Change
              </Button>
            )}
          </>
        ) : (
          <span className="badge">{roleName(member.role)}</span>
        )}
        {(reaches || isSelf) && (
          <Button tone="quiet" aria-label={isSelf ? 'Leave the workspace' : `Remove ${member.email}`} onClick={onRemove}>
            {isSelf ? 'Leave' : 'Remove'}
          </Button>
        )}
      </div>
    </li>
  );
}

interface RemovalProps {
  readonly member: Member;
  readonly workspace: Membership;
  readonly members: List<Member>;
  readonly onClose: () => void;
}

function Removal({ member, workspace, members, onClose }: RemovalProps) {
  const { me, reload } = useMe();
  const isSelf = member.id === me.user.id;
  return (
    <Confirm
      title={isSelf ? `Leave “${workspace.name}”?` : `Remove ${member.name ?? member.email}?`}
      action={isSelf ? 'Leave' : 'Remove'}
      onClose={onClose}
      onConfirm={async () => {
        await call(`/v1/workspaces/${workspace.id}/members/${member.id}`, { method: 'DELETE' });
        members.change((items) => items.filter(({ id }) => id !== member.id));
        if (!isSelf) return;
        await reload();
        go('/');
      }}
    >
      <p>
        {isSelf ? 'Your' : 'Their'} keys and connected apps in this workspace are revoked for good, and invitations that{' '}
        {isSelf ? 'you' : 'they'} made. {isSelf && 'You come back by a new invitation only.'}
      </p>
    </Confirm>
  );
}
