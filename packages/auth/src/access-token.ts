import { hasChecksum, newToken, tokenBodyCharacters } from './token-text.ts';

const prefix = 'cairn_oauth_';
const shape = new RegExp(`^${prefix}[A-Za-z0-9]{${tokenBodyCharacters}}$`);

/** The text of a new OAuth access token: opaque, 250 random bits. */
export const createAccessTokenText = (): string => newToken(prefix);

/** Whether a text is an access token as `createAccessTokenText` makes them. Longer than every API key, so no text is both. */
export function isAccessToken(text: string): boolean {
  return shape.test(text) && hasChecksum(text);
}
