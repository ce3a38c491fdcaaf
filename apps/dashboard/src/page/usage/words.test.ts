import { expect, test } from 'vitest';
import { durationWords, stepWords } from './words.ts';

test.each([
  [0, '0 s'],
  [0.04, '0 s'],
  [0.44, '0.4 s'],
  [9.94, '9.9 s'],
  [9.96, '10 s'],
  [59.4, '59 s'],
  [59.6, '1 min'],
  [3_569, '59 min'],
  [3_571, '1 h'],
  [84_000, '23 h'],
  [86_000, '1 day'],
  [260_000, '3 days'],
])('%f seconds are %s', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words.replace(' ', '\u00a0'));
});

test('a step of a month is a day of UTC wherever the person is', () => {
  expect(stepWords(Date.parse('2026-11-28T00:00:00Z'), 24, 'month')).toBe('Sat, Nov 28');
  expect(stepWords(Date.parse('2026-11-28T23:00:00Z'), 24, 'month')).toBe('Sat, Nov 28');
});
