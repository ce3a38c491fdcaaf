import { expect, it } from 'vitest';
import { plainTextBlocks } from './plain-text.ts';

it.each([
  ['one\ntwo\n\nthree', ['one\ntwo', 'three']],
  ['one\r\n\r\ntwo\r\n', ['one', 'two']],
  ['one\rtwo\r\rthree', ['one\rtwo', 'three']],
  ['\n\n one \n \t\n\n two', ['one', 'two']],
  [' \n ', []],
])('parts %j at blank lines', (text, paragraphs) => {
  expect(plainTextBlocks(text).map(({ start, end }) => text.slice(start, end).trim())).toEqual(paragraphs);
});
