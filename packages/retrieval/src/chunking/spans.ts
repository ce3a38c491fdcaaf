/** A stretch of a text. Offsets are UTF-16, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const blank = /\s/;

/** The span without the blanks at its ends, or undefined when it is nothing but blanks. */
export function trimmed(text: string, { start, end }: Span): Span | undefined {
  let from = start;
  let to = end;
  while (from < to && blank.test(text.charAt(from))) from += 1;
  while (to > from && blank.test(text.charAt(to - 1))) to -= 1;
  return from < to ? { start: from, end: to } : undefined;
}

/** The lines of a span without their ends, blank ones left out. Knows `\n`, `\r\n` and `\r`. */
export function linesOf(text: string, { start, end }: Span): Span[] {
  const lines: Span[] = [];
  const lineEnd = /\r\n?|\n/g;
  lineEnd.lastIndex = start;
  let from = start;
  while (from < end) {
    const match = lineEnd.exec(text);
    const to = match && match.index < end ? match.index : end;
    if (trimmed(text, { start: from, end: to })) lines.push({ start: from, end: to });
    from = match && match.index < end ? lineEnd.lastIndex : end;
  }
  return lines;
}
