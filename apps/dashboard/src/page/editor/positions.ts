/** Where lines of a text begin. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Line and column of a place, both from 0. */
export function positionOf(starts: readonly number[], offset: number): { readonly line: number; readonly column: number } {
  const after = starts.findIndex((start) => start > offset);
  const line = (after < 0 ? starts.length : after) - 1;
  return { line, column: offset - (starts[line] ?? 0) };
}
