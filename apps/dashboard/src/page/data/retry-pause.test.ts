import { expect, test } from 'vitest';
import { retryPause } from './retry-pause.ts';

test('a stream that stays broken is asked for ever less often, up to twice a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 1_000].map((breaks) => retryPause(breaks) / 1_000)).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
});

test('a server that says how long to wait is waited for', () => {
  expect(retryPause(1, { retryAfterSeconds: 90 })).toBe(90_000);
  expect(retryPause(3, { retryAfterSeconds: 1 })).toBe(4_000);
  expect(retryPause(2, { retryAfterSeconds: undefined })).toBe(2_000);
});
