import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { estimateTokens, fittingEnd } from './token-estimate.ts';

it.each([
  ['The cat sat.', 4],
  ['understanding', 2],
  ['1234567', 3],
  ['漢字', 2],
  ['слово', 2],
  ['a, b', 3],
  ['', 0],
])('counts %j as %i', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});

it('gives even blanks a size', () => {
  expect(estimateTokens(' '.repeat(2000))).toBe(100);
});

it('answers the furthest end that fits the budget', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 10 }), (text, budget) => {
      const end = fittingEnd(text, { start: 0, end: text.length }, budget);
      expect(estimateTokens(text, { start: 0, end })).toBeLessThanOrEqual(budget);
      expect(end === text.length || estimateTokens(text, { start: 0, end: end + 1 }) > budget).toBe(true);
    }),
  );
});
