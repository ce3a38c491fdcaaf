import type { IndexStats, PassageSlot, TermPostings } from '@cairn/core';
import { knowledgeBm25 } from '../recipes/knowledge-recipe.ts';
import { topK } from './top-k.ts';

export interface ScoredSlot extends PassageSlot {
  /** Above 0. */
  readonly score: number;
}

/**
 * BM25 scores of passages, gathered term by term. Each passage gets the same score whatever the order of the terms' postings,
 * as long as terms are added in the same order.
 */
export class ScoreBoard {
  readonly #averageLength: number;
  readonly #passages: number;
  readonly #blocks = new Map<number, Float64Array>();
  /** How many passages have a score. */
  size = 0;

  constructor(stats: IndexStats) {
    this.#passages = stats.passages;
    this.#averageLength = stats.passages > 0 ? Math.max(stats.terms / stats.passages, 1) : 1;
  }

  /** Adds what a term's postings are worth; with `only`, to passages that have a score already. */
  add({ holding, blocks = [] }: TermPostings, only?: 'scored'): void {
    const { k1, b } = knowledgeBm25;
    const weight = rarity(holding, this.#passages) * (k1 + 1);
    const perLength = (k1 * b) / this.#averageLength;
    for (const { block, postings } of blocks) {
      const last = postings.at(-1);
      if (last === undefined) continue;
      const scores = this.#scoresOf(block, (last >>> 16) + 1);
      for (const posting of postings) {
        const slot = posting >>> 16;
        const before = scores[slot] as number;
        if (before === 0) {
          if (only) continue;
          this.size += 1;
        }
        const count = (posting >>> 10) & 63;
        scores[slot] = before + (weight * count) / (count + k1 * (1 - b) + perLength * (posting & 1023));
      }
    }
  }

  /** 0 when the passage holds none of the terms. */
  scoreOf({ block, slot }: PassageSlot): number {
    return this.#blocks.get(block)?.[slot] ?? 0;
  }

  /** The best, best first; equal scores in the order of blocks and slots. */
  best(limit: number): ScoredSlot[] {
    let found: ScoredSlot[] = [];
    let floor = 0;
    for (const [block, scores] of this.#blocks) {
      for (let slot = 0; slot < scores.length; slot += 1) {
        const score = scores[slot] as number;
        if (score > 0 && score >= floor) found.push({ block, slot, score });
      }
      if (found.length < limit * 4) continue;
      found = topK(found, limit, ranksBefore);
      floor = found.at(-1)?.score ?? floor;
    }
    return topK(found, limit, ranksBefore);
  }

  #scoresOf(block: number, slots: number): Float64Array {
    const there = this.#blocks.get(block);
    if (there && there.length >= slots) return there;
    const scores = new Float64Array(Math.max(slots, 1024));
    if (there) scores.set(there);
    this.#blocks.set(block, scores);
    return scores;
  }
}

/** Positive even for a term that every passage holds. */
function rarity(holding: number, passages: number): number {
  const all = Math.max(passages, holding);
  return Math.log(1 + (all - holding + 0.5) / (holding + 0.5));
}

function ranksBefore(a: ScoredSlot, c: ScoredSlot): boolean {
  if (a.score !== c.score) return a.score > c.score;
  return a.block === c.block ? a.slot < c.slot : a.block < c.block;
}
