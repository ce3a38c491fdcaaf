import { expect, test } from 'vitest';
import { noticeText } from './notice.ts';

test.each([
  [undefined, 'later'],
  [1, 'in 1 second'],
  [60, 'in 60 seconds'],
  [840, 'in 14 minutes'],
  [3600, 'in 60 minutes'],
  [86_400, 'in 24 hours'],
])('after %s seconds one may try again %s', (retryAfterSeconds, when) => {
  expect(noticeText({ kind: 'rate-limited', retryAfterSeconds })).toBe(`Too many attempts. Try again ${when}.`);
});

test('what the server did not take is told in its words', () => {
  const told = (path: string) => noticeText({ kind: 'invalid', issues: [{ path, message: 'must have at least 8 characters' }] });
  expect(told('password')).toBe('The password must have at least 8 characters.');
  expect(told('name')).toBe('The name must have at least 8 characters.');
  expect(told('email')).toMatch(/^That is not an e-mail address/);
  expect(told('else')).toMatch(/^That was not taken/);
});
