import { expect, test } from 'vitest';
import { isServedHeader, negotiate } from './revisions.ts';

test('a revision that is served is agreed to', () => {
  expect(['2025-11-25', '2025-06-18', '2024-11-05'].map(negotiate)).toEqual(['2025-11-25', '2025-06-18', '2024-11-05']);
});

test('the revision that makes a server take batches is never agreed to', () => {
  expect(negotiate('2025-03-26')).toBe('2024-11-05');
});

test('a client of an older revision is offered one that it knows', () => {
  expect(negotiate('2024-10-07')).toBe('2024-11-05');
});

test('an unknown revision is answered with the newest', () => {
  expect(['1999-01-01', '2026-07-28', '2030-01-01', '', 'x'].map(negotiate)).toEqual(Array(5).fill('2025-11-25'));
});

test('the header may be absent or name a revision of the handshake era', () => {
  expect([undefined, '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'].every(isServedHeader)).toBe(true);
  expect(['2026-07-28', '1999-01-01', '', '2025-11-25, 2025-11-25'].some(isServedHeader)).toBe(false);
});
