import type { Actor, MemoryAgent, MemoryFilter, MemoryWalk, PageMark } from '@cairn/core';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { planByKeys } from './memory-locks.ts';
import type { MemoryRow } from './memory-rows.ts';

/** What a memory is made of when it is read. */
export const memoryColumns = [
  'id',
  'agent_id',
  'agent_name',
  'content',
  'created_at',
  'updated_at',
  'scope',
  'session_id',
  'occurred_at',
  'metadata',
] as const;

interface Wish {
  readonly walk: MemoryWalk;
  readonly filter: MemoryFilter;
}

/** The next memories of a user; the filter's metadata is not looked at. */
export function walkAll(trx: Transaction<Schema>, actor: Actor, { walk, filter }: Wish): Promise<MemoryRow[]> {
  const { scope, agentId, sessionId, from, to } = filter;
  let query = trx
    .selectFrom('memories')
    .select(memoryColumns)
    .where('project_id', '=', actor.projectId)
    .where('user_id', '=', actor.userId);
  if (scope !== undefined) query = query.where('scope', '=', scope);
  if (agentId !== undefined) query = query.where('agent_id', '=', agentId);
  if (sessionId !== undefined) query = query.where('session_id', '=', sessionId);
  if (from !== undefined) query = query.where('created_at', '>=', from);
  if (to !== undefined) query = query.where('created_at', '<', to);
  if (walk.after) query = query.where(isBehind(walk.after, walk));
  const direction = walk.oldestFirst ? 'asc' : 'desc';
  return query.orderBy('created_at', direction).orderBy('id', direction).limit(walk.limit).execute();
}

/** The same of those that have every one of the labels, of which there is one at least. */
export async function walkLabelled(
  trx: Transaction<Schema>,
  { projectId, userId }: Actor,
  { walk, filter: { scope, agentId, sessionId, from, to }, labels }: Wish & { readonly labels: readonly string[] },
): Promise<readonly MemoryRow[]> {
  await planByKeys(trx);
  const rest = [
    sql`m.labels @> ${labels}::bigint[]`,
    ...(scope === undefined ? [] : [sql`m.scope = ${scope}`]),
    ...(agentId === undefined ? [] : [sql`m.agent_id = ${agentId}`]),
    ...(sessionId === undefined ? [] : [sql`m.session_id = ${sessionId}`]),
    ...(from === undefined ? [] : [sql`l.created_at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`l.created_at < ${to}::timestamptz`]),
  ];
  const mark = walk.after ? sql`and ${isBehind(walk.after, walk, 'l.created_at, l.memory_id')}` : sql``;
  const direction = sql.raw(walk.oldestFirst ? 'asc' : 'desc');
  // Each row by its key, in the order of the label: the walk reads no more than it shows, but for what the rest of the filter drops.
  const { rows } = await sql<MemoryRow>`
    select ${sql.join(memoryColumns.map((column) => sql.ref(`m.${column}`)))}
    from cairn.memory_labels l
    cross join lateral (select x.* from cairn.memories x where x.project_id = ${projectId} and x.id = l.memory_id limit 1) m
    where l.project_id = ${projectId} and l.user_id = ${userId}
      and l.label = (select cairn.rarest_label(${projectId}, ${userId}, ${labels}::bigint[])) ${mark} and ${sql.join(rest, sql` and `)}
    order by l.created_at ${direction}, l.memory_id ${direction} limit ${walk.limit}`.execute(trx);
  return rows;
}

/** Each agent by its newest memory, in one step of `memories_of_agent` an agent, however many memories it has. */
export async function agentsOf(
  trx: Transaction<Schema>,
  { projectId, userId }: Actor,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<readonly MemoryAgent[]> {
  await planByKeys(trx);
  const next = (behind: RawBuilder<unknown>) => sql`
    select m.agent_id, m.agent_name from cairn.memories m
    where m.project_id = ${projectId} and m.user_id = ${userId} and m.agent_id is not null and ${behind}
    order by m.agent_id, m.created_at desc, m.id desc limit 1`;
  const { rows } = await sql<MemoryAgent>`
    with recursive agents as (
      (${next(after === undefined ? sql`true` : sql`m.agent_id > ${after}`)})
      union all
      select n.agent_id, n.agent_name from agents a cross join lateral (${next(sql`m.agent_id > a.agent_id`)}) n)
    select agent_id as id, agent_name as name from agents limit ${limit}`.execute(trx);
  return rows;
}

/** Rows that come after the mark in the order of the walk. */
const isBehind = (mark: PageMark, { oldestFirst }: MemoryWalk, columns = 'created_at, id'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.raw(columns)}) ${sql.raw(oldestFirst ? '>' : '<')} (${mark.createdAt}::timestamptz, ${mark.id}::uuid)`;
