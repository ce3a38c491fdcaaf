import { expect, test } from 'vitest';
import { limitFor } from './plans.ts';

test('a plan sets the requests per hour', () => {
  expect(limitFor('free')).toBe(1000);
  expect(limitFor('premium')).toBe(10_000);
  expect(limitFor('premium', { free: 1, premium: 2 })).toBe(2);
});
