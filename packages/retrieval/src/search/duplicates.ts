import { fold, normalise } from '../analysis/normalise.ts';

/** Words in a row that are compared as one. */
const row = 4;
/** Shorter texts repeat only when they are the same: a word more or less may be all that they say. */
const minWords = 30;
/** Share of the rows that two texts have in common from which one repeats the other. */
const alike = 0.9;

/** Blanks, with the marks before them. What stands within a word or a number is part of it. */
const marksAtEnds = /(?<![.,;:!?。！？…、，；：])[.,;:!?。！？…、，；：]*(?:\s+|$)/gu;

interface Fingerprint {
  readonly rows: ReadonlySet<string>;
  /** Texts whose numbers differ say something else, however alike they are: two lines of one table. */
  readonly numbers: string;
}

/**
 * Tells of each text which of those before it, by its number from 0, it repeats: the same but for case, accents, width, blanks and the
 * marks at the ends of its words, or, when it is long, but for a few words none of which is a number. A text that repeats none is numbered, and undefined is told.
 */
export function repeatFinder(): (text: string) => number | undefined {
  const seen = new Map<string, number>();
  const kept: (Fingerprint & { readonly number: number })[] = [];
  return (text) => {
    const key = fold(normalise(text)).replace(marksAtEnds, ' ').trim();
    const same = seen.get(key);
    if (same !== undefined) return same;
    const words = key.split(' ');
    const fingerprint = words.length < minWords ? undefined : fingerprintOf(words);
    const like = fingerprint && kept.find((other) => repeats(fingerprint, other));
    if (like) return like.number;
    const number = seen.size;
    seen.set(key, number);
    if (fingerprint) kept.push({ ...fingerprint, number });
    return undefined;
  };
}

function fingerprintOf(words: readonly string[]): Fingerprint {
  const rows = new Set<string>();
  for (let at = 0; at + row <= words.length; at += 1) rows.add(words.slice(at, at + row).join(' '));
  return { rows, numbers: words.filter((word) => /\p{N}/u.test(word)).join(' ') };
}

function repeats(a: Fingerprint, b: Fingerprint): boolean {
  if (a.numbers !== b.numbers) return false;
  const [few, many] = a.rows.size < b.rows.size ? [a.rows, b.rows] : [b.rows, a.rows];
  if (few.size < alike * many.size) return false;
  let shared = 0;
  for (const each of few) if (many.has(each)) shared += 1;
  return shared >= alike * (few.size + many.size - shared);
}
