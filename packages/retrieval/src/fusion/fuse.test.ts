import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Arm, fuse } from './fuse.ts';

const arm = (scores: Record<string, number>, rest: Partial<Arm> = {}): Arm => ({
  scores: new Map(Object.entries(scores)),
  weight: 1,
  normalise: 'max',
  ...rest,
});

it('adds what the arms found, each as a share of its best', () => {
  const lexical = arm({ a: 8, b: 4 }, { weight: 0.4 });
  const dense = arm({ b: 0.9, c: 0.6, d: 0.3 }, { weight: 0.6, normalise: 'min-max' });
  const fused = fuse([lexical, dense], 10);
  expect(fused.map(({ key }) => key)).toEqual(['b', 'a', 'c', 'd']);
  expect(fused.map(({ score }) => Math.round(score * 100))).toEqual([80, 40, 30, 0]);
});

it('gives full share to everything that is equally close', () => {
  expect(fuse([arm({ a: -0.2, b: -0.2 }, { normalise: 'min-max' })], 5)).toEqual([
    { key: 'a', score: 1 },
    { key: 'b', score: 1 },
  ]);
});

it('counts nothing for scores of an arm that found no match', () => {
  expect(fuse([arm({ a: 0, b: -1 })], 5)).toEqual([
    { key: 'a', score: 0 },
    { key: 'b', score: 0 },
  ]);
});

it('passes over values that are no numbers', () => {
  expect(fuse([arm({ a: Number.NaN, b: Number.POSITIVE_INFINITY, c: 2 })], 5)).toEqual([{ key: 'c', score: 1 }]);
});

describe('laws', () => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const scores = fc.dictionary(
    fc.constantFrom(...keys),
    fc.integer({ min: -50, max: 5000 }).map((hundredths) => hundredths / 100),
  );
  const anyArm = fc.record({
    scores: scores.map((entries) => new Map(Object.entries(entries))),
    weight: fc.constantFrom(0.25, 0.5, 1),
    normalise: fc.constantFrom<Arm['normalise']>('max', 'min-max'),
  });
  const arms = fc.array(anyArm, { maxLength: 4 });

  it('orders every key that was found, best first, ties by key, within the sum of the weights', () => {
    fc.assert(
      fc.property(arms, (given) => {
        const fused = fuse(given, 100);
        const most = given.reduce((sum, { weight }) => sum + weight, 0);
        expect(new Set(fused.map(({ key }) => key))).toEqual(new Set(given.flatMap((each) => [...each.scores.keys()])));
        for (const [at, { key, score }] of fused.entries()) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(most + 1e-9);
          const before = fused[at - 1];
          if (before) expect(before.score > score || (before.score === score && before.key < key)).toBe(true);
        }
      }),
    );
  });

  it('cuts to the limit without changing what comes first', () => {
    fc.assert(
      fc.property(arms, fc.nat(9), (given, limit) => {
        expect(fuse(given, limit)).toEqual(fuse(given, 100).slice(0, limit));
      }),
    );
  });

  it('does not depend on the order in which an arm names its keys', () => {
    fc.assert(
      fc.property(arms, (given) => {
        const turned = given.map((each) => ({ ...each, scores: new Map([...each.scores].toReversed()) }));
        expect(fuse(turned, 100)).toEqual(fuse(given, 100));
      }),
    );
  });

  it('ranks one arm as the arm itself does', () => {
    fc.assert(
      fc.property(anyArm, (only) => {
        const floor = only.normalise === 'max' ? 0 : Number.NEGATIVE_INFINITY;
        const ranked = fuse([only], 100).map(({ key }) => Math.max(floor, only.scores.get(key) ?? 0));
        expect(ranked).toEqual(ranked.toSorted((a, b) => b - a));
      }),
    );
  });

  it('lets a better score never rank worse', () => {
    fc.assert(
      fc.property(anyArm, fc.constantFrom(...keys), (only, key) => {
        const place = (given: Arm): number => fuse([given], 100).findIndex((each) => each.key === key);
        const raised: Arm = { ...only, scores: new Map([...only.scores, [key, 51]]) };
        expect(place(raised)).toBe(0);
      }),
    );
  });
});
