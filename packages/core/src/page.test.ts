import { expect, test } from 'vitest';
import { pageOf } from './page.ts';

test('a page has 50 items from the beginning when nothing is asked', () => {
  expect(pageOf({})).toEqual({ limit: 50, offset: 0 });
});

test('a limit above 200 is clamped and the offset kept', () => {
  expect(pageOf({ limit: 1_000_000_000, offset: 7 })).toEqual({ limit: 200, offset: 7 });
  expect(pageOf({ limit: 1 })).toEqual({ limit: 1, offset: 0 });
});
