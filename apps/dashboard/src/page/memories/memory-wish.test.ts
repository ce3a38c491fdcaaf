import { expect, test } from 'vitest';
import { filterOf, isBackwards, noWish, queryOf, wishIn } from './memory-wish.ts';
import type { MemoryWish } from './memory-wish.ts';

const now = Date.parse('2026-03-31T10:20:30.456Z');
const between: MemoryWish = { ...noWish, time: 'between', from: '2026-03-01T00:00:00.000Z', to: '2026-03-02T00:00:00.000Z' };

test.each<MemoryWish>([
  noWish,
  { ...noWish, scope: 'system', agent: 'a&b=c ü' },
  { ...noWish, time: 'week' },
  between,
  { ...between, to: '' },
])('a wish comes back from the address that keeps it: %o', (wish) => expect(wishIn(new URLSearchParams(queryOf(wish)))).toEqual(wish));

test('an address that asks for nothing that there is asks for nothing', () => {
  const query = 'scope=everything&time=toString&from=2026-03-01&to=2026-03-02';
  expect(wishIn(new URLSearchParams(query))).toEqual(noWish);
  expect(wishIn(new URLSearchParams('time=between&from=yesterday&to='))).toEqual({ ...noWish, time: 'between' });
  expect(queryOf(noWish)).toBe('');
});

test('one looks back from now, from a full minute on', () => {
  expect(filterOf({ ...noWish, time: 'day' }, now)).toEqual({ from: '2026-03-30T10:20:00.000Z' });
  expect(filterOf({ ...noWish, time: 'week' }, now)).toEqual({ from: '2026-03-24T10:20:00.000Z' });
  expect(filterOf({ ...noWish, time: 'month' }, now)).toEqual({ from: '2026-03-01T10:20:00.000Z' });
  expect(filterOf({ ...between, agent: 'ada' }, now)).toEqual({ agentId: 'ada', from: between.from, to: between.to });
});

test('a time that ends before it begins is told apart', () => {
  expect([between, { ...between, to: '' }, { ...between, to: between.from }].map(isBackwards)).toEqual([false, false, true]);
});
