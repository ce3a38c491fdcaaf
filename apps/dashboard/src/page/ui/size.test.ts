import { expect, test } from 'vitest';
import { sizeWords } from './size.ts';

test('sizes are told as people read them', () => {
  expect([0, 1, 999, 1_000, 56_789, 123_456_789].map(sizeWords)).toEqual(['0 bytes', '1 byte', '999 bytes', '1.0 KB', '56.8 KB', '123 MB']);
});
