import { expect, test } from 'vitest';
import { idTime, isId, newId } from './ids.ts';

const made = Array.from({ length: 100_000 }, newId);

test('ids made by one process ascend, and none is made twice', () => {
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});

test('an id is a UUID of version 7 that tells when it was made', () => {
  const before = Date.now();
  const id = newId();
  expect(isId(id)).toBe(true);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  // Ids that were made faster than their sequence counts may be ahead of the clock, by no more than a moment.
  expect(idTime(id)).toBeGreaterThanOrEqual(before);
  expect(idTime(id)).toBeLessThan(before + 60_000);
});

test('the part that is left to chance differs from id to id', () => {
  expect(new Set(made.map((id) => id.slice(-12))).size).toBeGreaterThan(made.length - 5);
});
