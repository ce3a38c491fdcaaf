import type { InvitationViews } from '@cairn/auth';
import type { Session } from '../database/session.ts';
import { isOpen } from './invitation-acceptance.ts';

export function createInvitationViews(session: Session): InvitationViews {
  return {
    look: (secretHash) =>
      session.inDirectory(async (trx) => {
        const row = await trx
          .selectFrom('invitations as i')
          .innerJoin('workspaces as w', 'w.id', 'i.workspace_id')
          .innerJoin('users as u', 'u.id', 'i.invited_by')
          .select(['w.name as workspace', 'i.role', 'i.email', 'i.expires_at', 'u.name', 'u.email as inviter_email'])
          .where('i.secret_hash', '=', secretHash)
          .where(isOpen)
          .executeTakeFirst();
        return (
          row && {
            workspaceName: row.workspace,
            role: row.role,
            invitedBy: row.name ?? row.inviter_email,
            expiresAt: row.expires_at,
            isBound: row.email !== null,
          }
        );
      }),
  };
}
