import { randomBytes } from 'node:crypto';
import { hashSecret } from '@cairn/auth';

/** Seconds from the decision to the browser that brings it. */
const ttlSeconds = 60;

/** A one-time ticket: 256 random bits, of which the hash is kept. */
export function createTicket(): { readonly secret: string; readonly hash: Uint8Array; readonly ttlSeconds: number } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashSecret(secret), ttlSeconds };
}
