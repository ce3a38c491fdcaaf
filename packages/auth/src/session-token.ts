import { hashSecret } from './secret-hash.ts';
import { hasChecksum, newToken, tokenBodyCharacters } from './token-text.ts';

const prefix = 'cairn_session_';
const shape = new RegExp(`^${prefix}[A-Za-z0-9]{${tokenBodyCharacters}}$`);

/** A session ends when it was not used for so long. Seconds. */
export const sessionIdleSeconds = 12 * 60 * 60;

/** A new session token and the hash that is stored of it. */
export function createSessionToken(): { readonly secret: string; readonly hash: Uint8Array } {
  const secret = newToken(prefix);
  return { secret, hash: hashSecret(secret) };
}

/** Whether a text is a session token as `createSessionToken` makes them. Longer than every API key, so no text is both. */
export function isSessionToken(text: string): boolean {
  return shape.test(text) && hasChecksum(text);
}
