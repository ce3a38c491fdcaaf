/** Whether a text fits a pattern in which `*` stands for any characters. In time linear in the two lengths multiplied. */
export function fits(text: string, pattern: string): boolean {
  return fitsTokens(
    text,
    pattern.split(/(\*)/).flatMap((part) => (part === '*' ? [any] : Array.from(part))),
  );
}

/** The same of paths: `*` stays within a segment, `**` does not. */
export function fitsPath(path: string, pattern: string): boolean {
  const tokens = pattern.split(/(\*\*|\*)/).flatMap((part) => (part === '**' ? [any] : part === '*' ? [withinSegment] : Array.from(part)));
  return fitsTokens(path, tokens);
}

const any = 'any characters';
const withinSegment = 'any characters but a slash';

/** Walks all readings at once, so that no pattern makes it slow: the places in the pattern that the text so far may have led to. */
function fitsTokens(text: string, tokens: readonly string[]): boolean {
  let places = skipping(new Set([0]), tokens);
  for (const character of text) {
    const next = new Set<number>();
    for (const place of places) {
      const token = tokens[place];
      if (token === any || (token === withinSegment && character !== '/')) next.add(place);
      else if (token === character) next.add(place + 1);
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
