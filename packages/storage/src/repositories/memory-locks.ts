import type { Memory, MemoryOwner } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

// Whoever writes the index takes its locks in this order: the memories that it rests on by id, then the index of the user. An
// update or a delete holds its memory before it asks for the index, so neither ever waits for the other in a circle.

/**
 * Tables of memories grow between two looks of the planner at them, and a plan for a small table is the worst for a large one: the
 * statements of this transaction go by the keys that they are written for.
 */
export async function planByKeys(trx: Transaction<Schema>): Promise<void> {
  await sql`select set_config(name, 'off', true)
    from unnest(array['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin']) as s (name)`.execute(trx);
}

export interface Unchanged<Item> {
  readonly items: readonly Item[];
  /** Of these the memories that were never in the index. */
  readonly fresh: ReadonlySet<string>;
}

/** Locks the memories that the items were read from; those of which every text is still the one that was read. */
export async function lockUnchanged<Item>(
  trx: Transaction<Schema>,
  owner: MemoryOwner,
  { items, textsOf }: { items: readonly Item[]; textsOf: (item: Item) => readonly Memory[] },
): Promise<Unchanged<Item>> {
  await planByKeys(trx);
  const ids = [...new Set(items.flatMap((item) => textsOf(item).map(({ id }) => id)))];
  const rows = await trx
    .selectFrom('memories')
    .select(['id', 'updated_at', 'index_position'])
    .where('project_id', '=', owner.projectId)
    .where('user_id', '=', owner.userId)
    .where('id', 'in', ids.length > 0 ? ids : [owner.userId])
    .orderBy('id')
    .forUpdate()
    .execute();
  const times = new Map(rows.map((row) => [row.id, row.updated_at]));
  return {
    items: items.filter((item) => textsOf(item).every(({ id, updatedAt }) => times.get(id) === updatedAt)),
    fresh: new Set(rows.flatMap((row) => (row.index_position === null ? [row.id] : []))),
  };
}

/** Locks the user's index until the transaction ends, and says how far it is. */
export async function lockIndex(trx: Transaction<Schema>, { projectId, userId }: MemoryOwner): Promise<{ nextPosition: number }> {
  await trx
    .insertInto('memory_index_stats')
    .values({ project_id: projectId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await trx
    .selectFrom('memory_index_stats')
    .select('next_position')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { nextPosition: row.next_position };
}

/** Says by whose texts positions are found: what is to be cleared when one of them changes or goes. */
export async function addInfluences(
  trx: Transaction<Schema>,
  { projectId }: MemoryOwner,
  influences: readonly { readonly sourceId: string; readonly position: number }[],
): Promise<void> {
  await sql`insert into cairn.memory_influences (project_id, source_id, position)
    select ${projectId}, i.source_id, i.position
    from unnest(${influences.map(({ sourceId }) => sourceId)}::uuid[], ${influences.map(({ position }) => position)}::int[])
      as i (source_id, position)
    on conflict do nothing`.execute(trx);
}
