import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** log2(62) is 5.95: 42 characters hold 250 bits. */
const randomCharacters = 42;

/** 62^6 is above 2^32, so six characters hold a CRC-32. */
const checksumCharacters = 6;

/** What follows a token's prefix: 42 random characters, then the checksum over the prefix and those. */
export const tokenBodyCharacters = randomCharacters + checksumCharacters;

/** A new token: `prefix` and 48 base62 characters, 250 random bits among them. */
export function newToken(prefix: string): string {
  const start = prefix + Array.from({ length: randomCharacters }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return start + checksumOf(start);
}

/**
 * Whether the last six characters are the checksum of what is before them. The checksum tells a typing error or a chance
 * match of a secret scanner from a token; anyone can compute it, so it proves nothing about who made the token.
 */
export function hasChecksum(token: string): boolean {
  return token.endsWith(checksumOf(token.slice(0, -checksumCharacters)));
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < checksumCharacters; place += 1) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
