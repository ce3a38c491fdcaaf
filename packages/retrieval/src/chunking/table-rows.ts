/** What a line of a table without outer bars is: a whole row, or where a row begins that goes on in the next lines. */
export type RowLine = 'row' | 'begins';

/** Most characters of a row that is told by its names; longer ones are text with a name in front. */
const maxRowLength = 600;

const name = String.raw`[^\s:;|][^:;|\r\n]{0,79}`;
const leadingName = new RegExp(`^(${name}): `, 'u');
const fieldStart = new RegExp(`(?:^|; )(${name}): `, 'gu');
/** Items of lists and quotations are none of a table. */
const marked = /^(?:[-*+•‣–>#]|\d{1,9}[.)])\s/;
const bar = /\s\|(?:\s|$)/g;

/**
 * Which of the lines that no blank line parts are rows of a table: records that name their columns (`Item: Tea; Price: 4`), lines of one and
 * the same name, and cells between bars. Linear in their length.
 */
export function rowsAmong(lines: readonly string[]): readonly (RowLine | undefined)[] {
  if (!lines.some((line) => line.includes(': ') || line.includes(' |'))) return lines.map(() => undefined);
  const isFields = new Set(lines.flatMap((line) => nameOf(line) ?? [])).size > 1;
  const records = lines.map((line) => isRecord(line));
  const names = new Set(lines.flatMap((line, at) => (records[at] ? columnsIn(line) : [])));
  const isColumn = isOneColumn(lines);
  const barred = lines.map((line) => barsIn(line));
  const isBarred = barred.filter((bars) => bars > 0).length > 1;
  return lines.map((line, at) => {
    const bars = barred[at] ?? 0;
    if (records[at] || (bars > 0 && (isBarred || bars > 1))) return 'row';
    if (isColumn) return line.length > maxRowLength ? 'begins' : 'row';
    const [first] = columnsIn(line);
    if (isFields && nameOf(line) !== undefined && !names.has(first ?? '')) return 'begins';
    if (first === undefined || !names.has(first) || nameOf(line) !== first) return undefined;
    return columnsIn(line).some((column, place) => place > 0 && names.has(column)) && line.length <= maxRowLength ? 'row' : 'begins';
  });
}

/** The names of columns in a record, in order; what looks like one in a value is taken for one too. */
export function columnsIn(record: string): string[] {
  return Array.from(record.matchAll(fieldStart), ([, column = '']) => column);
}

/** The record without the names of its columns. */
export function valuesIn(record: string): string {
  return record.replace(fieldStart, ' ');
}

/** Two fields or more, each with its name. */
function isRecord(line: string): boolean {
  if (line.length > maxRowLength || marked.test(line)) return false;
  const fields = line.split('; ');
  return fields.length > 1 && fields.every((field) => leadingName.test(field));
}

function isOneColumn(lines: readonly string[]): boolean {
  const [first] = lines;
  const column = first === undefined || lines.length < 2 ? undefined : nameOf(first);
  return column !== undefined && lines.every((line) => nameOf(line) === column);
}

/** The name that a field begins with, as on a line of its own. */
export function nameOf(line: string): string | undefined {
  return marked.test(line) ? undefined : leadingName.exec(line)?.[1];
}

function barsIn(line: string): number {
  return line.startsWith('|') || marked.test(line) ? 0 : (line.match(bar) ?? []).length;
}
