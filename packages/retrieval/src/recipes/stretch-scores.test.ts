import { describe, expect, it } from 'vitest';
import type { MemoryPlace } from './stretch-scores.ts';
import { stretchScores } from './stretch-scores.ts';

const hour = 3_600_000;
const saved = (key: string, score: number, place: Partial<MemoryPlace> | undefined) => ({
  key,
  lexical: score,
  place: place && { order: 0, at: 0, agentId: null, ...place },
});

function scoresOf(candidates: readonly ReturnType<typeof saved>[]): Record<string, number> {
  const scores = new Map(candidates.map(({ key, lexical }) => [key, lexical]));
  return Object.fromEntries(stretchScores(candidates, { arms: [{ scores, weight: 10, normalise: 'max' }], count: 3 }));
}

describe('a stretch of memories', () => {
  it('is as good as its best three together', () => {
    const near = [10, 5, 2, 1].map((score, order) => saved(`m${order}`, score, { order }));
    expect(scoresOf(near)).toEqual({ m0: 17, m1: 17, m2: 17, m3: 17 });
  });

  it('reaches to the sixth memory before and after, in whatever order they come', () => {
    const far = [saved('b', 6, { order: 16 }), saved('c', 7, { order: 17 }), saved('a', 10, { order: 10 })];
    expect(scoresOf(far)).toEqual({ a: 16, b: 23, c: 13 });
  });

  it('ends after an hour, and at another agent', () => {
    expect(scoresOf([saved('a', 10, { at: 0 }), saved('b', 4, { order: 1, at: hour + 1 })])).toEqual({ a: 10, b: 4 });
    expect(scoresOf([saved('a', 10, { agentId: 'x' }), saved('b', 4, { order: 1, agentId: 'y' })])).toEqual({ a: 10, b: 4 });
  });

  it('is nothing to a memory whose place is not known', () => {
    expect(scoresOf([saved('a', 10, undefined), saved('b', 4, {})])).toEqual({ b: 4 });
  });
});
