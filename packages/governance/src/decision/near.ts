import type { Work } from '../rules/work.ts';

/** A value as it is compared in rules that deny or ask, where another spelling is no other value. */
export interface Near {
  /** What it may be equal to. */
  readonly keys: ReadonlySet<string>;
  /** What patterns are held against. */
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
}

/**
 * What values come near to: wide letters, capitals, blanks around and more than one in a row make no difference, nor does whether a number is
 * written as a text. A list comes near to whatever each of its members does.
 *
 * @throws TooMuchWork where that costs more than a decision may
 */
export function nearOf(values: readonly unknown[], work: Work): Near {
  const scalars = values.flatMap(membersOf);
  work.spend(scalars.length * costOfMember);
  const texts = new Set(scalars.map((one) => foldedText(String(one), work)));
  const keys = new Set(Array.from(texts, keyOf));
  return {
    keys,
    texts: [...new Set([...texts, ...Array.from(texts, (text) => text.trim())])],
    numbers: Array.from(keys, Number).filter((number) => Number.isFinite(number)),
  };
}

/** What a value that a rule names is looked for as. */
export const nearKey = (value: string | number | boolean): string => keyOf(foldedText(String(value)));

/** Patterns as such texts are written; they are of rules, which do not change. */
export function nearPatterns(pattern: string): readonly string[] {
  const known = folded.get(pattern) ?? [foldedText(pattern)];
  if (folded.size < mostKept) folded.set(pattern, known);
  return known;
}

const folded = new Map<string, readonly string[]>();
const mostKept = 10_000;

function membersOf(value: unknown): readonly (string | number | boolean)[] {
  if (Array.isArray(value)) return value.flatMap(membersOf);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [value] : [];
}

/** What a member of a list costs beside its characters, and what a character does, of which one may become eighteen. */
const costOfMember = 250;
const costOfCharacter = 10;

/** Letters that only differ in case come together by way of their capitals: `ß` is `ss`, and `ı` is `i`. */
function foldedText(text: string, work?: Work): string {
  if (plain.test(text)) return text.toLowerCase();
  const wide = text.normalize('NFKC');
  work?.spend(wide.length * costOfCharacter);
  return wide.toUpperCase().toLowerCase().normalize('NFKC');
}

const plain = /^[\t\n -~]*$/;

function keyOf(text: string): string {
  const seen = text.trim().replaceAll(/\s+/g, ' ');
  const number = /^[+-]?[\d.]/.test(seen) ? Number(seen) : Number.NaN;
  // More digits than a number keeps tell other things apart.
  return Number.isFinite(number) && (Number.isSafeInteger(number) || !Number.isInteger(number)) ? String(number) : seen;
}
