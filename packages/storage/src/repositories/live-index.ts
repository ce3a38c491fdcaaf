import type { PassageTerms } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { hashTerm } from '../sealing/term-hash.ts';
import { encodeEntries, type PassageEntry } from './posting-codec.ts';

/** Passages of a version on their way into the index. */
export interface IndexSegment {
  readonly version: { readonly projectId: string; readonly documentId: string; readonly versionId: string };
  /** Ordinal of the first passage. */
  readonly from: number;
  readonly passages: readonly PassageTerms[];
}

/** Writes the postings of some passages; nobody finds them before the version is the live one. */
export async function insertPostings(trx: Transaction<Schema>, termKey: Uint8Array, segment: IndexSegment): Promise<void> {
  const { projectId, documentId, versionId } = segment.version;
  const byTerm = entriesByTerm(segment);
  const hashes = Array.from(byTerm.keys(), (term) => hashTerm(termKey, term));
  const entries = Array.from(byTerm.values(), encodeEntries);
  await sql`insert into cairn.postings (project_id, term, version_id, first_ordinal, document_id, entries)
    select ${projectId}, p.term, ${versionId}, ${segment.from}, ${documentId}, p.entries
    from unnest(${hashes}::bigint[], ${entries}::bytea[]) as p (term, entries)`.execute(trx);
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

/** Adds to, or takes from, the size of a project's index. */
export async function changeStats(trx: Transaction<Schema>, projectId: string, passages: number, terms: number): Promise<void> {
  await sql`insert into cairn.knowledge_stats as s (project_id, passages, terms) values (${projectId}, ${passages}, ${terms})
    on conflict (project_id) do update set passages = s.passages + excluded.passages, terms = s.terms + excluded.terms`.execute(trx);
}

function entriesByTerm({ from, passages }: IndexSegment): Map<string, PassageEntry[]> {
  const byTerm = new Map<string, PassageEntry[]>();
  passages.forEach((passage, i) => {
    for (const [term, count] of passage.counts) {
      const entry = { ordinal: from + i, count, length: passage.length };
      const entries = byTerm.get(term);
      if (entries) entries.push(entry);
      else byTerm.set(term, [entry]);
    }
  });
  return byTerm;
}
