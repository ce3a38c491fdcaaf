import type { PersonActor } from '@cairn/auth';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { enterProject } from '../database/session.ts';
import { recordEvent } from './directory-audit.ts';
import { isOnlyOwner, removeMember } from './members.ts';
import { lockWorkspace, memberCount } from './workspace-lock.ts';
import { destroyWorkspace } from './workspaces.ts';

interface Place {
  readonly id: string;
  readonly name: string;
  readonly role: string;
}

export type AccountRemovalOutcome = 'stale' | { readonly onlyOwnerOf: readonly string[] } | { readonly destroyed: readonly string[] };

/**
 * Deletes the account and all that is the person's alone: workspaces in which nobody else is, and everywhere else their memories, keys,
 * connected apps and invitations. Gives the ids of the projects that went with it.
 */
export async function removeAccount(
  trx: Transaction<Schema>,
  actor: PersonActor,
  passwordVerifier: string,
): Promise<AccountRemovalOutcome> {
  if (!(await holdAccount(trx, actor.userId, passwordVerifier))) return 'stale';
  const places = await lockedPlaces(trx, actor.userId);
  const own: Place[] = [];
  const others: Place[] = [];
  const onlyOwnerOf: string[] = [];
  for (const place of places) {
    if ((await memberCount(trx, place.id)) === 1) own.push(place);
    else if (place.role === 'owner' && (await isOnlyOwner(trx, { workspaceId: place.id, userId: actor.userId })))
      onlyOwnerOf.push(place.name);
    else others.push(place);
  }
  const outcome = onlyOwnerOf.length === 0 ? 'done' : 'last_owner';
  await recordEvent(trx, actor, { action: 'account.delete', target: actor.userId, outcome });
  if (onlyOwnerOf.length > 0) return { onlyOwnerOf };
  for (const place of others) await leave(trx, actor, place);
  const destroyed: string[] = [];
  for (const place of own) destroyed.push(...(await destroy(trx, actor, place)));
  await trx.deleteFrom('users').where('id', '=', actor.userId).execute();
  return { destroyed };
}

/** Not against references to the row: whoever joins a workspace holds that workspace's lock, for which this waits. */
async function holdAccount(trx: Transaction<Schema>, userId: string, verifier: string): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('password_verifier', '=', verifier)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** The workspaces that the person is in, locked in one order. */
async function lockedPlaces(trx: Transaction<Schema>, userId: string): Promise<readonly Place[]> {
  const places = (): Promise<Place[]> =>
    trx
      .selectFrom('workspace_members as m')
      .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
      .select(['w.id', 'w.name', 'm.role'])
      .where('m.user_id', '=', userId)
      .orderBy('w.id')
      .execute();
  for (const { id } of await places()) await lockWorkspace(trx, id);
  return places();
}

async function leave(trx: Transaction<Schema>, actor: PersonActor, { id: workspaceId, role }: Place): Promise<void> {
  const projects = await trx.selectFrom('projects').select('id').where('workspace_id', '=', workspaceId).orderBy('id').execute();
  for (const project of projects) await eraseMemories(trx, project.id, actor.userId);
  const event = { workspaceId, action: 'member.leave', target: actor.userId, outcome: 'done', detail: { from: role } };
  await recordEvent(trx, actor, event);
  await removeMember(trx, { workspaceId, userId: actor.userId });
}

async function destroy(trx: Transaction<Schema>, actor: PersonActor, { id }: Place): Promise<readonly string[]> {
  await recordEvent(trx, actor, { workspaceId: id, action: 'workspace.delete', target: id, outcome: 'done' });
  return destroyWorkspace(trx, actor, id);
}

/** A person's memories in a project that stays, with what was derived from them. Nobody else can read them, so nobody else misses them. */
async function eraseMemories(trx: Transaction<Schema>, projectId: string, userId: string): Promise<void> {
  await enterProject(trx, projectId);
  const theirs = sql`select id from cairn.memories where project_id = ${projectId} and user_id = ${userId} for update`;
  await sql`delete from cairn.memory_versions where project_id = ${projectId} and memory_id in (${theirs})`.execute(trx);
  await sql`delete from cairn.memory_influences where project_id = ${projectId} and source_id in (${theirs})`.execute(trx);
  for (const table of [
    'memories',
    'memory_totals',
    'memory_index',
    'memory_index_stats',
    'memory_postings',
    'memory_vectors',
    'memory_reindex',
  ])
    await sql`delete from ${sql.table(`cairn.${table}`)} where project_id = ${projectId} and user_id = ${userId}`.execute(trx);
}
