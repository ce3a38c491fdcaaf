import { directoryLimits, type InvitationRefusal } from '@cairn/auth';
import type { Role } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { recordEvent, type DirectoryActor } from './directory-audit.ts';
import { lockWorkspace, memberCount } from './workspace-lock.ts';

/** Whether an invitation can still be used. */
export const isOpen = sql<boolean>`accepted_at is null and revoked_at is null and expires_at > now()`;

/** An open invitation that this transaction holds: nobody else can use, revoke or outrun it. */
export interface TakenInvitation {
  readonly id: string;
  readonly workspaceId: string;
  readonly role: Role;
}

/** The workspace is locked first, as by everyone who changes its people, and the invitation read again under that lock. */
export async function takeInvitation(
  trx: Transaction<Schema>,
  secretHash: Uint8Array,
  email: string,
): Promise<TakenInvitation | InvitationRefusal> {
  const named = await invitationOf(trx, secretHash);
  if (!named || !(await lockWorkspace(trx, named.workspace_id))) return 'no_invitation';
  const row = await invitationOf(trx, secretHash);
  if (!row) return 'no_invitation';
  if (row.email !== null && row.email !== email.toLowerCase()) return 'other_email';
  if ((await memberCount(trx, row.workspace_id)) >= directoryLimits.members) return 'too_many';
  return { id: row.id, workspaceId: row.workspace_id, role: row.role };
}

function invitationOf(trx: Transaction<Schema>, secretHash: Uint8Array) {
  return trx
    .selectFrom('invitations')
    .select(['id', 'workspace_id', 'role', 'email'])
    .where('secret_hash', '=', secretHash)
    .where(isOpen)
    .executeTakeFirst();
}

/** Makes the person a member and uses the invitation up. */
export async function useInvitation(
  trx: Transaction<Schema>,
  { id, workspaceId, role }: TakenInvitation,
  actor: DirectoryActor & { readonly userId: string },
): Promise<void> {
  await trx.insertInto('workspace_members').values({ workspace_id: workspaceId, user_id: actor.userId, role }).execute();
  await trx
    .updateTable('invitations')
    .set({ accepted_at: sql`clock_timestamp()`, accepted_by: actor.userId })
    .where('id', '=', id)
    .execute();
  await recordEvent(trx, actor, { workspaceId, action: 'invitation.accept', target: id, outcome: 'done', detail: { role } });
}
