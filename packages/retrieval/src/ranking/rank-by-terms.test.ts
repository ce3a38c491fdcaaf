import type { Actor, PassageTerms } from '@cairn/core';
import { MemoryPassageIndex } from '@cairn/test-kit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankByTerms, type TermSearch } from './rank-by-terms.ts';

const actor = { projectId: 'p' } as Actor;

/** Documents of passages, each passage as its terms. */
function indexOf(documents: readonly (readonly (readonly string[])[])[]): MemoryPassageIndex {
  return new MemoryPassageIndex(
    documents.map((passages, at) => ({
      id: `d${at}`,
      title: `d${at}`,
      passages: passages.map((terms) => ({ ...blank, terms: termsOf(terms) })),
    })),
  );
}

const blank = { start: 0, end: 0, headings: [], text: '' };

function termsOf(terms: readonly string[]): PassageTerms {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { length: terms.length, counts };
}

const rank = (index: MemoryPassageIndex, terms: readonly string[], rest: Partial<TermSearch> = {}) =>
  rankByTerms(index, actor, { terms, documentIds: undefined, limit: 10, ...rest });

it('scores by BM25', async () => {
  const index = indexOf([[['a', 'a', 'b'], ['b']], [['c', 'c']]]);
  const { best, total } = await rank(index, ['a', 'absent']);
  const saturation = 2 + 2.4 * (1 - 0.75 + (0.75 * 3) / 2);
  expect(best).toEqual([{ block: 0, slot: 0, score: expect.closeTo((Math.log(1 + 2.5 / 1.5) * 2 * 3.4) / saturation, 10) }]);
  expect(total).toBe(1);
});

it('counts a word once that several terms say, by the best of them and as rare as the commonest', async () => {
  const index = indexOf([[['a'], ['a', '~a'], ['~a'], ['b'], ['c']]]);
  const wordOf = new Map([
    ['a', 'a'],
    ['~a', 'a'],
  ]);
  const { best, total } = await rank(index, ['a', '~a', 'b'], { wordOf });
  const scores = new Map(best.map(({ slot, score }) => [slot, score]));
  expect(new Set(scores.keys())).toEqual(new Set([0, 1, 2, 3]));
  expect(scores.get(0)).toBe(scores.get(2));
  expect(scores.get(1)).toBeLessThan(scores.get(0) ?? 0);
  expect(scores.get(3)).toBeGreaterThan(scores.get(0) ?? 0);
  expect(total).toBe(4);
  const unread = await rank(index, ['a', '~a', 'b'], { wordOf, budget: 0, limit: 1 });
  expect(unread.best[0]).toMatchObject({ slot: 3 });
});

it('prefers a rare term, a short passage and a passage with more of the terms', async () => {
  const long = Array.from({ length: 30 }, (_, at) => `w${at}`);
  const index = indexOf([
    [
      ['rare', 'common'],
      ['common', 'x'],
      ['common', ...long],
      ['common', 'y'],
    ],
    [['z']],
  ]);
  const { best } = await rank(index, ['rare', 'common']);
  expect(best.map(({ slot }) => slot)).toEqual([0, 1, 3, 2]);
});

it('counts a term as often as it is asked for, also a common one', async () => {
  const index = indexOf([
    [
      ['a', 'b', 'c'],
      ['whole', 'x', 'y'],
    ],
  ]);
  const first = async (terms: readonly string[], budget?: number) => (await rank(index, terms, { budget })).best[0]?.slot;
  expect(await first(['a', 'b', 'whole'])).toBe(0);
  expect(await first(['a', 'b', 'whole', 'whole', 'whole'])).toBe(1);
  expect(await first(['a', 'b', 'whole', 'whole', 'whole'], 0)).toBe(1);
});

it('has nothing without terms, without an index, or in documents that are not there', async () => {
  expect(await rank(indexOf([[['a']]]), [])).toMatchObject({ best: [], total: 0 });
  expect(await rank(indexOf([]), ['a'])).toMatchObject({ best: [], total: 0 });
  expect(await rank(indexOf([[['a']]]), ['a'], { documentIds: ['other'] })).toMatchObject({ best: [], total: 0 });
});

describe('common terms', () => {
  const passages = Array.from({ length: 400 }, (_, at) => [
    'common',
    ...(at % 7 === 0 ? ['middling'] : []),
    ...(at === 210 ? ['rare', 'rare'] : []),
  ]);
  const index = (): MemoryPassageIndex => indexOf([passages.slice(0, 200), passages.slice(200)]);

  it('tell apart the passages that rarer ones have found, with exact scores', async () => {
    const whole = await rank(index(), ['common', 'middling', 'rare'], { limit: 5 });
    const bounded = await rank(index(), ['common', 'middling', 'rare'], { limit: 5, budget: 100 });
    expect(bounded.best).toEqual(whole.best);
    expect(bounded.total).toBe(400);
  });

  it('are read when rarer ones find too few', async () => {
    const found = await rank(index(), ['rare', 'middling', 'common'], { limit: 100, budget: 2 });
    expect(found.best).toHaveLength(100);
    expect(found.best[0]).toMatchObject({ block: 1, slot: 10 });
  });

  it('are all there is among a few documents', async () => {
    const found = await rank(index(), ['rare', 'common'], { documentIds: ['d0'], limit: 5, budget: 1 });
    expect(found.best).toHaveLength(5);
    expect(found.best.every(({ block }) => block === 0)).toBe(true);
  });
});

describe('laws', () => {
  const term = fc.constantFrom('a', 'b', 'c', 'd');
  const documents = fc.array(fc.array(fc.array(term, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 }), { maxLength: 4 });
  const asked: fc.Arbitrary<string[]> = fc.uniqueArray(term);

  it('the order of the terms does not matter, and total counts the passages that hold any', async () => {
    await fc.assert(
      fc.asyncProperty(documents, asked, async (given, terms) => {
        const ranked = await rank(indexOf(given), terms, { limit: 30 });
        const turned = await rank(indexOf(given), terms.toReversed(), { limit: 30 });
        expect(turned.best).toEqual(ranked.best);
        expect(ranked.total).toBe(given.flat().filter((passage) => passage.some((each) => terms.includes(each))).length);
        expect(ranked.best).toHaveLength(ranked.total);
      }),
    );
  });
});
