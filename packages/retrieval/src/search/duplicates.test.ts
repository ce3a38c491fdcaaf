import { expect, it } from 'vitest';
import { onlyFirst } from './duplicates.ts';

const words = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `word${String.fromCodePoint(97 + (at % 26))}${'x'.repeat(at / 26)}`);

it('lets a text through once, whatever its case, accents and blanks', () => {
  const isFirst = onlyFirst();
  expect(['Same  TEXT', 'same téxt ', 'other text'].map(isFirst)).toEqual([true, false, true]);
});

it('takes a long text with a word changed for a repeat', () => {
  const isFirst = onlyFirst();
  const long = words(120);
  expect(isFirst(long.join(' '))).toBe(true);
  expect(isFirst(long.with(60, 'changed').join(' '))).toBe(false);
  expect(isFirst(long.slice(60).join(' '))).toBe(true);
});

it('keeps short texts that differ in a word, and long ones that differ in a number', () => {
  const isFirst = onlyFirst();
  const short = words(20);
  expect([short.join(' '), short.with(3, 'changed').join(' ')].map(isFirst)).toEqual([true, true]);
  const long = words(120);
  expect([long.with(5, '1001').join(' '), long.with(5, '1002').join(' ')].map(isFirst)).toEqual([true, true]);
});
