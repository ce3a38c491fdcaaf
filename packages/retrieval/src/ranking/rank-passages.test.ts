import type { Posting } from '@cairn/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankPassages } from './rank-passages.ts';

function posting(document: number, count: number, length = 10): Posting {
  return { documentId: `d${document}`, versionId: `v${document}`, ordinal: 0, count, length };
}

const stats = { passages: 10, terms: 100 };

it('scores by BM25', () => {
  const postings = new Map([['a', [posting(1, 2)]]]);
  const { hits, total } = rankPassages({ stats, postings, terms: ['a', 'absent'], limit: 5 });
  const expected = Math.log(1 + 9.5 / 1.5) * ((2 * 2.2) / (2 + 1.2));
  expect(hits.map(({ ref }) => ref)).toEqual([{ documentId: 'd1', versionId: 'v1', ordinal: 0 }]);
  expect(hits[0]?.score).toBeCloseTo(expected, 10);
  expect(total).toBe(1);
});

it('prefers a rare term, a short passage and a passage with more of the terms', () => {
  const postings = new Map([
    ['rare', [posting(1, 1)]],
    ['common', [posting(1, 1), posting(2, 1), posting(3, 1, 40), posting(4, 1), posting(5, 1)]],
  ]);
  const order = rankPassages({ stats, postings, terms: ['rare', 'common'], limit: 9 }).hits.map(({ ref }) => ref.documentId);
  expect(order).toEqual(['d1', 'd2', 'd4', 'd5', 'd3']);
});

it('counts all matches and returns the limit', () => {
  const postings = new Map([['a', Array.from({ length: 30 }, (_, at) => posting(at, 1))]]);
  const { hits, total } = rankPassages({ stats: { passages: 30, terms: 300 }, postings, terms: ['a'], limit: 3 });
  expect(hits).toHaveLength(3);
  expect(total).toBe(30);
  expect(hits.every(({ score }) => score > 0)).toBe(true);
});

it('has no hits without terms or without an index', () => {
  expect(rankPassages({ stats, postings: new Map(), terms: [], limit: 3 })).toEqual({ hits: [], total: 0 });
  expect(rankPassages({ stats: { passages: 0, terms: 0 }, postings: new Map(), terms: ['a'], limit: 3 })).toEqual({ hits: [], total: 0 });
});

describe('laws', () => {
  const list = fc.uniqueArray(
    fc.record({
      document: fc.nat({ max: 4 }),
      ordinal: fc.nat({ max: 4 }),
      count: fc.integer({ min: 1, max: 9 }),
      length: fc.integer({ min: 0, max: 60 }),
    }),
    { selector: ({ document, ordinal }) => `${document} ${ordinal}`, minLength: 1 },
  );
  const index = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), list).map((lists) =>
    Object.entries(lists).map(([term, entries]): [string, Posting[]] => [
      term,
      entries.map(({ document, ordinal, count, length }) => ({
        documentId: `d${document}`,
        versionId: `v${document}`,
        ordinal,
        count,
        length,
      })),
    ]),
  );
  const terms = fc.array(fc.constantFrom('a', 'b', 'c', 'd'));
  const size = { passages: 25, terms: 500 };

  it('does not depend on the order of postings or terms', () => {
    fc.assert(
      fc.property(index, terms, fc.integer({ min: 1, max: 30 }), (entries, asked, limit) => {
        const ranked = rankPassages({ stats: size, postings: new Map(entries), terms: asked, limit });
        const reversed = entries.toReversed().map(([term, postings]): [string, Posting[]] => [term, postings.toReversed()]);
        expect(rankPassages({ stats: size, postings: new Map(reversed), terms: asked.toReversed(), limit })).toEqual(ranked);
      }),
    );
  });

  it('never lowers a passage for holding a term once more', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 1, max: 25 }),
        (count, length, holding) => {
          const score = (occurrences: number): number => {
            const others = Array.from({ length: holding - 1 }, (_, at) => posting(at + 2, 1));
            const postings = new Map([['a', [posting(1, occurrences, length), ...others]]]);
            const { hits } = rankPassages({ stats: size, postings, terms: ['a'], limit: 25 });
            return hits.find(({ ref }) => ref.documentId === 'd1')?.score ?? 0;
          };
          expect(score(count + 1)).toBeGreaterThan(score(count));
        },
      ),
    );
  });
});

it('ranks a hundred thousand postings without delay', () => {
  const lists = ['a', 'b', 'c', 'd', 'e'].map((term, shift): [string, Posting[]] => [
    term,
    Array.from({ length: 20_000 }, (_, at) => ({
      ...posting(Math.floor(at / 40), 1 + ((at + shift) % 3), 50 + (at % 100)),
      ordinal: at % 40,
    })),
  ]);
  const begun = performance.now();
  rankPassages({ stats: { passages: 20_000, terms: 2_000_000 }, postings: new Map(lists), terms: ['a', 'b', 'c', 'd', 'e'], limit: 32 });
  expect(performance.now() - begun).toBeLessThan(500);
});
