import type { Memory, MemoryNeighbourhood, MemoryOwner, MemoryVector } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { packSize } from './memory-entries.ts';
import { addInfluences, lockIndex, lockUnchanged, planByKeys } from './memory-locks.ts';

/** Indexed memories without a vector of the model, or with one that lacks a neighbour's text. */
export async function unembedded(
  trx: Transaction<Schema>,
  { projectId, userId }: MemoryOwner,
  { modelId, limit }: { modelId: string; limit: number },
): Promise<readonly { readonly position: number; readonly memoryId: string }[]> {
  await planByKeys(trx);
  const { rows } = await sql<{ position: number; memory_id: string }>`
    (select position, memory_id from cairn.memory_index
      where project_id = ${projectId} and user_id = ${userId} and embedded_by < ${modelId} order by embedded_by, position limit ${limit})
    union all
    (select position, memory_id from cairn.memory_index
      where project_id = ${projectId} and user_id = ${userId} and embedded_by > ${modelId} order by embedded_by, position limit ${limit})
    limit ${limit}`.execute(trx);
  return rows.map((row) => ({ position: row.position, memoryId: row.memory_id }));
}

/** Writes vectors whose texts are still those that were read; how many. */
export async function putVectors(
  trx: Transaction<Schema>,
  owner: MemoryOwner,
  { modelId, vectors }: { modelId: string; vectors: readonly MemoryVector[] },
): Promise<number> {
  const { items } = await lockUnchanged(trx, owner, { items: vectors, textsOf: ({ of }) => embeddedTexts(of) });
  if (items.length === 0) return 0;
  await lockIndex(trx, owner);
  const there = await stillThere(trx, owner, items);
  const taken = items.filter(({ position }) => there.has(position));
  if (taken.length === 0) return 0;
  for (const { position } of taken) {
    const before = there.get(position) ?? '';
    if (before !== modelId) await clearOthers(trx, owner, { position, modelId });
  }
  await writePacks(trx, owner, { modelId, vectors: taken });
  await noteSources(trx, owner, { modelId, vectors: taken });
  return taken.length;
}

/** What a vector is made of. */
const embeddedTexts = ({ memory, before, after }: MemoryNeighbourhood): readonly Memory[] =>
  [memory, before.at(-1), after].filter((each) => each !== undefined);

/** A position is never given away again, so one that is there is still that memory's. */
async function stillThere(trx: Transaction<Schema>, owner: MemoryOwner, vectors: readonly MemoryVector[]): Promise<Map<number, string>> {
  const rows = await trx
    .selectFrom('memory_index')
    .select(['position', 'embedded_by'])
    .where('project_id', '=', owner.projectId)
    .where('user_id', '=', owner.userId)
    .where(
      'position',
      'in',
      vectors.map(({ position }) => position),
    )
    .execute();
  return new Map(rows.map((row) => [row.position, row.embedded_by]));
}

async function clearOthers(
  trx: Transaction<Schema>,
  { projectId, userId }: MemoryOwner,
  { position, modelId }: { position: number; modelId: string },
): Promise<void> {
  await sql`select cairn.clear_vectors(${projectId}, ${userId}, ${position}, ${modelId})`.execute(trx);
}

interface ModelVectors {
  readonly modelId: string;
  readonly vectors: readonly MemoryVector[];
}

