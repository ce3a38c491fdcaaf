import type { Work } from './work.ts';

type Fits = (text: string) => boolean;
type FitsPath = (path: string, work: Work) => boolean;

/** Whether a text fits one of the patterns, in which `*` stands for any characters. */
export const fitsAny = (text: string, patterns: readonly string[]): boolean =>
  compiled(patterns, texts, fitsText).some((fits) => fits(text));

/** The same of paths: `*` stays within a segment, `**` does not. @throws TooMuchWork */
export const fitsAnyPath = (path: string, patterns: readonly string[], work: Work): boolean =>
  compiled(patterns, paths, fitsPath).some((fits) => fits(path, work));

/** Whether a text may fit one of the patterns where each character of it that is no ASCII may be any, since it may look like any. */
export const mayFitAny = (text: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) =>
    walks(
      text,
      Array.from(pattern, (token) => (token === '*' ? any : token)),
      (character, token) => character === token || character > '\u007f',
    ),
  );

/** Lists of patterns are of rules, which do not change, so each is taken apart once. */
type Kept<Made> = WeakMap<readonly string[], readonly Made[]>;
const texts: Kept<Fits> = new WeakMap();
const paths: Kept<FitsPath> = new WeakMap();

function compiled<Made>(patterns: readonly string[], kept: Kept<Made>, compile: (pattern: string) => Made): readonly Made[] {
  const known = kept.get(patterns);
  if (known !== undefined) return known;
  const fits = patterns.map(compile);
  kept.set(patterns, fits);
  return fits;
}

function fitsText(pattern: string): Fits {
  if (!pattern.includes('*')) return (text) => text === pattern;
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  return (text) => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    // The earliest place for each part leaves the most for those after it.
    let at = first.length;
    for (const part of rest) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at <= text.length - last.length;
  };
}

function fitsPath(pattern: string): FitsPath {
  const star = pattern.indexOf('*');
  if (star < 0) return (path) => path === pattern;
  const known = pattern.slice(0, star);
  const end = pattern.slice(pattern.lastIndexOf('*') + 1);
  const tokens = tokensOf(pattern.slice(star));
  const fits = tokens.length <= mostPlaces ? inOneWord(tokens) : inSets(tokens);
  return (path, work) => {
    work.spend(1);
    return path.startsWith(known) && path.endsWith(end) && fits(path.slice(star), work);
  };
}

const inSets =
  (tokens: readonly string[]): FitsPath =>
  (path, work) =>
    walks(path, tokens, (character, token) => character === token, work);

/** Places of a pattern that the bits of a number tell apart. */
const mostPlaces = 30;

/** The same walk as `walks`, with the places that may be led to as the bits of one number. */
function inOneWord(tokens: readonly string[]): FitsPath {
  const bitsOf = (isSuch: (token: string) => boolean): number =>
    tokens.reduce((bits, token, at) => (isSuch(token) ? bits | (1 << at) : bits), 0);
  const anywhere = bitsOf((token) => token === any);
  const within = bitsOf((token) => token === withinSegment);
  const stars = anywhere | within;
  const ofCharacter = new Map(tokens.map((token) => [token, bitsOf((one) => one === token)]));
  const skip = (bits: number): number => {
    let all = bits;
    for (let next = all | ((all & stars) << 1); next !== all; next = all | ((all & stars) << 1)) all = next;
    return all;
  };
  return (path, work) => {
    work.spend(path.length);
    let places = skip(1);
    for (const character of path) {
      const stay = anywhere | (character === '/' ? 0 : within);
      places = skip(((places & (ofCharacter.get(character) ?? 0)) << 1) | (places & stay));
      if (places === 0) return false;
    }
    return (places & (1 << tokens.length)) !== 0;
  };
}

const any = 'any characters';
const withinSegment = 'any characters but a slash';

function tokensOf(pattern: string): readonly string[] {
  return pattern.split(/(\*\*|\*)/).flatMap((part) => {
    if (part === '**') return [any];
    return part === '*' ? [withinSegment] : Array.from(part);
  });
}

/** Walks all readings at once, so that no pattern makes it slow: the places in the pattern that the text so far may have led to. */
function walks(text: string, tokens: readonly string[], isSame: (character: string, token: string) => boolean, work?: Work): boolean {
  let places = skipping(new Set([0]), tokens);
  for (const character of text) {
    work?.spend(places.size * costOfPlace);
    const next = new Set<number>();
    for (const place of places) {
      const token = tokens[place];
      if (token === any || (token === withinSegment && character !== '/')) next.add(place);
      else if (token !== undefined && isSame(character, token)) next.add(place + 1);
    }
    if (next.size === 0) return false;
    places = skipping(next, tokens);
  }
  return places.has(tokens.length);
}

/** What a place in a set costs beside the bits of a number. */
const costOfPlace = 10;

/** A star may stand for nothing. */
function skipping(places: Set<number>, tokens: readonly string[]): Set<number> {
  for (const place of places) if (tokens[place] === any || tokens[place] === withinSegment) places.add(place + 1);
  return places;
}
