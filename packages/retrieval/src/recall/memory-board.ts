import type { MemoryPostings } from '@cairn/core';
import { topK } from '../ranking/top-k.ts';
import { memoryBm25 } from '../recipes/memory-recipe.ts';

export interface ScoredPosition {
  readonly position: number;
  /** Above 0. */
  readonly score: number;
}

export interface BoardSize {
  readonly memories: number;
  /** Terms of all memories together. */
  readonly terms: number;
}

const blockSize = 1024;

/** BM25 of memories: of those in the index by position, and of others one by one. */
export class MemoryBoard {
  readonly #memories: number;
  readonly #averageLength: number;
  readonly #allowed: ReadonlySet<number> | undefined;
  readonly #blocks = new Map<number, Float64Array>();

  /** `allowed`: positions that may have a score; undefined for all. */
  constructor({ memories, terms }: BoardSize, allowed: ReadonlySet<number> | undefined) {
    this.#memories = memories;
    this.#averageLength = memories > 0 ? Math.max(terms / memories, 1) : 1;
    this.#allowed = allowed;
  }

  /** What a term adds, of which so many memories hold it in all. */
  add({ positions, counts, lengths }: MemoryPostings, holding: number): void {
    const rarity = this.#rarity(holding);
    for (let i = 0; i < positions.length; i += 1) {
      const position = positions[i] as number;
      if (this.#allowed?.has(position) === false) continue;
      const scores = this.#scoresOf(Math.floor(position / blockSize));
      const slot = position % blockSize;
      scores[slot] = (scores[slot] as number) + rarity * this.#saturated(counts[i] as number, lengths[i] as number);
    }
  }

  /** What a term with so many occurrences in a memory of that length is worth. */
  worth(holding: number, count: number, length: number): number {
    return this.#rarity(holding) * this.#saturated(count, length);
  }

  /** 0 when the memory there holds none of the terms. */
  scoreOf(position: number): number {
    return this.#blocks.get(Math.floor(position / blockSize))?.[position % blockSize] ?? 0;
  }

  /** The best, best first; of equal ones the latest position. */
  best(limit: number): ScoredPosition[] {
    return topK(this.#entries(), limit, (a, b) => (a.score === b.score ? a.position > b.position : a.score > b.score));
  }

  *#entries(): Generator<ScoredPosition> {
    for (const [block, scores] of this.#blocks) {
      for (let slot = 0; slot < blockSize; slot += 1) {
        const score = scores[slot] as number;
        if (score > 0) yield { position: block * blockSize + slot, score };
      }
    }
  }

  #scoresOf(block: number): Float64Array {
    let scores = this.#blocks.get(block);
    if (!scores) this.#blocks.set(block, (scores = new Float64Array(blockSize)));
    return scores;
  }

  /** Positive even for a term that every memory holds. */
  #rarity(holding: number): number {
    return Math.log(1 + (Math.max(this.#memories - holding, 0) + 0.5) / (holding + 0.5));
  }

  #saturated(count: number, length: number): number {
    const { k1, b } = memoryBm25;
    return (count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / this.#averageLength));
  }
}
