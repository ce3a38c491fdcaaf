import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountOf } from './amount.ts';

it.each([
  [12.5, 12.5],
  ['90000', 90_000],
  [' 7e2 ', 700],
  ['1e999', Number.POSITIVE_INFINITY],
  [-5, 0],
  ['-5', 0],
  [Number.NaN, 0],
  ['', 0],
  ['many', 0],
  [null, 0],
  [undefined, 0],
  [[5], 0],
])('counts %j as %d', (value, amount) => {
  expect(amountOf(value)).toBe(amount);
});

it('never lowers a sum, whatever the value', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.double(), fc.string()), (value) => {
      expect(amountOf(value)).toBeGreaterThanOrEqual(0);
    }),
  );
});
