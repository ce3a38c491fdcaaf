import { expect, test } from 'vitest';
import { isoTimestamp } from './types.ts';

test.each([
  ['2026-11-27 23:49:07.123+00', '2026-11-27T23:49:07.123Z'],
  ['2026-11-27 23:49:07.1+00', '2026-11-27T23:49:07.100Z'],
  ['2026-11-27 23:49:07.123456+00', '2026-11-27T23:49:07.123Z'],
  ['2026-11-27 23:49:07+00', '2026-11-27T23:49:07.000Z'],
])('the timestamp %s reads as %s', (text, iso) => {
  expect(isoTimestamp(text)).toBe(iso);
});
