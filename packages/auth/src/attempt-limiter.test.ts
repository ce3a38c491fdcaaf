import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { AttemptLimiter } from './attempt-limiter.ts';

let now: number;
beforeEach(() => {
  now = 5000;
});

const create = (maxKeys = 100) => new AttemptLimiter({ limit: { attempts: 3, windowSeconds: 30 }, maxKeys, now: () => now });

test('lets the attempts through at once, then says how long to wait, and keeps its word', () => {
  const limiter = create();
  expect([limiter.take('a'), limiter.take('a'), limiter.take('a')]).toEqual([0, 0, 0]);
  expect(limiter.take('a')).toBe(10);
  now += 9999;
  expect(limiter.take('a')).toBe(1);
  now += 1;
  expect(limiter.take('a')).toBe(0);
  expect(limiter.take('a')).toBe(10);
});

test('counts each key by itself', () => {
  const limiter = create();
  for (let i = 0; i < 4; i += 1) limiter.take('a');
  expect(limiter.take('b')).toBe(0);
});

test('an attempt given back can be taken again', () => {
  const limiter = create();
  for (let i = 0; i < 3; i += 1) limiter.take('a');
  limiter.giveBack('a');
  expect(limiter.take('a')).toBe(0);
  expect(limiter.take('a')).toBeGreaterThan(0);
});

test('giving back more than was taken earns nothing', () => {
  const limiter = create();
  for (let i = 0; i < 5; i += 1) limiter.giveBack('a');
  limiter.take('a');
  for (let i = 0; i < 5; i += 1) limiter.giveBack('a');
  expect([limiter.take('a'), limiter.take('a'), limiter.take('a'), limiter.take('a') > 0]).toEqual([0, 0, 0, true]);
});

test('forgets the key that was not tried for longest when there are too many', () => {
  const limiter = create(2);
  for (let i = 0; i < 3; i += 1) limiter.take('a');
  limiter.take('b');
  expect(limiter.take('a')).toBe(10);
  limiter.take('c');
  expect(limiter.take('a')).toBe(10);
});

test('never lets more through in any stretch of time than the limit and what came back in it', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(15_000), { maxLength: 60 }), (pauses) => {
      const limiter = create();
      const start = now;
      let taken = 0;
      for (const pause of pauses) {
        now += pause;
        if (limiter.take('a') === 0) taken += 1;
        expect(taken).toBeLessThanOrEqual(3 + Math.floor((now - start) / 10_000));
      }
    }),
  );
});
