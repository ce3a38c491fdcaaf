import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { OauthKeySet } from '@cairn/auth';

const generate = promisify(generateKeyPair);

/** A fresh set. RS256 is what clients assume of a server whose keys they read. */
export async function makeKeys(): Promise<Pick<OauthKeySet, 'cookieKey' | 'signingKey'>> {
  const { privateKey } = await generate('rsa', { modulusLength: 2048 });
  return {
    cookieKey: randomBytes(32).toString('base64url'),
    signingKey: { ...privateKey.export({ format: 'jwk' }), alg: 'RS256' },
  };
}
