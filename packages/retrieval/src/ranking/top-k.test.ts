import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { topK } from './top-k.ts';

it('is the head of the sorted list', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer()), fc.integer({ min: 0, max: 12 }), (numbers, limit) => {
      expect(topK(numbers, limit, (a, b) => a > b)).toEqual(numbers.toSorted((a, b) => b - a).slice(0, limit));
    }),
  );
});
