import { CairnError } from '@cairn/core';
import { expect, test } from 'vitest';
import { usageTime } from './usage-time.ts';

const now = Date.parse('2026-11-28T09:30:00Z');

test('is of the last 24 hours unless it is said, from the start of an hour on', () => {
  expect(usageTime({}, now)).toEqual({ from: '2026-11-27T09:00:00.000Z', to: '2026-11-28T09:30:00.000Z', stepHours: 1 });
  expect(usageTime({ from: '2026-11-01', to: '2026-11-02T01:30:00+02:00' }, now)).toEqual({
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-01T23:30:00.000Z',
    stepHours: 1,
  });
});

test('begins with a whole step, in UTC', () => {
  const from = '2026-11-20T16:10:00Z';
  expect(usageTime({ from, step: 'six_hours' }, now)).toMatchObject({ from: '2026-11-20T12:00:00.000Z', stepHours: 6 });
  expect(usageTime({ from, step: 'day' }, now)).toMatchObject({ from: '2026-11-20T00:00:00.000Z', stepHours: 24 });
});

test.each([
  [{ from: 'yesterday' }, 'from', 'must be a time in ISO 8601'],
  [{ to: '2026-13-01' }, 'to', 'must be a time in ISO 8601'],
  [{ from: '2026-11-28T09:30:00Z' }, 'from', 'must be before to'],
  [{ from: '2026-10-01T00:00:00Z' }, 'from', 'at most 35 days'],
])('refuses %j', (query, path, message) => {
  const refused = expect.objectContaining({ issues: [{ path, message: expect.stringContaining(message) }] });
  expect(() => usageTime(query, now)).toThrow(CairnError);
  expect(() => usageTime(query, now)).toThrow(refused);
});
