import type { Role } from '@cairn/core';
import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/**
 * Makes changes of one workspace's people happen one after the other, until the transaction ends. False when there is no such
 * workspace. What others put into the workspace meanwhile (projects) does not wait.
 */
export async function lockWorkspace(trx: Transaction<Schema>, workspaceId: string): Promise<boolean> {
  const row = await trx.selectFrom('workspaces').select('id').where('id', '=', workspaceId).forNoKeyUpdate().executeTakeFirst();
  return row !== undefined;
}

/** The person's role, read under the lock; undefined for a stranger, who does not get the lock. */
export async function lockedRole(trx: Transaction<Schema>, userId: string, workspaceId: string): Promise<Role | undefined> {
  if ((await roleIn(trx, userId, workspaceId)) === undefined) return undefined;
  await lockWorkspace(trx, workspaceId);
  return roleIn(trx, userId, workspaceId);
}

export async function roleIn(trx: Transaction<Schema>, userId: string, workspaceId: string): Promise<Role | undefined> {
  const row = await trx
    .selectFrom('workspace_members')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role;
}

export async function memberCount(trx: Transaction<Schema>, workspaceId: string): Promise<number> {
  const { n } = await trx
    .selectFrom('workspace_members')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return n;
}
