import { expect, test } from 'vitest';
import { inSigningOrder, keyAges } from './key-age.ts';

const order = (...ages: number[]) =>
  inSigningOrder(
    ages.map((ageSeconds) => ({ ageSeconds })),
    keyAges,
  ).map(({ ageSeconds }) => ageSeconds);

test('the newest set that every process has read signs; a younger one is only known', () => {
  expect(order(5, 8_000_000)).toEqual([8_000_000, 5]);
  expect(order(700, 8_000_000)).toEqual([700, 8_000_000]);
  expect(order(5, 700, 8_000_000)).toEqual([700, 8_000_000, 5]);
});

test('the very first set signs at once', () => {
  expect(order(0)).toEqual([0]);
});

test('a process reads new sets long before they sign, and they sign long before the last is dropped', () => {
  expect(keyAges.lookEvery * 5).toBeLessThanOrEqual(keyAges.signAfter);
  expect(keyAges.signAfter * 100).toBeLessThan(keyAges.rotateAfter);
});
