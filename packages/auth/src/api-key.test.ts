import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { apiKeyFault, createApiKeySecret, isWellFormedApiKey, keySecretOf } from './api-key.ts';
import { hashSecret } from './secret-hash.ts';

test('a new key is cairn_ and 48 characters, shown by its first 12 and last 4, and stored as a hash', () => {
  const { secret, hash, prefix, last4 } = createApiKeySecret();
  expect(secret).toMatch(/^cairn_[0-9A-Za-z]{48}$/);
  expect(prefix).toBe(secret.slice(0, 12));
  expect(last4).toBe(secret.slice(-4));
  expect(hash).toEqual(hashSecret(secret));
  expect(hash).toHaveLength(32);
  expect(keySecretOf(secret)).toEqual({ hash, prefix, last4 });
});

test('new keys are well formed and never the same', () => {
  const secrets = Array.from({ length: 1000 }, () => createApiKeySecret().secret);
  expect(secrets.every(isWellFormedApiKey)).toBe(true);
  expect(new Set(secrets).size).toBe(1000);
});

test('the random part uses the whole alphabet', () => {
  const seen = new Set(Array.from({ length: 300 }, () => createApiKeySecret().secret.slice(6, 48)).join(''));
  expect(seen.size).toBe(62);
});

test('one changed character breaks the checksum', () => {
  fc.assert(
    fc.property(fc.nat(47), fc.constantFrom('0', 'a', 'Z', '_', '-'), (at, character) => {
      const { secret } = createApiKeySecret();
      const changed = secret.slice(0, 6 + at) + character + secret.slice(7 + at);
      expect(isWellFormedApiKey(changed)).toBe(changed === secret);
    }),
  );
});

test('an operator may bring a key without a checksum', () => {
  const own = `cairn_${'a1_-'.repeat(12)}`;
  expect(apiKeyFault(own)).toBeUndefined();
  expect(isWellFormedApiKey(own)).toBe(false);
});

test.each(['', 'cairn_', `cairn_${'a'.repeat(47)}`, `cairn_${'a'.repeat(49)}`, `Cairn_${'a'.repeat(48)}`, `cairn_${'é'.repeat(48)}`])(
  'a key %j is refused with what it takes',
  (text) => {
    expect(apiKeyFault(text)).toMatch(/^must be "cairn_" followed by 48 characters/);
    expect(isWellFormedApiKey(text)).toBe(false);
  },
);

test('a line break at the end makes no key', () => {
  expect(apiKeyFault(`${createApiKeySecret().secret}\n`)).toBeDefined();
});
