import { expect, test } from 'vitest';
import { readKept, writeKept } from './kept-text.ts';

test('what was asked is read back with the answer to it', () => {
  const kept = { fingerprint: 'f', answer: { fingerprint: 'of the answer itself', id: 1 } };
  expect(readKept(writeKept(kept), null)).toEqual(kept);
});

test('an answer from before is read with what stood beside it', () => {
  expect(readKept('{"id":1}', 'f')).toEqual({ fingerprint: 'f', answer: { id: 1 } });
});
