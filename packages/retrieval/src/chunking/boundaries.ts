/** ICU steps through a text in quadratic time; every segmenter here sees at most this many code units at once. */
export const segmenterWindow = 4000;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Where to cut a text between `from` (itself a boundary) and `at` at the latest: after the last blank of its second half, else
 * between two characters as a reader sees them, else (one character longer than all of it) between two code points.
 */
export function cutBefore(text: string, from: number, at: number): number {
  if (at >= text.length) return text.length;
  const middle = from + Math.ceil((at - from) / 2);
  for (let cut = at; cut > middle; cut -= 1) {
    if (/\s/.test(text.charAt(cut - 1))) return cut;
  }
  const start = Math.max(from, at - segmenterWindow);
  const index = graphemes.segment(text.slice(start, at + 64)).containing(at - start)?.index ?? 0;
  if (index > 0) return start + index;
  return isLowSurrogate(text.charCodeAt(at)) && at - 1 > from ? at - 1 : at;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
