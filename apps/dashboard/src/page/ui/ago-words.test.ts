import { expect, test } from 'vitest';
import { agoWords } from './ago-words.ts';

const now = Date.parse('2026-01-10T12:00:00Z');
const inSeconds = (seconds: number): string => agoWords(new Date(now + seconds * 1_000), now);

test('a moment ahead and one that is over are told in the same way', () => {
  expect([5, 90, 23 * 3_600, 24 * 3_600 + 60].map(inSeconds)).toEqual(['in a moment', 'in 1 minute', 'in 23 hours', 'in 1 day']);
  expect([0, -90, -23 * 3_600, -25 * 3_600].map(inSeconds)).toEqual(['just now', '1 minute ago', '23 hours ago', '1 day ago']);
});

test('after a week it is a date', () => {
  expect(inSeconds(8 * 86_400)).toMatch(/^Jan 1[78], 2026$/);
});
