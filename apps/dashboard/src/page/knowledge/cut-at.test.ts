import { expect, test } from 'vitest';
import { cutAt } from './cut-at.ts';

test('a stretch is cut around the span, which is counted from the beginning of the document', () => {
  expect(cutAt({ text: 'cdefg', offset: 2 }, { start: 3, end: 5 })).toEqual({ head: 'c', marked: 'de', tail: 'fg' });
});

test('nothing is marked outside of the stretch, and all of it is kept', () => {
  expect(cutAt({ text: 'cdefg', offset: 2 }, undefined)).toEqual({ head: 'cdefg', marked: '', tail: '' });
  expect(cutAt({ text: 'cdefg', offset: 2 }, { start: 0, end: 1 })).toEqual({ head: '', marked: '', tail: 'cdefg' });
  expect(cutAt({ text: 'cdefg', offset: 2 }, { start: 90, end: 99 })).toEqual({ head: 'cdefg', marked: '', tail: '' });
  expect(cutAt({ text: 'cdefg', offset: 2 }, { start: 1, end: 4 })).toEqual({ head: '', marked: 'cd', tail: 'efg' });
});
