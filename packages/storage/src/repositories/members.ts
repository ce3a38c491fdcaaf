import { may, mayGive, type Member, type MemberName, type MemberRepository, type PersonActor } from '@cairn/auth';
import type { Role } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import { recordEvent } from './directory-audit.ts';
import { lockedRole, roleIn } from './workspace-lock.ts';

export function createMemberRepository(session: Session): MemberRepository {
  return {
    list: (userId, workspaceId, { limit, after }) =>
      session.inDirectory(async (trx) => {
        const role = await roleIn(trx, userId, workspaceId);
        if (!role) return 'not_found';
        if (!may(role, 'read_members')) return 'forbidden';
        let query = membersOf(trx, workspaceId).orderBy('m.created_at', 'desc').orderBy('m.user_id', 'desc').limit(limit);
        if (after) query = query.where(sql<boolean>`(m.created_at, m.user_id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`);
        return (await query.execute()).map(toMember);
      }),

    changeRole: (actor, member, role) =>
      session.inDirectory(async (trx) => {
        const found = await reached(trx, actor, member);
        if (typeof found === 'string') return found;
        const outcome = await changeOf(trx, found, role);
        await recordEvent(trx, actor, {
          workspaceId: member.workspaceId,
          action: 'member.change_role',
          target: member.userId,
          outcome: outcome ?? 'done',
          detail: { from: found.member.role, to: role },
        });
        if (outcome) return outcome;
        return setRole(trx, member, role);
      }),

    remove: (actor, member) =>
      session.inDirectory(async (trx) => {
        const found = await reached(trx, actor, member);
        if (typeof found === 'string') return found;
        const outcome = await removalOf(trx, found, actor);
        await recordEvent(trx, actor, {
          workspaceId: member.workspaceId,
          action: actor.userId === member.userId ? 'member.leave' : 'member.remove',
          target: member.userId,
          outcome,
          detail: { from: found.member.role },
        });
        if (outcome === 'done') await removeMember(trx, member);
        return outcome;
      }),
  };
}

/** A member with the role of whoever is about to change it. */
interface Reached {
  readonly own: Role;
  readonly name: MemberName;
  readonly member: Member;
}

async function reached(trx: Transaction<Schema>, actor: PersonActor, name: MemberName): Promise<Reached | 'not_found' | 'forbidden'> {
  const own = await lockedRole(trx, actor.userId, name.workspaceId);
  if (!own) return 'not_found';
  // Whoever manages nobody learns nothing of who is there beyond the list.
  if (!may(own, 'manage_members') && actor.userId !== name.userId) return 'forbidden';
  const row = await membersOf(trx, name.workspaceId).where('m.user_id', '=', name.userId).executeTakeFirst();
  return row ? { own, name, member: toMember(row) } : 'not_found';
}

async function changeOf(
  trx: Transaction<Schema>,
  { own, name, member }: Reached,
  role: Role,
): Promise<'forbidden' | 'last_owner' | undefined> {
  if (!mayGive(own, [member.role, role])) return 'forbidden';
  return member.role === 'owner' && role !== 'owner' && (await isOnlyOwner(trx, name)) ? 'last_owner' : undefined;
}

/** Everyone may leave. */
async function removalOf(
  trx: Transaction<Schema>,
  { own, name, member }: Reached,
  actor: PersonActor,
): Promise<'done' | 'forbidden' | 'last_owner'> {
  if (actor.userId !== name.userId && !mayGive(own, [member.role])) return 'forbidden';
  return member.role === 'owner' && (await isOnlyOwner(trx, name)) ? 'last_owner' : 'done';
}

export async function isOnlyOwner(trx: Transaction<Schema>, { workspaceId, userId }: MemberName): Promise<boolean> {
  const other = await trx
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('role', '=', 'owner')
    .where('user_id', '!=', userId)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

async function setRole(trx: Transaction<Schema>, name: MemberName, role: Role): Promise<Member> {
  await trx
    .updateTable('workspace_members')
    .set({ role, updated_at: sql`clock_timestamp()` })
    .where('workspace_id', '=', name.workspaceId)
    .where('user_id', '=', name.userId)
    .where('role', '!=', role)
    .execute();
  if (!may(role, 'manage_members')) await revokeInvitationsBy(trx, name);
  return toMember(await membersOf(trx, name.workspaceId).where('m.user_id', '=', name.userId).executeTakeFirstOrThrow());
}

/** Takes a member out, with what they could present there. */
export async function removeMember(trx: Transaction<Schema>, name: MemberName): Promise<void> {
  await revokeInvitationsBy(trx, name);
  await trx.deleteFrom('workspace_members').where('workspace_id', '=', name.workspaceId).where('user_id', '=', name.userId).execute();
  await endCredentials(trx, name);
}

/** Ends what the person can present in the workspace's projects: coming back must not bring it back to life. */
async function endCredentials(trx: Transaction<Schema>, { workspaceId, userId }: MemberName): Promise<void> {
  await sql`select cairn.end_credentials(${workspaceId}, ${userId})`.execute(trx);
  await trx
    .updateTable('oauth_connections')
    .set({ revoked_at: sql`clock_timestamp()` })
    .where('user_id', '=', userId)
    .where('project_id', 'in', (eb) => eb.selectFrom('projects').select('id').where('workspace_id', '=', workspaceId))
    .where('revoked_at', 'is', null)
    .execute();
}

/** Links that somebody made who may not invite any more would let them back in. */
async function revokeInvitationsBy(trx: Transaction<Schema>, { workspaceId, userId }: MemberName): Promise<void> {
  await trx
    .updateTable('invitations')
    .set({ revoked_at: sql`clock_timestamp()` })
    .where('workspace_id', '=', workspaceId)
    .where('invited_by', '=', userId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}

function membersOf(trx: Transaction<Schema>, workspaceId: string) {
  return trx
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.name', 'm.role', 'm.created_at', 'm.updated_at'])
    .where('m.workspace_id', '=', workspaceId);
}

function toMember(row: { id: string; email: string; name: string | null; role: Role; created_at: string; updated_at: string }): Member {
  return { id: row.id, email: row.email, name: row.name, role: row.role, createdAt: row.created_at, updatedAt: row.updated_at };
}
