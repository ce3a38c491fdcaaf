import { expect, it } from 'vitest';
import { cached } from './bounded-cache.ts';

it('computes once and never remembers more than its capacity', () => {
  const asked: string[] = [];
  const length = cached(2, (key) => {
    asked.push(key);
    return key.length;
  });
  expect(['a', 'a', 'bb', 'ccc', 'a'].map((key) => length(key))).toEqual([1, 1, 2, 3, 1]);
  expect(asked).toEqual(['a', 'bb', 'ccc', 'a']);
});
