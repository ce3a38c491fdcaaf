import type { Fragment } from './fragments.ts';
import type { Line } from './lines.ts';

const leastRows = 3;
/** Of one table; the rest of a longer one is another. */
const mostRows = 300;

interface Column {
  left: number;
  right: number;
}

/** The table that begins at a line: rows of several cells that stand under each other. */
export function tableAt(lines: readonly Line[], at: number): { readonly rows: string[][]; readonly lines: number } | undefined {
  const first = lines[at];
  if (!first || first.cells.length < 2) return undefined;
  let end = at;
  while (end < lines.length && end - at < mostRows && isRow(lines[end] as Line, lines[end - 1], end > at)) end += 1;
  while (end > at && (lines[end - 1] as Line).cells.length < 2) end -= 1;
  const rows = lines.slice(at, end);
  if (rows.filter(({ cells }) => cells.length > 1).length < leastRows) return undefined;
  const columns = columnsOf(rows.flatMap(({ cells }) => cells));
  const most = Math.max(...rows.map(({ cells }) => cells.length));
  // Cells that do not stand under each other are words set apart, not columns.
  if (columns.length < 2 || columns.length > most || columns.length * 2 < most) return undefined;
  return { rows: rows.map((row) => cellsOf(row, columns)), lines: end - at };
}

/** Rows of one cell belong to a table when they are close: a value of several lines. */
function isRow(line: Line, above: Line | undefined, isInside: boolean): boolean {
  if (isInside && above && above.baseline - line.baseline > line.size * 3) return false;
  return line.cells.length > 1;
}

/** Stretches that no gap parts in any row. */
function columnsOf(cells: readonly Fragment[]): Column[] {
  const columns: Column[] = [];
  for (const { left, right } of cells.toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (last && left < last.right) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  return columns;
}

function cellsOf({ cells }: Line, columns: readonly Column[]): string[] {
  const texts = columns.map(() => '');
  for (const cell of cells) {
    const at = columns.findIndex(({ left, right }) => cell.left >= left && cell.right <= right);
    texts[at] = texts[at] ? `${texts[at]} ${cell.text}` : cell.text;
  }
  return texts;
}
