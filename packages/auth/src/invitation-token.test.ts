import { expect, test } from 'vitest';
import { createInvitationToken, invitationHash, invitationLink } from './invitation-token.ts';
import { parseCredential } from './parse-credential.ts';
import { hashSecret } from './secret-hash.ts';

test('a secret is looked up by its hash', () => {
  const { secret, hash } = createInvitationToken();
  expect(hash).toEqual(hashSecret(secret));
  expect(invitationHash(secret)).toEqual(hash);
});

test('a text that no invitation can have is not looked up', () => {
  const { secret } = createInvitationToken();
  const altered = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');
  for (const text of ['', altered, secret.slice(1), `${secret}0`, secret.replace('invitation', 'session')]) {
    expect(invitationHash(text)).toBeUndefined();
  }
});

test('an invitation is no credential', () => {
  expect(parseCredential(createInvitationToken().secret)).toBe('malformed');
});

test('the link carries the secret where no server sees it', () => {
  const { secret } = createInvitationToken();
  const link = new URL(invitationLink('https://app.example.com/cairn', secret));
  expect([link.pathname, link.search, link.hash]).toEqual(['/cairn/invitation', '', `#${secret}`]);
});
