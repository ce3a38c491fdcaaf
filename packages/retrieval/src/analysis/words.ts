import { cached } from './bounded-cache.ts';
import { clip } from './clip.ts';
import { fold } from './normalise.ts';
import { stem } from './stem.ts';
import { isStopWord } from './stop-words.ts';

/** An identifier of more parts than this is found by the whole and by its first parts. */
const maxParts = 16;
/** A longer compound has no whole, only parts. */
const maxCompoundLength = 128;

const joiners = /[._'’\u2010,-]+/u;
const droppedJoiners = /(?<!\p{N})[.'’\u2010-]|[.'’\u2010-](?!\p{N})|,|['’](?=\p{N}{3}(?!\p{N}))/gu;
const casePieces = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[[\p{L}\p{M}]--\p{Lu}]+|\p{Lu}+|\p{N}+/gv;
const pluralAcronym = /^\p{Lu}{2,}s$/u;
const possessive = /['’]s$/iu;
const affixes = /^\p{Sc}|(?:\+\+|[#%])$/gu;

export interface WordTerms {
  /** The folded stop word that it is, if it is one; `terms` is empty then. */
  readonly stopWord: string | undefined;
  /** The whole first, then its parts. */
  readonly terms: readonly string[];
}

/** Terms of a word token: a plain word's stem, or an identifier's or number's whole and parts. */
export const wordTerms: (token: string) => WordTerms = cached(20_000, (token) => {
  const stripped = token.replace(affixes, '');
  const bare = stripped.replace(possessive, '');
  const plain = fold(token).replace('’', "'");
  if (isStopWord(plain) || isStopWord(fold(bare))) return { stopWord: plain, terms: [] };
  const terms = new Set<string>();
  if (stripped !== token) terms.add(clip(fold(token)));
  for (const term of compoundTerms(bare)) terms.add(term);
  return { stopWord: undefined, terms: [...terms] };
});

function compoundTerms(word: string): string[] {
  const parts = word.split(joiners).filter((part) => part !== '');
  if (parts.length === 1) return partTerms(word);
  const terms = word.length > maxCompoundLength ? [] : wholes(word);
  for (const part of parts.slice(0, maxParts)) {
    if (!isStopWord(fold(part))) terms.push(...partTerms(part));
  }
  return terms;
}

/**
 * Hyphens, dots and apostrophes that join letters are dropped, because people leave them out (`e-mail`, `node.js`, `GPT-4`);
 * those between digits (`1.2.3`, `2024-05-01`) and underscores tell things apart and stay, but for those of thousands (`1,000`, `1'000`).
 */
function wholes(word: string): string[] {
  const whole = clip(stem(word.replace(droppedJoiners, '')));
  return /^v\d/.test(whole) ? [whole, whole.slice(1)] : [whole];
}

/** `fooBar2` is `foobar2`, `foo`, `bar`, `2`; a hash or a base64 string, which would fall into crumbs, is one term. */
function partTerms(part: string): string[] {
  const whole = clip(stem(part));
  if (part.length > maxCompoundLength || pluralAcronym.test(part)) return [whole];
  const pieces = part.match(casePieces) ?? [];
  if (pieces.length < 2 || pieces.length > 5) return [whole];
  return [whole, ...pieces.map((piece) => clip(stem(piece)))];
}
