import { extentOf } from './extent.ts';
import { type Line, lineText } from './lines.ts';
import { tableAt } from './tables.ts';

/** What a region is made of, in order. */
export type Part =
  | { readonly kind: 'paragraph'; readonly lines: readonly Line[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };

const item = /^(?:[•◦▪‣●○■–—*·-]\s|\(?\d{1,3}[.)]\s|\(?[a-z][.)]\s)/;
const endsSentence = /[.!?。！？:：]["'”’)\]]?$/u;

/** Parts the lines of a region into paragraphs and tables. */
export function partsOf(lines: readonly Line[]): Part[] {
  const parts: Part[] = [];
  const pitch = usualPitch(lines);
  const { left, right } = extentOf(lines);
  let paragraph: Line[] = [];
  const flush = (): void => {
    if (paragraph.length > 0) parts.push({ kind: 'paragraph', lines: paragraph });
    paragraph = [];
  };
  for (let at = 0; at < lines.length;) {
    const table = tableAt(lines, at);
    if (table) {
      flush();
      parts.push({ kind: 'table', rows: table.rows });
      at += table.lines;
      continue;
    }
    const line = lines[at] as Line;
    const above = paragraph.at(-1);
    if (above && begins(line, above, { pitch, left, right })) flush();
    paragraph.push(line);
    at += 1;
  }
  flush();
  return parts;
}

interface Measure {
  readonly pitch: number;
  readonly left: number;
  readonly right: number;
}

/** Whether a line begins a paragraph: after a wider gap, in another size, as an item, indented, or behind a line that ended early. */
function begins(line: Line, above: Line, { pitch, left, right }: Measure): boolean {
  const text = lineText(line);
  const gap = above.baseline - line.baseline;
  if (gap > Math.max(pitch * 1.35, line.size * 1.25) || gap < -line.size) return true;
  if (Math.abs(line.size - above.size) > above.size * 0.12) return true;
  if (item.test(text)) return true;
  const isShort = above.right < right - (right - left) * 0.12;
  if (isShort && (line.font !== above.font || endsSentence.test(lineText(above)))) return true;
  const isIndented = line.left > left + line.size * 0.8 && above.left <= left + line.size * 0.5;
  return isIndented && endsSentence.test(lineText(above));
}

/** The distance between lines that is most common, in half points. */
function usualPitch(lines: readonly Line[]): number {
  const counts = new Map<number, number>();
  for (const [at, line] of lines.entries()) {
    const gap = Math.round(((lines[at - 1]?.baseline ?? line.baseline) - line.baseline) * 2) / 2;
    if (gap > 0) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  }
  let best = { gap: 0, count: 0 };
  for (const [gap, count] of counts) if (count > best.count || (count === best.count && gap < best.gap)) best = { gap, count };
  return best.gap;
}
