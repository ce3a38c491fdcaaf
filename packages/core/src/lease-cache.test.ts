import { beforeEach, expect, test } from 'vitest';
import { LeaseCache } from './lease-cache.ts';

interface Value {
  readonly name: string;
}

let now: number;
beforeEach(() => {
  now = 1000;
});

const create = () => new LeaseCache<Value, 'none'>({ leaseMs: 250, now: () => now, maxEntries: 10 });
const first = { name: 'first' };
const second = { name: 'second' };

test('the lease runs from when the query was sent', async () => {
  const cache = create();
  const answer = Promise.withResolvers<Value>();
  const got = cache.get('a', () => answer.promise);
  now += 200;
  answer.resolve(first);
  expect(await got).toBe(first);
  expect(cache.peek('a')).toBe(first);
  now += 50;
  expect(cache.peek('a')).toBeUndefined();
});

test('a query under way for a whole lease is joined no more', async () => {
  const cache = create();
  const slow = Promise.withResolvers<Value>();
  const early = cache.get('a', () => slow.promise);
  now += 249;
  const joined = cache.get('a', async () => second);
  now += 1;
  expect(await cache.get('a', async () => second)).toBe(second);
  slow.resolve(first);
  expect([await early, await joined]).toEqual([first, first]);
});

test.each([first, 'none'] as const)('an answer that was overtaken (%j) replaces nothing', async (late) => {
  const cache = create();
  const slow = Promise.withResolvers<Value | 'none'>();
  const early = cache.get('a', () => slow.promise);
  now += 250;
  await cache.get('a', async () => second);
  slow.resolve(late);
  expect(await early).toBe(late);
  expect(cache.peek('a')).toBe(second);
});

test('ending the leases counts for what was read and for what is being read', async () => {
  const cache = create();
  const slow = Promise.withResolvers<Value>();
  await cache.get('a', async () => first);
  const early = cache.get('b', () => slow.promise);
  cache.endLeases();
  now += 1;
  expect(cache.peek('a')).toBeUndefined();
  expect(await cache.get('b', async () => second)).toBe(second);
  slow.resolve(first);
  await early;
  expect(cache.peek('b')).toBe(second);
});

test('a refusal is shared by those who wait for it and forgotten', async () => {
  const cache = create();
  let queries = 0;
  const refuse = async (): Promise<'none'> => {
    queries += 1;
    return 'none';
  };
  expect(await Promise.all([cache.get('a', refuse), cache.get('a', refuse)])).toEqual(['none', 'none']);
  expect(await cache.get('a', async () => first)).toBe(first);
  expect(queries).toBe(1);
});
