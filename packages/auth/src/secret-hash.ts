import { hash } from 'node:crypto';

/**
 * SHA-256 of a secret: what a store keeps and looks up. One fast round is right here, because a key or token holds 250
 * random bits and cannot be guessed at any speed; a slow hash is for passwords.
 */
export function hashSecret(secret: string): Uint8Array {
  return hash('sha256', secret, 'buffer');
}

/** The same hash as a text (base64url), to key a map with. */
export function secretDigest(secret: string): string {
  return hash('sha256', secret, 'base64url');
}
