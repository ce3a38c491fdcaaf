import { expect, test } from 'vitest';
import { createAccessTokenText } from './access-token.ts';
import { createApiKeySecret } from './api-key.ts';
import { parseCredential } from './parse-credential.ts';
import { createSessionToken, isSessionToken } from './session-token.ts';

test('keys, access tokens and session tokens are told apart by their text', () => {
  expect(parseCredential(createApiKeySecret().secret)).toBe('api_key');
  expect(parseCredential(createAccessTokenText())).toBe('access_token');
  expect(parseCredential(createSessionToken().secret)).toBe('session');
});

test('a session token has to hold its checksum, because only this service makes them', () => {
  const { secret } = createSessionToken();
  expect(isSessionToken(secret)).toBe(true);
  expect(parseCredential(secret.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toBe('malformed');
});

test('an access token has to hold its checksum', () => {
  const token = createAccessTokenText();
  expect(parseCredential(token.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toBe('malformed');
  expect(parseCredential(token.replace('cairn_oauth_', 'cairn_session_'))).toBe('malformed');
});

test('the checksum covers the prefix, so a key cannot be made into a session token', () => {
  expect(parseCredential(createApiKeySecret().secret.replace('cairn_', 'cairn_session_'))).toBe('malformed');
});

test.each(['', 'secret', 'Bearer', 'cairn_session_', `cairn_${' '.repeat(48)}`])('%j is malformed', (text) => {
  expect(parseCredential(text)).toBe('malformed');
});
