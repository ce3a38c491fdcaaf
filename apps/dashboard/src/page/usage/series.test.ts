import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Usage, UsageBucket } from '../api/usage.ts';
import { requestChart, requestsOf, toolChart } from './series.ts';

const bucket = (more: Partial<UsageBucket>): UsageBucket => ({
  hour: '2026-11-28T01:00:00.000Z',
  credential_id: 'key-1',
  credential_kind: 'api_key',
  counted: 'request',
  name: 'mcp',
  count: 1,
  limited: 0,
  ...more,
});

const usageOf = (buckets: readonly UsageBucket[]): Usage => ({
  from: '2026-11-28T00:00:00.000Z',
  to: '2026-11-28T03:30:00.000Z',
  credentials: [],
  buckets,
  truncated: false,
  storage: { memories: 0, documents: 0, original_bytes: 0 },
  queue: { documents_waiting: 0, documents_in_work: 0, jobs_waiting: 0, oldest_seconds: null },
  searchable_lag: { documents: 0, median_seconds: null, greatest_seconds: null },
});

const nameOf = ({ credential_id: id }: UsageBucket): string => id;

test('requests are told by credential over whatever they asked for, people as one, and what was refused apart', () => {
  const usage = usageOf([
    bucket({ count: 9, limited: 4 }),
    bucket({ name: 'memories', count: 2 }),
    bucket({ hour: '2026-11-28T03:00:00.000Z', credential_id: 'key-2', count: 1 }),
    bucket({ credential_id: 'tab-1', credential_kind: 'session', count: 2 }),
    bucket({ credential_id: 'tab-2', credential_kind: 'session', count: 1 }),
    bucket({ counted: 'tool', name: 'save_memory', count: 50 }),
  ]);
  const chart = requestChart(usage, 1, nameOf);
  expect(chart.series.map(({ id, tone, counts }) => [id, tone, counts])).toEqual([
    ['key-1', 'first', [0, 7, 0, 0]],
    ['session', 'second', [0, 3, 0, 0]],
    ['key-2', 'third', [0, 0, 0, 1]],
    ['refused', 'refused', [0, 4, 0, 0]],
  ]);
  expect([chart.sums, chart.total]).toEqual([[0, 14, 0, 1], 15]);
});

test('tools beyond the largest five are one', () => {
  const calls = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name, at) => bucket({ counted: 'tool', name, count: 10 - at }));
  const { series, total } = toolChart(usageOf(calls), 1);
  expect(series.map(({ name, tone, total: own }) => [name, tone, own])).toEqual([
    ['a', 'first', 10],
    ['b', 'second', 9],
    ['c', 'third', 8],
    ['d', 'fourth', 7],
    ['e', 'fifth', 6],
    ['2 more', 'others', 9],
  ]);
  expect(total).toBe(49);
});

test('a credential has its requests hour by hour, and none of others', () => {
  const usage = usageOf([bucket({ count: 3, limited: 1 }), bucket({ name: 'memories' }), bucket({ credential_id: 'key-2' })]);
  expect(requestsOf(usage, 1, 'key-1')).toEqual([
    { count: 0, limited: 0 },
    { count: 4, limited: 1 },
    { count: 0, limited: 0 },
    { count: 0, limited: 0 },
  ]);
});

test('no request is lost or told twice, whoever made it and when', () => {
  const anyBucket = fc
    .record({
      hour: fc.integer({ min: 0, max: 3 }).map((at) => `2026-11-28T0${at}:00:00.000Z`),
      credential_id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
      credential_kind: fc.constantFrom('api_key', 'oauth', 'session'),
      count: fc.integer({ min: 0, max: 1_000 }),
      refused: fc.integer({ min: 0, max: 1_000 }),
    })
    .map(({ refused, count, ...more }) => bucket({ ...more, count: count + refused, limited: refused }));
  fc.assert(
    fc.property(fc.array(anyBucket), (buckets) => {
      const { series, sums, total } = requestChart(usageOf(buckets), 1, nameOf);
      const all = buckets.reduce((sum, { count }) => sum + count, 0);
      expect(total).toBe(all);
      expect(sums.reduce((sum, each) => sum + each, 0)).toBe(all);
      expect(series.reduce((sum, each) => sum + each.total, 0)).toBe(all);
      expect(series.length).toBeLessThanOrEqual(7);
    }),
  );
});
