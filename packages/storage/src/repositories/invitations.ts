import { directoryLimits, may, mayGive, type Invitation, type InvitationRepository, type Workspace } from '@cairn/auth';
import { newId, type Role } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import { recordEvent } from './directory-audit.ts';
import { isOpen, takeInvitation, useInvitation } from './invitation-acceptance.ts';
import { lockedRole, roleIn } from './workspace-lock.ts';
import { workspaceOf } from './workspaces.ts';

export function createInvitationRepository(session: Session): InvitationRepository {
  return {
    create: (actor, { workspaceId, secretHash, role, email, days }) =>
      session.inDirectory(async (trx) => {
        const own = await lockedRole(trx, actor.userId, workspaceId);
        if (!own) return 'not_found';
        if (!mayGive(own, [role])) return 'forbidden';
        if ((await openCount(trx, workspaceId)) >= directoryLimits.invitations) return 'too_many';
        const id = newId();
        await trx
          .insertInto('invitations')
          .values({
            id,
            workspace_id: workspaceId,
            secret_hash: secretHash,
            role,
            email: email?.toLowerCase() ?? null,
            invited_by: actor.userId,
            expires_at: sql<string>`now() + make_interval(days => ${days})`,
          })
          .execute();
        await recordEvent(trx, actor, { workspaceId, action: 'invitation.create', target: id, outcome: 'done', detail: { role } });
        return toInvitation(await openInvitations(trx, workspaceId).where('i.id', '=', id).executeTakeFirstOrThrow());
      }),

    list: (userId, workspaceId, { limit, after }) =>
      session.inDirectory(async (trx) => {
        const own = await roleIn(trx, userId, workspaceId);
        if (!own) return 'not_found';
        if (!may(own, 'manage_members')) return 'forbidden';
        let query = openInvitations(trx, workspaceId).orderBy('i.created_at', 'desc').orderBy('i.id', 'desc').limit(limit);
        if (after) query = query.where(sql<boolean>`(i.created_at, i.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`);
        return (await query.execute()).map(toInvitation);
      }),

    revoke: (actor, workspaceId, id) =>
      session.inDirectory(async (trx) => {
        const own = await lockedRole(trx, actor.userId, workspaceId);
        if (!own) return 'not_found';
        if (!may(own, 'manage_members')) return 'forbidden';
        const row = await trx
          .updateTable('invitations')
          .set({ revoked_at: sql`clock_timestamp()` })
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .where(isOpen)
          .returning('id')
          .executeTakeFirst();
        await recordEvent(trx, actor, { workspaceId, action: 'invitation.revoke', target: id, outcome: row ? 'done' : 'not_found' });
        return row ? 'done' : 'not_found';
      }),

    accept: (actor, secretHash) =>
      session.inDirectory(async (trx) => {
        const { email } = await trx.selectFrom('users').select('email').where('id', '=', actor.userId).executeTakeFirstOrThrow();
        const invitation = await takeInvitation(trx, secretHash, email);
        if (typeof invitation === 'string') return invitation;
        if (await roleIn(trx, actor.userId, invitation.workspaceId)) return 'member';
        await useInvitation(trx, invitation, actor);
        return (await workspaceOf(trx, actor.userId, invitation.workspaceId)) as Workspace;
      }),
  };
}

async function openCount(trx: Transaction<Schema>, workspaceId: string): Promise<number> {
  const { n } = await trx
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workspace_id', '=', workspaceId)
    .where(isOpen)
    .executeTakeFirstOrThrow();
  return n;
}

function openInvitations(trx: Transaction<Schema>, workspaceId: string) {
  return trx
    .selectFrom('invitations as i')
    .innerJoin('users as u', 'u.id', 'i.invited_by')
    .select(['i.id', 'i.role', 'i.email', 'i.created_at', 'i.expires_at'])
    .select(['u.id as inviter_id', 'u.email as inviter_email', 'u.name as inviter_name'])
    .where('i.workspace_id', '=', workspaceId)
    .where(isOpen);
}

function toInvitation(row: {
  id: string;
  role: Role;
  email: string | null;
  created_at: string;
  expires_at: string;
  inviter_id: string;
  inviter_email: string;
  inviter_name: string | null;
}): Invitation {
  return {
    id: row.id,
    role: row.role,
    email: row.email,
    invitedBy: { id: row.inviter_id, email: row.inviter_email, name: row.inviter_name },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
