import { expect, test } from 'vitest';
import { pageRequestOf } from './request.ts';

test('an interaction is taken from the address', () => {
  expect(pageRequestOf('?interaction=Ab_9-z')).toEqual({ kind: 'interaction', uid: 'Ab_9-z' });
});

test.each([
  ['', 'no-request'],
  ['?interaction=', 'no-request'],
  ['?interaction=..%2F..%2Fauth', 'no-request'],
  [`?interaction=${'x'.repeat(129)}`, 'no-request'],
  ['?interaction=a&error=wrong_browser', 'wrong-browser'],
  ['?error=expired', 'expired'],
  ['?error=unavailable', 'unavailable'],
  ['?error=toString', 'refused'],
  ['?error=%3Cb%3E', 'refused'],
])('%j ends as %s', (search, reason) => {
  expect(pageRequestOf(search)).toEqual({ kind: 'dead', reason });
});
