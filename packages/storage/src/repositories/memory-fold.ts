import type { IndexedMemory, Memory, MemoryOwner } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { hashTerm } from '../sealing/term-hash.ts';
import { blockSize, encodeEntries, type MemoryEntry } from './memory-entries.ts';
import { arrayText } from './memory-rows.ts';
import { addInfluences, lockIndex, lockUnchanged, planByKeys } from './memory-locks.ts';

/** Memories to be put into a user's index. */
export interface Fold {
  readonly owner: MemoryOwner;
  readonly analyser: number;
  readonly memories: readonly IndexedMemory[];
}

/** A memory at the position that it gets. */
interface Placed {
  readonly position: number;
  readonly memory: Memory;
  readonly sources: readonly Memory[];
  readonly length: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Puts memories into the index whose texts are still those that were read; how many. */
export async function foldMemories(trx: Transaction<Schema>, termKey: Uint8Array, { owner, analyser, memories }: Fold): Promise<number> {
  const { items, fresh } = await lockUnchanged(trx, owner, { items: memories, textsOf });
  if (items.length === 0) return 0;
  const { nextPosition } = await lockIndex(trx, owner);
  const again = await takeReindexed(trx, owner, items);
  const taken = items.filter(({ of }) => fresh.has(of.memory.id) || again.has(of.memory.id));
  if (taken.length === 0) return 0;
  const placed = taken.map((entry, i) => place(entry, nextPosition + i, termKey));
  await insertPositions(trx, owner, { placed, analyser });
  await insertPostings(trx, owner, placed);
  await addInfluences(
    trx,
    owner,
    placed.flatMap(({ sources, position }) => sources.map(({ id }) => ({ sourceId: id, position }))),
  );
  await notePositions(trx, owner, placed);
  const come = placed.filter(({ memory }) => fresh.has(memory.id));
  await refreshNeighbours(trx, owner, come);
  return placed.length;
}

const textsOf = ({ of }: IndexedMemory): readonly Memory[] => [of.memory, ...of.before];

/** Those of the memories that were cleared from the index; they count as done from here on. */
async function takeReindexed(
  trx: Transaction<Schema>,
  owner: MemoryOwner,
  entries: readonly IndexedMemory[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ memory_id: string }>`delete from cairn.memory_reindex
    where project_id = ${owner.projectId} and user_id = ${owner.userId} and memory_id = any (${entries.map(({ of }) => of.memory.id)}::uuid[])
    returning memory_id`.execute(trx);
  return new Set(rows.map((row) => row.memory_id));
}

function place(entry: IndexedMemory, position: number, termKey: Uint8Array): Placed {
  const counts = new Map<string, number>();
  for (const [term, count] of entry.terms.counts) counts.set(hashTerm(termKey, term), count);
  return { position, memory: entry.of.memory, sources: textsOf(entry), length: entry.terms.length, counts };
}

async function insertPositions(
  trx: Transaction<Schema>,
  owner: MemoryOwner,
  { placed, analyser }: { placed: readonly Placed[]; analyser: number },
): Promise<void> {
  await sql`insert into cairn.memory_index (project_id, user_id, position, memory_id, length, analyser, terms, sources)
    select ${owner.projectId}, ${owner.userId}, p.position, p.memory_id, p.length, ${analyser}, p.terms::bigint[], p.sources::uuid[]
    from unnest(${placed.map(({ position }) => position)}::int[], ${placed.map(({ memory }) => memory.id)}::uuid[],
      ${placed.map(({ length }) => length)}::int[], ${placed.map(({ counts }) => arrayText(counts.keys()))}::text[],
      ${placed.map(({ sources }) => arrayText(sources.map(({ id }) => id)))}::text[]) as p (position, memory_id, length, terms, sources)`.execute(
    trx,
  );
}

/** Positions only ever grow, so what is new comes after what a row holds. */
async function insertPostings(trx: Transaction<Schema>, owner: MemoryOwner, placed: readonly Placed[]): Promise<void> {
  for (const [block, own] of Map.groupBy(placed, ({ position }) => Math.floor(position / blockSize))) {
    const byTerm = entriesByTerm(own);
    await sql`insert into cairn.memory_postings as p (project_id, user_id, term, block, entries)
      select ${owner.projectId}, ${owner.userId}, n.term, ${block}, n.entries
      from unnest(${[...byTerm.keys()]}::bigint[], ${Array.from(byTerm.values(), encodeEntries)}::bytea[]) as n (term, entries)
      on conflict (project_id, user_id, term, block) do update set entries = p.entries || excluded.entries`.execute(trx);
  }
}

function entriesByTerm(placed: readonly Placed[]): Map<string, MemoryEntry[]> {
  const byTerm = new Map<string, MemoryEntry[]>();
  for (const { position, length, counts } of placed) {
    for (const [term, count] of counts) {
      const entries = byTerm.get(term);
      if (entries) entries.push({ position, count, length });
      else byTerm.set(term, [{ position, count, length }]);
    }
  }
  return byTerm;
}

async function notePositions(trx: Transaction<Schema>, { projectId, userId }: MemoryOwner, placed: readonly Placed[]): Promise<void> {
  const ids = placed.map(({ memory }) => memory.id);
  await sql`update cairn.memories
    set index_position = (${placed.map(({ position }) => position)}::int[])[array_position(${ids}::uuid[], id)]
    where project_id = ${projectId} and id = any (${ids}::uuid[])`.execute(trx);
  const terms = placed.reduce((sum, { length }) => sum + length, 0);
  await sql`update cairn.memory_index_stats
    set memories = memories + ${placed.length}, terms = terms + ${terms}, next_position = next_position + ${placed.length}
    where project_id = ${projectId} and user_id = ${userId}`.execute(trx);
}

/** What stood beside each other before these came between, or before anything came after it. */
async function refreshNeighbours(trx: Transaction<Schema>, { projectId, userId }: MemoryOwner, come: readonly Placed[]): Promise<void> {
  if (come.length === 0) return;
  await sql`select cairn.clear_followers(${projectId}, ${userId}, ${come.map(({ memory }) => memory.id)}::uuid[])`.execute(trx);
  const before = come.flatMap(({ sources }) => sources.at(-1)?.id ?? []);
  await sql`update cairn.memory_index set embedded_by = ''
    where project_id = ${projectId} and user_id = ${userId} and memory_id = any (${before}::uuid[]) and embedded_by <> ''
      and position = any (array(
        select position from cairn.memory_influences where project_id = ${projectId} and source_id = any (${before}::uuid[])))`.execute(
    trx,
  );
}

/** Takes memories out of the index that another analysis put there; how many. */
export async function retireMemories(
  trx: Transaction<Schema>,
  owner: MemoryOwner,
  { analyser, limit }: { analyser: number; limit: number },
): Promise<number> {
  const { projectId, userId } = owner;
  await planByKeys(trx);
  await lockIndex(trx, owner);
  const { rows } = await sql<{ position: number }>`
    (select position from cairn.memory_index
      where project_id = ${projectId} and user_id = ${userId} and analyser < ${analyser} order by analyser, position limit ${limit})
    union all
    (select position from cairn.memory_index
      where project_id = ${projectId} and user_id = ${userId} and analyser > ${analyser} order by analyser, position limit ${limit})
    limit ${limit}`.execute(trx);
  for (const { position } of rows) await sql`select cairn.clear_position(${projectId}, ${userId}, ${position})`.execute(trx);
  return rows.length;
}
