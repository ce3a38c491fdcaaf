import { expect, test } from 'vitest';
import { createOperatorCheck } from './operator-token.ts';

const token = 'a-token-of-at-least-thirty-two-characters';
const unauthorized = expect.objectContaining({ code: 'UNAUTHORIZED' });

test('the token lets in, however often', () => {
  const check = createOperatorCheck({ token, now: () => 0 });
  for (let n = 0; n < 100; n += 1) expect(() => check(token, '203.0.113.1')).not.toThrow();
});

test.each([undefined, '', token.slice(1), `${token}x`, token.toUpperCase()])('%j does not', (presented) => {
  expect(() => createOperatorCheck({ token })(presented, '203.0.113.1')).toThrow(unauthorized);
});

test('without a token nobody is the operator', () => {
  const check = createOperatorCheck({ token: undefined });
  for (const presented of [undefined, '', 'undefined', token]) expect(() => check(presented, '203.0.113.1')).toThrow(unauthorized);
});

test('an address that failed too often is refused, even with the token, and no other', () => {
  const check = createOperatorCheck({ token, now: () => 0 });
  for (let n = 0; n < 20; n += 1) expect(() => check('guess', '203.0.113.1')).toThrow(unauthorized);
  expect(() => check(token, '203.0.113.1')).toThrow(expect.objectContaining({ code: 'RATE_LIMITED', retryAfter: 3 }));
  expect(() => check(token, '203.0.113.2')).not.toThrow();
});
