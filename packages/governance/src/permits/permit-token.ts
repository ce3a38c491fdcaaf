import { hash, randomBytes } from 'node:crypto';

const prefix = 'cairn_permit_';

/** How long a permit may be used, in seconds. */
export const permitSeconds = 300;

/** A new permit, opaque and with 256 random bits, and the hash that is stored of it. */
export function createPermitToken(): { readonly token: string; readonly hash: Uint8Array } {
  const token = prefix + randomBytes(32).toString('base64url');
  return { token, hash: hashPermit(token) };
}

/** SHA-256 of a permit. What is compared are such hashes, so the time that it takes tells nothing of the permit. */
export const hashPermit = (token: string): Uint8Array => hash('sha256', token, 'buffer');
