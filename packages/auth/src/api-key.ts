import type { KeySecret } from './ports.ts';
import { hashSecret } from './secret-hash.ts';
import { hasChecksum, newToken, tokenBodyCharacters } from './token-text.ts';

const prefix = 'cairn_';
const shownCharacters = prefix.length + 6;
const shape = new RegExp(`^${prefix}[A-Za-z0-9_-]{${tokenBodyCharacters}}$`);

/** A new API key with what is stored of it. The secret is shown once and kept nowhere. */
export function createApiKeySecret(): KeySecret & { readonly secret: string } {
  const secret = newToken(prefix);
  return { secret, ...keySecretOf(secret) };
}

/** What is stored of a key: its hash, its first 12 characters (`cairn_` among them) and its last 4. */
export function keySecretOf(secret: string): KeySecret {
  return { hash: hashSecret(secret), prefix: secret.slice(0, shownCharacters), last4: secret.slice(-4) };
}

/**
 * Whether a text can be an API key: `cairn_` and 48 of `A-Z a-z 0-9 _ -`. The checksum is left out on purpose: an operator may
 * bring a key of their own (CAIRN_BOOTSTRAP_API_KEY) that holds none.
 */
export function looksLikeApiKey(text: string): boolean {
  return shape.test(text);
}

/**
 * Whether a text is an API key as `createApiKeySecret` makes them, its checksum included, as scanners for leaked secrets check it. False for
 * most of an operator's own keys. @internal
 */
export function isWellFormedApiKey(text: string): boolean {
  return looksLikeApiKey(text) && hasChecksum(text);
}

/** Why a text cannot serve as an API key, in words that follow the name of a setting; undefined when it can. */
export function apiKeyFault(text: string): string | undefined {
  if (looksLikeApiKey(text)) return undefined;
  return `must be "${prefix}" followed by ${tokenBodyCharacters} characters out of A-Z, a-z, 0-9, "_" and "-"; leave it unset to have a key generated and printed once`;
}
