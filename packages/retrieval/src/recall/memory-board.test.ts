import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryBm25 } from '../recipes/memory-recipe.ts';
import { MemoryBoard } from './memory-board.ts';

const postingsOf = (entries: readonly (readonly [position: number, count: number, length: number])[]) => ({
  positions: Int32Array.from(entries, ([position]) => position),
  counts: Uint8Array.from(entries, ([, count]) => count),
  lengths: Uint16Array.from(entries, ([, , length]) => length),
});

const entry = fc.tuple(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 90 }));
const postings = fc.array(fc.uniqueArray(entry, { selector: ([position]) => position, maxLength: 40 }), { maxLength: 4 });
const size = { memories: 6000, terms: 240_000 };

describe('a board of memories', () => {
  it('gives each position its BM25', () => {
    const { k1, b } = memoryBm25;
    fc.assert(
      fc.property(postings, (terms) => {
        const board = new MemoryBoard(size, undefined);
        const expected = new Map<number, number>();
        for (const entries of terms) {
          board.add(postingsOf(entries), entries.length);
          const rarity = Math.log(1 + (size.memories - entries.length + 0.5) / (entries.length + 0.5));
          for (const [position, count, length] of entries) {
            const worth = (rarity * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / 40));
            expected.set(position, (expected.get(position) ?? 0) + worth);
            expect(board.worth(entries.length, count, length)).toBeCloseTo(worth, 9);
          }
        }
        for (const [position, score] of expected) expect(board.scoreOf(position)).toBeCloseTo(score, 9);
        expect(new Set(board.best(1000).map(({ position }) => position))).toEqual(new Set(expected.keys()));
      }),
    );
  });

  it('knows nothing of positions that are not allowed', () => {
    const board = new MemoryBoard(size, new Set([7, 2000]));
    board.add(
      postingsOf([
        [6, 1, 10],
        [7, 1, 10],
        [1024, 3, 10],
        [2000, 1, 10],
      ]),
      4,
    );
    expect(board.best(10).map(({ position }) => position)).toEqual([2000, 7]);
    expect(board.scoreOf(6)).toBe(0);
  });

  it('keeps the best of many, best first', () => {
    fc.assert(
      fc.property(postings, fc.integer({ min: 0, max: 20 }), (terms, limit) => {
        const board = new MemoryBoard(size, undefined);
        for (const entries of terms) board.add(postingsOf(entries), entries.length);
        expect(board.best(limit)).toEqual(board.best(1000).slice(0, limit));
      }),
    );
  });

  it('gives a term that every memory holds a little still', () => {
    expect(new MemoryBoard({ memories: 3, terms: 9 }, undefined).worth(3, 1, 3)).toBeGreaterThan(0);
    expect(new MemoryBoard({ memories: 0, terms: 0 }, undefined).worth(2, 1, 3)).toBeGreaterThan(0);
  });
});