async function writePacks(trx: Transaction<Schema>, owner: MemoryOwner, { modelId, vectors }: ModelVectors): Promise<void> {
  const { projectId: project_id, userId: user_id } = owner;
  const { rows } = await sql<{ version: number }>`update cairn.memory_index_stats set vectors = vectors + 1
    where project_id = ${project_id} and user_id = ${user_id} returning vectors as version`.execute(trx);
  const version = rows[0]?.version ?? 0;
  for (const [pack, own] of Map.groupBy(vectors, ({ position }) => Math.floor(position / packSize))) {
    const place = { project_id, user_id, model: modelId, pack };
    const known = await trx
      .selectFrom('memory_vectors')
      .select(['slots', 'codes', 'vectors'])
      .where('project_id', '=', project_id)
      .where('user_id', '=', user_id)
      .where('model', '=', modelId)
      .where('pack', '=', pack)
      .executeTakeFirst();
    const isLike = known === undefined || known.vectors.length === known.slots.length * (own[0]?.vector.length ?? 0);
    if (!isLike) await forgetPacks(trx, owner, { modelId, packs: [pack] });
    const content = { ...withVectors(isLike ? known : undefined, own), version };
    await trx
      .insertInto('memory_vectors')
      .values({ ...place, ...content })
      .onConflict((conflict) => conflict.columns(['project_id', 'user_id', 'model', 'pack']).doUpdateSet(content))
      .execute();
  }
}

/** Takes whole packs of a model's vectors away, so that these are made anew. The caller holds the lock of the user's index. */
export async function forgetPacks(
  trx: Transaction<Schema>,
  { projectId, userId }: MemoryOwner,
  { modelId, packs }: { readonly modelId: string; readonly packs: readonly number[] },
): Promise<void> {
  if (packs.length === 0) return;
  await sql`delete from cairn.memory_vectors
    where project_id = ${projectId} and user_id = ${userId} and model = ${modelId} and pack = any (${packs}::int[])`.execute(trx);
  for (const pack of packs) {
    await sql`update cairn.memory_index set embedded_by = ''
      where project_id = ${projectId} and user_id = ${userId} and embedded_by = ${modelId}
        and position between ${pack * packSize} and ${pack * packSize + packSize - 1}`.execute(trx);
  }
  await sql`update cairn.memory_index_stats set vectors = vectors + 1, vectors_cleared = vectors + 1
    where project_id = ${projectId} and user_id = ${userId}`.execute(trx);
}

interface Pack {
  readonly slots: Uint8Array;
  readonly codes: Uint8Array;
  readonly vectors: Uint8Array;
}

/** A pack with the vectors in it, in order of their slots; one of a slot that was there takes the place of the other. */
function withVectors(known: Pack | undefined, own: readonly MemoryVector[]): Pack {
  const bySlot = new Map<number, { code: Uint8Array; vector: Uint8Array }>();
  if (known && known.slots.length > 0) {
    const [code, vector] = [known.codes.length / known.slots.length, known.vectors.length / known.slots.length];
    known.slots.forEach((slot, i) =>
      bySlot.set(slot, {
        code: known.codes.subarray(i * code, (i + 1) * code),
        vector: known.vectors.subarray(i * vector, (i + 1) * vector),
      }),
    );
  }
  for (const { position, code, vector } of own) {
    bySlot.set(position % packSize, { code, vector: new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength) });
  }
  const slots = [...bySlot.keys()].toSorted((a, b) => a - b);
  const inOrder = slots.flatMap((slot) => bySlot.get(slot) ?? []);
  return {
    slots: Buffer.from(slots),
    codes: Buffer.concat(inOrder.map(({ code }) => code)),
    vectors: Buffer.concat(inOrder.map(({ vector }) => vector)),
  };
}

/** The vector tells of its neighbours' texts, so it goes when one of them does. */
async function noteSources(trx: Transaction<Schema>, owner: MemoryOwner, { modelId, vectors }: ModelVectors): Promise<void> {
  const influences = vectors.flatMap(({ position, of }) => embeddedTexts(of).map(({ id }) => ({ sourceId: id, position })));
  await addInfluences(trx, owner, influences);
  await sql`update cairn.memory_index i set embedded_by = ${modelId},
      sources = (select array_agg(distinct s) from unnest(i.sources || array(
        select n.source_id
        from unnest(${influences.map(({ position }) => position)}::int[], ${influences.map(({ sourceId }) => sourceId)}::uuid[])
          as n (position, source_id)
        where n.position = i.position)) s)
    where i.project_id = ${owner.projectId} and i.user_id = ${owner.userId}
      and i.position = any (${vectors.map(({ position }) => position)}::int[])`.execute(trx);
}
