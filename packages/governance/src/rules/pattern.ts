type Fits = (text: string) => boolean;

/** Whether a text fits one of the patterns, in which `*` stands for any characters. */
export const fitsAny = (text: string, patterns: readonly string[]): boolean =>
  compiled(patterns, texts, fitsText).some((fits) => fits(text));

/** The same of paths: `*` stays within a segment, `**` does not. */
export const fitsAnyPath = (path: string, patterns: readonly string[]): boolean =>
  compiled(patterns, paths, fitsPath).some((fits) => fits(path));

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
type Kept = WeakMap<readonly string[], readonly Fits[]>;
const texts: Kept = new WeakMap();
const paths: Kept = new WeakMap();

function compiled(patterns: readonly string[], kept: Kept, compile: (pattern: string) => Fits): readonly Fits[] {
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

function fitsPath(pattern: string): Fits {
  const star = pattern.indexOf('*');
  if (star < 0) return (path) => path === pattern;
  const known = pattern.slice(0, star);
  const tokens = tokensOf(pattern.slice(star));
  return (path) => path.startsWith(known) && fitsTokens(path.slice(star), tokens);
}

const any = 'any characters';
const withinSegment = 'any characters but a slash';

function tokensOf(pattern: string): readonly string[] {
  return pattern.split(/(\*\*|\*)/).flatMap((part) => {
    if (part === '**') return [any];
    return part === '*' ? [withinSegment] : Array.from(part);
  });
}

const fitsTokens = (text: string, tokens: readonly string[]): boolean => walks(text, tokens, (character, token) => character === token);

/** Walks all readings at once, so that no pattern makes it slow: the places in the pattern that the text so far may have led to. */
function walks(text: string, tokens: readonly string[], isSame: (character: string, token: string) => boolean): boolean {
  let places = skipping(new Set([0]), tokens);
  for (const character of text) {
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

/** A star may stand for nothing. */
function skipping(places: Set<number>, tokens: readonly string[]): Set<number> {
  for (const place of places) if (tokens[place] === any || tokens[place] === withinSegment) places.add(place + 1);
  return places;
}
