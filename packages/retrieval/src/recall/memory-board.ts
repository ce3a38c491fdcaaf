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

const blockBits = 10;
const blockSize = 1 << blockBits;

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

  /** What a term adds, of which so many memories hold it in all. `positions` rise. */
  add({ positions, counts, lengths }: MemoryPostings, holding: number): void {
    const rarity = this.#rarity(holding);
    const allowed = this.#allowed;
    let block = -1;
    let scores: Float64Array = new Float64Array();
    for (let i = 0; i < positions.length; i += 1) {
      const position = positions[i] as number;
      if (allowed?.has(position) === false) continue;
      if (position >> blockBits !== block) scores = this.#scoresOf((block = position >> blockBits));
      const slot = position & (blockSize - 1);
      scores[slot] = (scores[slot] as number) + rarity * this.#saturated(counts[i] as number, lengths[i] as number);
    }
  }

  /** What a term with so many occurrences in a memory of that length is worth. */
  worth(holding: number, count: number, length: number): number {
    return this.#rarity(holding) * this.#saturated(count, length);
  }

  /** 0 when the memory there holds none of the terms. */
  scoreOf(position: number): number {
    return this.#blocks.get(position >> blockBits)?.[position & (blockSize - 1)] ?? 0;
  }

  /** The best, best first; of equal ones the latest position. */
  best(limit: number): ScoredPosition[] {
    let found: ScoredPosition[] = [];
    let floor = 0;
    for (const [block, scores] of this.#blocks) {
      for (let slot = 0; slot < blockSize; slot += 1) {
        const score = scores[slot] as number;
        if (score > 0 && score >= floor) found.push({ position: block * blockSize + slot, score });
      }
      if (found.length < limit * 4) continue;
      found = topK(found, limit, ranksBefore);
      floor = found.at(-1)?.score ?? floor;
    }
    return topK(found, limit, ranksBefore);
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

function ranksBefore(a: ScoredPosition, b: ScoredPosition): boolean {
  return a.score === b.score ? a.position > b.position : a.score > b.score;
}
