import type { IngestionClaim } from '@cairn/core';
import { sql, type Transaction, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** A claim not heard of for this long is stranded; longer than any step of an attempt may take. */
const claimMinutes = 6;

/** States in which a version still has to be worked on. */
export const unfinished = ['queued', 'parsing', 'indexing'] as const;

/** When a claim that is heard of now is stranded. */
export const lease = sql<string>`now() + make_interval(mins => ${sql.lit(claimMinutes)})`;

type VersionUpdate = UpdateQueryBuilder<Schema, 'document_versions', 'document_versions', UpdateResult>;

/** The claimed version, as long as the claim is the newest one and the work is not done. */
export function heldVersion(trx: Transaction<Schema>, held: IngestionClaim): VersionUpdate {
  return trx
    .updateTable('document_versions')
    .set({ updated_at: sql`clock_timestamp()` })
    .where('project_id', '=', held.projectId)
    .where('id', '=', held.versionId)
    .where('claim_token', '=', held.token)
    .where('status', 'in', unfinished);
}

/** Whether the claim still held and the version was changed. */
export async function change(update: VersionUpdate): Promise<boolean> {
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
