/** Whether a text fits a pattern in which `*` stands for any characters. */
export function fits(text: string, pattern: string): boolean {
  if (!pattern.includes('*')) return text === pattern;
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  // The earliest place for each part leaves the most for those after it.
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}

/** The same of paths: `*` stays within a segment, `**` does not. */
export function fitsPath(path: string, pattern: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return path === pattern;
  return path.startsWith(pattern.slice(0, star)) && fitsTokens(path.slice(star), tokensOf(pattern.slice(star)));
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
