import type { PassageTerms } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { leaveBlocks, lockIndex } from './index-blocks.ts';

export const termsOf = (passages: readonly PassageTerms[]): number => passages.reduce((sum, passage) => sum + passage.length, 0);

/** Takes a live version out of the index and the statistics. Its passages, parts and vectors go with the version's row. */
export async function forgetVersion(trx: Transaction<Schema>, projectId: string, versionId: string): Promise<void> {
  await lockIndex(trx, projectId);
  await leaveBlocks(trx, projectId, versionId);
  const version = await trx
    .selectFrom('document_versions')
    .select(['passages', 'terms'])
    .where('project_id', '=', projectId)
    .where('id', '=', versionId)
    .executeTakeFirst();
  if (version) await changeStats(trx, projectId, { passages: -version.passages, terms: -version.terms });
}

/** Adds to, or takes from, the size of a project's index, which is locked. */
export async function changeStats(
  trx: Transaction<Schema>,
  projectId: string,
  { passages, terms }: { passages: number; terms: number },
): Promise<void> {
  await sql`update cairn.knowledge_stats set passages = passages + ${passages}, terms = terms + ${terms}
    where project_id = ${projectId}`.execute(trx);
}
