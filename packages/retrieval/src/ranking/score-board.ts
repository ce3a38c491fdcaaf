import type { IndexStats, PassageSlot, TermPostings } from '@cairn/core';
import { knowledgeBm25 } from '../recipes/knowledge-recipe.ts';
import { topK } from './top-k.ts';

export interface ScoredSlot extends PassageSlot {
  /** Above 0. */
  readonly score: number;
}

export interface Adding {
  readonly only?: 'scored' | undefined;
  /** A word that several terms say: each passage gets what the best of them is worth, as rare as the commonest of them is. */
  readonly word?: { readonly name: string; readonly holding: number } | undefined;
}

/**
 * BM25 scores of passages, gathered term by term. Each passage gets the same score whatever the order of the terms' postings,
 * as long as terms are added in the same order.
 */
export class ScoreBoard {
  readonly #averageLength: number;
  readonly #passages: number;
  readonly #blocks = new Map<number, Float64Array>();
  /** What passages have of a word that several terms say, by word and place. */
  readonly #words = new Map<string, Map<number, number>>();
  /** How many passages have a score. */
  size = 0;

  constructor(stats: IndexStats) {
    this.#passages = stats.passages;
    this.#averageLength = stats.passages > 0 ? Math.max(stats.terms / stats.passages, 1) : 1;
  }

  /** Adds what a term's postings are worth; with `only`, to passages that have a score already. */
  add({ holding, blocks = [] }: TermPostings, { only, word }: Adding = {}): void {
    const { k1, b } = knowledgeBm25;
    const weight = rarity(word?.holding ?? holding, this.#passages) * (k1 + 1);
    const perLength = (k1 * b) / this.#averageLength;
    const had = word && this.#hadOf(word.name);
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
        const worth = (weight * count) / (count + k1 * (1 - b) + perLength * (posting & 1023));
        scores[slot] = before + (had ? gain(had, block * maxSlots + slot, worth) : worth);
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

  #hadOf(word: string): Map<number, number> {
    const had = this.#words.get(word) ?? new Map<number, number>();
    this.#words.set(word, had);
    return had;
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

/** Of a block. */
const maxSlots = 65_536;

/** By how much a passage gains when it has had less of the word before. */
function gain(had: Map<number, number>, place: number, worth: number): number {
  const before = had.get(place) ?? 0;
  if (worth <= before) return 0;
  had.set(place, worth);
  return worth - before;
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
