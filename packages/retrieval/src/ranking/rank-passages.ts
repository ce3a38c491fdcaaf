import type { IndexStats, PassageRef, Posting } from '@cairn/core';
import { topK } from './top-k.ts';

/** BM25 as measured best for documents: how fast repeats of a term saturate, how much a long passage is held back. */
const k1 = 1.2;
const b = 0.75;

export interface RankedPassage {
  readonly ref: PassageRef;
  /** Above 0. */
  readonly score: number;
}

export interface RankingInput {
  readonly stats: IndexStats;
  readonly postings: ReadonlyMap<string, readonly Posting[]>;
  /** The query's terms; one that is named twice counts twice. */
  readonly terms: readonly string[];
  readonly limit: number;
}

/**
 * The best `limit` passages by BM25, best first, and how many match at all. Equal scores are ordered by document, version and
 * place in it; neither the order of the terms nor of the postings changes the answer.
 */
export function rankPassages({ stats, postings, terms, limit }: RankingInput): { hits: RankedPassage[]; total: number } {
  const scores = new ScoreBoard();
  const averageLength = stats.passages > 0 ? Math.max(stats.terms / stats.passages, 1) : 1;
  for (const [term, repeats] of occurrences(terms)) {
    const list = postings.get(term) ?? [];
    const weight = repeats * rarity(list.length, stats.passages);
    for (const posting of list) {
      const saturation = posting.count + k1 * (1 - b + (b * posting.length) / averageLength);
      scores.add(posting, (weight * posting.count * (k1 + 1)) / saturation);
    }
  }
  return { hits: topK(scores.entries(), limit, ranksBefore), total: scores.size };
}

/** Sorted, so that floating-point sums do not depend on the order of the words. */
function occurrences(terms: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return [...counts].toSorted(([a], [c]) => (a < c ? -1 : 1));
}

/** Positive even for a term that every passage holds. */
function rarity(holding: number, passages: number): number {
  const all = Math.max(passages, holding);
  return Math.log(1 + (all - holding + 0.5) / (holding + 0.5));
}

function ranksBefore(a: RankedPassage, c: RankedPassage): boolean {
  if (a.score !== c.score) return a.score > c.score;
  if (a.ref.documentId !== c.ref.documentId) return a.ref.documentId < c.ref.documentId;
  if (a.ref.versionId !== c.ref.versionId) return a.ref.versionId < c.ref.versionId;
  return a.ref.ordinal < c.ref.ordinal;
}

/** Scores by version and place in it; postings of one version come together, so its table is looked up once for many. */
class ScoreBoard {
  readonly #versions = new Map<string, Map<number, { ref: PassageRef; score: number }>>();
  #versionId: string | undefined;
  #passages = new Map<number, { ref: PassageRef; score: number }>();
  size = 0;

  add(posting: Posting, score: number): void {
    if (posting.versionId !== this.#versionId) this.#open(posting.versionId);
    const entry = this.#passages.get(posting.ordinal);
    if (entry) entry.score += score;
    else {
      const { documentId, versionId, ordinal } = posting;
      this.#passages.set(ordinal, { ref: { documentId, versionId, ordinal }, score });
      this.size += 1;
    }
  }

  *entries(): Generator<RankedPassage> {
    for (const passages of this.#versions.values()) yield* passages.values();
  }

  #open(versionId: string): void {
    this.#versionId = versionId;
    let passages = this.#versions.get(versionId);
    if (!passages) this.#versions.set(versionId, (passages = new Map()));
    this.#passages = passages;
  }
}
