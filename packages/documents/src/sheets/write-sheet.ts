import { looksNumeric } from '../text/table.ts';
import type { TextWriter } from '../text/text-writer.ts';

export type SheetRow = readonly string[];

/**
 * Writes the rows of a sheet (an empty row is `[]`). Rows that fill one cell above a table are its title or a note; the first
 * that fills several names the columns. After an empty row a table may begin anew with names of its own.
 */
export function writeSheet(rows: readonly SheetRow[], writer: TextWriter): void {
  let header: SheetRow | undefined;
  for (const region of regionsOf(rows)) {
    const lead = leadOf(region);
    for (const row of region.slice(0, lead)) writer.paragraph(row.join('').trim());
    const rest = region.slice(lead);
    if (rest.length === 0) continue;
    if (header !== undefined && !startsAnew(rest, header)) {
      writer.table([header, ...rest], { header: true, records: true });
    } else {
      header = hasNames(rest) ? rest[0] : undefined;
      writer.table(rest, { header: header !== undefined, records: true });
    }
  }
}

/** Stretches of rows between empty ones. */
function* regionsOf(rows: readonly SheetRow[]): Generator<SheetRow[]> {
  let region: SheetRow[] = [];
  for (const row of rows) {
    if (filled(row) > 0) region.push(row);
    else if (region.length > 0) {
      yield region;
      region = [];
    }
  }
  if (region.length > 0) yield region;
}

/** How many rows of one cell come first; none when the whole region is one column. */
function leadOf(region: readonly SheetRow[]): number {
  const first = region.findIndex((row) => filled(row) > 1);
  return first === -1 ? (region.length > 2 ? 0 : region.length) : first;
}

function startsAnew(rows: readonly SheetRow[], header: SheetRow): boolean {
  const next = rows[1];
  if (!hasNames(rows) || next === undefined) return false;
  return filled(rows[0] ?? []) !== filled(header) || next.some((cell) => looksNumeric.test(cell.trim()));
}

/** Whether the first row names columns: words only, and rows follow. */
function hasNames(rows: readonly SheetRow[]): boolean {
  const cells = (rows[0] ?? []).filter((cell) => cell.trim() !== '');
  return rows.length > 1 && !cells.some((cell) => looksNumeric.test(cell.trim()) && !/^(?:19|20)\d\d$/.test(cell.trim()));
}

function filled(row: SheetRow): number {
  let count = 0;
  for (const cell of row) if (cell !== undefined && cell.trim() !== '') count += 1;
  return count;
}
