import type { VectorPlace, VectorSegment } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { keyedDigest } from '../sealing/term-hash.ts';

/** The vectors of a version by one model. */
export interface VectorsOf {
  readonly projectId: string;
  readonly versionId: string;
  readonly modelId: string;
}

/** Those of the places for which no vectors of the very same texts are there. */
export async function missingVectors<Place extends VectorPlace>(
  trx: Transaction<Schema>,
  digestKey: Uint8Array,
  { of, places }: { of: VectorsOf; places: readonly Place[] },
): Promise<readonly Place[]> {
  const rows = await trx
    .selectFrom('passage_vectors')
    .select(['first_ordinal', 'passages', 'digest'])
    .where('project_id', '=', of.projectId)
    .where('version_id', '=', of.versionId)
    .where('model', '=', of.modelId)
    .execute();
  const there = new Map(rows.map((row) => [row.first_ordinal, row]));
  return places.filter(({ from, passages, digest }) => {
    const row = there.get(from);
    return !row || row.passages !== passages || !keyedDigest(digestKey, digest).equals(row.digest);
  });
}

export async function insertVectors(
  trx: Transaction<Schema>,
  digestKey: Uint8Array,
  { of, segment }: { of: VectorsOf; segment: VectorSegment },
): Promise<void> {
  const { from, passages, digest, codes, vectors } = segment;
  const content = {
    passages,
    digest: keyedDigest(digestKey, digest),
    codes,
    vectors: Buffer.from(vectors.buffer, vectors.byteOffset, vectors.byteLength),
    generation: null,
  };
  await trx
    .insertInto('passage_vectors')
    .values({ project_id: of.projectId, version_id: of.versionId, model: of.modelId, first_ordinal: from, ...content })
    .onConflict((conflict) => conflict.columns(['project_id', 'version_id', 'model', 'first_ordinal']).doUpdateSet(content))
    .execute();
}

/**
 * Shows a version's vectors under new generations, and drops those by other models and of passages that there are not. The
 * index is locked. @throws when a passage has no vector
 */
export async function showVectors(trx: Transaction<Schema>, of: VectorsOf, passages: number): Promise<void> {
  await dropVectors(trx, of, passages);
  const { rows } = await sql<{ passages: number | null; rows: number }>`
    with shown as (
      update cairn.passage_vectors v set generation = s.generation + n.place
      from cairn.knowledge_stats s, (
        select first_ordinal, row_number() over (order by first_ordinal) as place from cairn.passage_vectors
        where project_id = ${of.projectId} and version_id = ${of.versionId} and model = ${of.modelId}) n
      where v.project_id = ${of.projectId} and v.version_id = ${of.versionId} and v.model = ${of.modelId}
        and v.first_ordinal = n.first_ordinal and s.project_id = ${of.projectId}
      returning v.passages)
    select sum(passages) as passages, count(*) as rows from shown`.execute(trx);
  const [shown] = rows;
  if ((shown?.passages ?? 0) !== passages) throw new Error('a passage of the version has no vector');
  await sql`update cairn.knowledge_stats set generation = generation + ${shown?.rows ?? 0} where project_id = ${of.projectId}`.execute(trx);
}

async function dropVectors(trx: Transaction<Schema>, of: VectorsOf, passages: number): Promise<void> {
  await trx
    .deleteFrom('passage_vectors')
    .where('project_id', '=', of.projectId)
    .where('version_id', '=', of.versionId)
    .where((eb) => eb.or([eb('model', '<>', of.modelId), eb('first_ordinal', '>=', passages)]))
    .execute();
}

/** What is there without a model in use: nothing that anybody would look for. */
export async function dropAllVectors(trx: Transaction<Schema>, projectId: string, versionId: string): Promise<void> {
  await trx.deleteFrom('passage_vectors').where('project_id', '=', projectId).where('version_id', '=', versionId).execute();
}
