/** A stretch of a text, UTF-16, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Quotes of fewer letters and digits than this show nothing. */
const leastCharacters = 4;

/**
 * Where a text says the quoted words. Spaces, capitals, kinds of quotation marks and Markdown's marks make no difference; every
 * letter and digit does.
 */
export function findQuote(text: string, quote: string): Span | undefined {
  const wanted = bare(quote.replaceAll(/^[…\s.]+|[…\s.]+$/g, '')).letters;
  if ((wanted.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < leastCharacters) return undefined;
  const { letters, places } = bare(text);
  const at = letters.indexOf(wanted);
  const start = places[at];
  const last = places[at + wanted.length - 1];
  if (at === -1 || start === undefined || last === undefined) return undefined;
  return { start, end: last + 1 };
}

/** The text without what makes no difference, and where each of its units is from. */
function bare(text: string): { readonly letters: string; readonly places: readonly number[] } {
  let letters = '';
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    if (/[\s*_#|`>~\\]/.test(unit)) continue;
    const folded = straight(unit);
    for (let index = 0; index < folded.length; index++) places.push(at);
    letters += folded;
  }
  return { letters, places };
}

function straight(unit: string): string {
  if (/[“”„«»"]/.test(unit)) return '"';
  if (/[‘’‚`']/.test(unit)) return "'";
  if (/[‐-―−]/.test(unit)) return '-';
  return unit.toLowerCase();
}
