import type { IndexStats, Passage, Posting } from '@cairn/core';
import { analyseQuery, passageTerms, rankPassages } from '@cairn/retrieval';

interface Entry {
  readonly documentId: string;
  readonly title: string;
  readonly passages: readonly Pick<Passage, 'headings' | 'text'>[];
}

/** An index in memory over the functions that the product indexes and ranks with. */
export function createMemoryIndex(entries: readonly Entry[]): { search(query: string, limit: number): { id: string; ordinal: number }[] } {
  const postings = new Map<string, Posting[]>();
  let stats: IndexStats = { passages: 0, terms: 0 };
  for (const { documentId, title, passages } of entries) {
    for (const [ordinal, passage] of passages.entries()) {
      const { counts, length } = passageTerms(passage, title);
      stats = { passages: stats.passages + 1, terms: stats.terms + length };
      for (const [term, count] of counts) {
        const list = postings.get(term) ?? [];
        list.push({ documentId, versionId: documentId, ordinal, count, length });
        postings.set(term, list);
      }
    }
  }
  return {
    search: (query, limit) =>
      rankPassages({ stats, postings, terms: analyseQuery(query), limit }).hits.map(({ ref }) => ({
        id: ref.documentId,
        ordinal: ref.ordinal,
      })),
  };
}
