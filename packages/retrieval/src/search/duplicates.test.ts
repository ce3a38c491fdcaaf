import { expect, it } from 'vitest';
import { repeatFinder } from './duplicates.ts';

const words = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `word${String.fromCodePoint(97 + (at % 26))}${'x'.repeat(at / 26)}`);

it('finds a text again, whatever its case, accents, blanks and the marks at the ends of its words', () => {
  const repeated = repeatFinder();
  expect(['Same  TEXT', 'same téxt ', 'other text.', 'Other text!'].map(repeated)).toEqual([undefined, 0, undefined, 1]);
  expect(['Closed on Mondays for cleaning.', 'closed on mondays, for cleaning!', '1,5 l', '1.5 l'].map(repeated)).toEqual([
    undefined,
    2,
    undefined,
    undefined,
  ]);
});

it('takes a long text with a word changed for a repeat', () => {
  const repeated = repeatFinder();
  const long = words(120);
  expect(repeated(long.join(' '))).toBeUndefined();
  expect(repeated(long.with(60, 'changed').join(' '))).toBe(0);
  expect(repeated(long.slice(60).join(' '))).toBeUndefined();
});

it('keeps short texts that differ in a word, and long ones that differ in a number', () => {
  const repeated = repeatFinder();
  const short = words(20);
  expect([short.join(' '), short.with(3, 'changed').join(' ')].map(repeated)).toEqual([undefined, undefined]);
  const long = words(120);
  expect([long.with(5, '1001').join(' '), long.with(5, '1002').join(' ')].map(repeated)).toEqual([undefined, undefined]);
});
