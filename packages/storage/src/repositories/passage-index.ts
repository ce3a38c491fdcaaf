import type { FoundPassage, PassageIndex, PassageRef, Posting } from '@cairn/core';
import type { Session } from '../database/session.ts';
import type { ProjectKeys } from '../sealing/project-keys.ts';
import { hashTerm } from '../sealing/term-hash.ts';
import { decodeEntries } from './posting-codec.ts';
import { openPassage } from './sealed-passage.ts';

export function createPassageIndex(session: Session, keys: ProjectKeys): PassageIndex {
  return {
    async lookup(actor, terms, filter) {
      const key = await keys.of(session, actor.projectId);
      const asked = new Map(terms.map((term) => [hashTerm(key.terms, term), term]));
      const rows = await session.run<LookupRow>(statements.lookup, [actor.projectId, [...asked.keys()], filter?.documentIds ?? null]);
      const stats = { passages: rows[0]?.passages ?? 0, terms: rows[0]?.terms ?? 0 };
      return { stats, postings: collect(rows, asked) };
    },

    async passages(actor, refs) {
      if (refs.length === 0) return [];
      const key = await keys.of(session, actor.projectId);
      const values = [actor.projectId, refs.map((ref) => ref.versionId), refs.map((ref) => ref.ordinal)];
      const rows = await session.run<PassageRow>(statements.passages, values);
      return rows.map((row) => toPassage(key.seal, actor.projectId, row));
    },
  };
}

const statements = {
  lookup: { name: 'lookup_terms', text: 'select * from cairn.lookup_terms($1, $2, $3)' },
  passages: { name: 'read_passages', text: 'select * from cairn.read_passages($1, $2, $3)' },
} as const;

interface LookupRow {
  readonly passages: number | null;
  readonly terms: number | null;
  /** Null on the first row, which carries the statistics. */
  readonly term: string | null;
  readonly version_id: string;
  readonly document_id: string;
  readonly entries: Uint8Array;
}

interface PassageRow {
  readonly document_id: string;
  readonly title: string;
  readonly version_id: string;
  readonly ordinal: number;
  readonly start_at: number;
  readonly end_at: number;
  readonly sealed: Uint8Array;
}

function collect(rows: readonly LookupRow[], asked: ReadonlyMap<string, string>): Map<string, Posting[]> {
  const postings = new Map<string, Posting[]>();
  for (const row of rows) {
    const term = row.term === null ? undefined : asked.get(row.term);
    if (term === undefined) continue;
    const list = postings.get(term) ?? [];
    for (const entry of decodeEntries(row.entries)) {
      list.push({ documentId: row.document_id, versionId: row.version_id, ...entry });
    }
    postings.set(term, list);
  }
  return postings;
}

function toPassage(key: Uint8Array, projectId: string, row: PassageRow): FoundPassage {
  const ref: PassageRef = { documentId: row.document_id, versionId: row.version_id, ordinal: row.ordinal };
  const { text, headings } = openPassage(key, { projectId, ...ref }, row.sealed);
  return { ...ref, title: row.title, start: row.start_at, end: row.end_at, headings, text };
}
