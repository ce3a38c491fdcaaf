import { randomBytes } from 'node:crypto';

const LETTERS = 'bcdfghjklmnpqrtv';

/**
 * A word that no other text holds, to be searched for. It is of consonants alone: an identifier with digits is found by its parts as
 * well, which other identifiers share, and a word that looks like one of a language loses its ending.
 */
export function rareWord(): string {
  return [...randomBytes(16)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
}
