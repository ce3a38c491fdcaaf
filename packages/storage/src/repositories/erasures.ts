import { may, type Erasure, type ErasureReceipt, type ErasureRepository } from '@cairn/auth';
import { roles, type Walk } from '@cairn/core';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import { recordEvent } from './directory-audit.ts';

/** Receipts are entries of the audit; there is no other record of a project that is gone. */
export function createErasureRepository(session: Session): ErasureRepository {
  return {
    noteRedisKeys: (actor, { projectId, workspaceId }, keys) =>
      session.inDirectory((trx) =>
        recordEvent(trx, actor, {
          workspaceId,
          action: 'project.erase_keys',
          target: projectId,
          outcome: 'done',
          detail: { redis_keys: keys },
        }),
      ),

    receipts: (userId, { limit, after }) => session.inDirectory((trx) => receiptsOf(trx, userId, { limit, after }, sql`true`)),

    receipt: (userId, projectId) =>
      session.inDirectory(async (trx) => (await receiptsOf(trx, userId, { limit: 1 }, sql`e.target = ${projectId.toLowerCase()}`))[0]),
  };
}

const deleters = roles.filter((role) => may(role, 'delete_project'));

interface ReceiptRow {
  readonly id: string;
  readonly at: string;
  readonly user_id: string | null;
  readonly workspace_id: string;
  readonly target: string;
  readonly detail: Omit<Erasure, 'projectId' | 'workspaceId' | 'credentialIds'>;
  readonly redis_keys: number | null;
}

/** Entries from before there were receipts have no counts and are none. */
async function receiptsOf(
  trx: Transaction<Schema>,
  userId: string,
  { limit, after }: Walk,
  which: RawBuilder<unknown>,
): Promise<readonly ErasureReceipt[]> {
  const isLater = after === undefined ? sql`true` : sql`(e.at, e.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`;
  const { rows } = await sql<ReceiptRow>`
    select e.id, e.at, e.user_id, e.workspace_id, e.target, e.detail,
      (select (k.detail ->> 'redis_keys')::int from cairn.directory_events k
        where k.workspace_id = e.workspace_id and k.at >= e.at and k.action = 'project.erase_keys' and k.target = e.target limit 1) as redis_keys
    from cairn.directory_events e
    where e.action = 'project.delete' and e.outcome = 'done' and e.detail is not null and ${which} and ${isLater}
      and (e.user_id = ${userId} or exists (select from cairn.workspace_members m
        where m.workspace_id = e.workspace_id and m.user_id = ${userId} and m.role in (${sql.join(deleters)})))
    order by e.at desc, e.id desc limit ${limit}`.execute(trx);
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.at,
    erasedBy: row.user_id,
    workspaceId: row.workspace_id,
    projectId: row.target,
    ...row.detail,
    redisKeys: row.redis_keys,
  }));
}
