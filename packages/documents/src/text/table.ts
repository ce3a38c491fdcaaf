import { type BlockKind, estimateTokens } from '@cairn/retrieval';

export interface TableOptions {
  /** Whether the first row names the columns. Told from the cells when absent. */
  readonly header?: boolean | undefined;
  /** Whether rows are always written as records, also where the table is small. Default: no. */
  readonly records?: boolean;
}

/** Tables up to this size stay one block. */
const wholeTokens = 200;
/** Records up to this length are one line. */
const lineLength = 600;

/**
 * The blocks of a table: a small one whole in pipes; the rows of a larger one as records that each name their columns
 * (`Item: Tea; Price: 4`), so that every passage says what its values are.
 */
export function* tableBlocks(rows: readonly (readonly string[])[], options: TableOptions): Generator<{ kind: BlockKind; text: string }> {
  const filled = rows.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some((cell) => cell !== ''));
  const width = filled.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => cell !== '') + 1), 0);
  if (width === 0) return;
  const isList = width === 1 && options.records !== true;
  const header = filled.length > 1 && (options.header ?? namesColumns(filled[0] ?? [], width));
  const whole = isList || options.records === true ? undefined : wholeTable(filled, { width, header });
  if (whole !== undefined) {
    yield { kind: 'table', text: whole };
    return;
  }
  const names = header && !isList ? columnNames(filled[0] ?? [], width) : undefined;
  for (const row of names ? filled.slice(1) : filled) {
    yield { kind: isList ? 'paragraph' : 'table', text: names ? recordLine(names, row) : row.filter((cell) => cell !== '').join(' | ') };
  }
}

/** Names of columns; one without a name is called by its number. */
export function columnNames(header: readonly string[], width: number): string[] {
  return Array.from({ length: width }, (_, at) => header[at]?.replace(/\s+/g, ' ').trim() || `column ${at + 1}`);
}

/** A row with the name of each value's column; empty cells are left out. */
export function recordLine(names: readonly string[], row: readonly string[]): string {
  const fields: string[] = [];
  let length = 0;
  for (const [at, cell] of row.entries()) {
    if (cell.trim() === '') continue;
    const field = `${names[at] ?? `column ${at + 1}`}: ${cell}`;
    fields.push(field);
    length += field.length + 2;
  }
  const isLine = length <= lineLength && !fields.some((field) => /[\r\n]/.test(field));
  return fields.join(isLine ? '; ' : '\n');
}

/** Whether a first row looks like names: all cells filled, none a number, no two alike. */
function namesColumns(first: readonly string[], width: number): boolean {
  const filled = first.filter((cell) => cell !== '');
  const isFull = filled.length === width || (filled.length === width - 1 && first[0] === '');
  return (
    isFull &&
    new Set(filled).size === filled.length &&
    !filled.some((cell) => looksNumeric.test(cell) || cell.length > 100 || /^[-–<{[(]/.test(cell))
  );
}

export const looksNumeric = /^[^\p{L}]*\d[^\p{L}]*$/u;

function wholeTable(rows: readonly (readonly string[])[], { width, header }: { width: number; header: boolean }): string | undefined {
  // Wide or long tables are never small, and counting them takes time.
  if (rows.length * width > wholeTokens) return undefined;
  const lines = rows.map((row) => `| ${Array.from({ length: width }, (_, at) => pipeCell(row[at] ?? '')).join(' | ')} |`);
  if (header) lines.splice(1, 0, `|${' --- |'.repeat(width)}`);
  const text = lines.join('\n');
  return estimateTokens(text) <= wholeTokens ? text : undefined;
}

const pipeCell = (cell: string): string => cell.replace(/\s+/g, ' ').replaceAll('|', '\\|');
