import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ticksFor } from './scale.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 5, 10]],
  [960, [0, 500, 1_000]],
  [1_650, [0, 1_000, 2_000]],
])('lines for %i', (greatest, ticks) => {
  expect(ticksFor(greatest)).toEqual(ticks);
});

test('there are few lines, at whole numbers, and the last is no lower than the greatest value', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (greatest) => {
      const ticks = ticksFor(greatest);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(4);
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(greatest);
    }),
  );
});
