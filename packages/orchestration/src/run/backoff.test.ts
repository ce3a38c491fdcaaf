import { assert, double, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

it('a wait doubles with each failure, loses at most half of itself, and never exceeds an hour', () => {
  assert(
    property(
      integer({ min: 0, max: 3_600_000 }),
      integer({ min: 1, max: 40 }),
      double({ min: 0, max: 0.999, noNaN: true }),
      (backoff_ms, attempts, random) => {
        const whole = Math.min(backoff_ms * 2 ** (attempts - 1), 3_600_000);
        const wait = backoffMs({ retry: { backoff_ms } }, attempts, () => random);
        expect(wait).toBeLessThanOrEqual(whole);
        expect(wait).toBeGreaterThanOrEqual(Math.floor(whole / 2));
      },
    ),
  );
});

it('a step that says nothing waits about a second', () => {
  expect(backoffMs({}, 1, () => 0)).toBe(1000);
});
