import type { PassageTerms } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { hashTerm } from '../sealing/term-hash.ts';
import { encodeEntries, type PassageEntry } from './posting-codec.ts';

/** A version on its way into or out of the index. */
export interface IndexedVersion {
  readonly projectId: string;
  readonly documentId: string;
  readonly versionId: string;
}

const rowsAtOnce = 1000;

/** Writes the postings of a version and counts its passages. */
export async function indexVersion(
  trx: Transaction<Schema>,
  termKey: Uint8Array,
  version: IndexedVersion,
  passages: readonly PassageTerms[],
): Promise<void> {
  const rows = postingRows(termKey, version, passages);
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await trx
      .insertInto('postings')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
  }
  await changeStats(trx, version.projectId, passages.length, termsOf(passages));
}

export const termsOf = (passages: readonly PassageTerms[]): number => passages.reduce((sum, passage) => sum + passage.length, 0);

/** Takes a live version out of the index and the statistics. Its passages and parts go with the version's row. */
export async function forgetVersion(trx: Transaction<Schema>, projectId: string, versionId: string): Promise<void> {
  await trx.deleteFrom('postings').where('project_id', '=', projectId).where('version_id', '=', versionId).execute();
  const version = await trx
    .selectFrom('document_versions')
    .select(['passages', 'terms'])
    .where('project_id', '=', projectId)
    .where('id', '=', versionId)
    .executeTakeFirst();
  if (version) await changeStats(trx, projectId, -version.passages, -version.terms);
}

async function changeStats(trx: Transaction<Schema>, projectId: string, passages: number, terms: number): Promise<void> {
  await sql`insert into cairn.knowledge_stats as s (project_id, passages, terms) values (${projectId}, ${passages}, ${terms})
    on conflict (project_id) do update set passages = s.passages + excluded.passages, terms = s.terms + excluded.terms`.execute(trx);
}

function postingRows(termKey: Uint8Array, version: IndexedVersion, passages: readonly PassageTerms[]) {
  const byTerm = new Map<string, PassageEntry[]>();
  passages.forEach((passage, ordinal) => {
    for (const [term, count] of passage.counts) {
      const entries = byTerm.get(term);
      const entry = { ordinal, count, length: passage.length };
      if (entries) entries.push(entry);
      else byTerm.set(term, [entry]);
    }
  });
  return Array.from(byTerm, ([term, entries]) => ({
    project_id: version.projectId,
    term: hashTerm(termKey, term),
    version_id: version.versionId,
    document_id: version.documentId,
    entries: encodeEntries(entries),
  }));
}
