import type { StructuredText } from '@cairn/retrieval';
import { TextWriter } from '../text/text-writer.ts';
import { delimiterOf } from './delimiter.ts';
import { delimitedRecords } from './records.ts';
import { groupedRows, namedRows, type RowTarget } from './row-targets.ts';

/**
 * A table in text (CSV, TSV): its rows as records that name their columns; of a great table, rows in groups under a row of names.
 * The first row is the names; a table of that row alone is the list of its names. Formulas are text like any other.
 */
export function delimitedText(text: string): StructuredText {
  const delimiter = delimiterOf(text) ?? ',';
  const writer = new TextWriter();
  const ragged: number[] = [];
  const unclosed: number[] = [];
  let target: RowTarget | undefined;
  let width = 0;
  const body = text.replace(/^sep=.\r?\n/i, '');
  for (const { fields, line } of delimitedRecords(body, delimiter, (at) => unclosed.push(at))) {
    if (fields.every((field) => field.trim() === '')) continue;
    if (target === undefined) {
      width = fields.length;
      target = text.length > greatLength ? groupedRows(writer, fields) : namedRows(writer, fields);
      continue;
    }
    if (fields.length !== width) ragged.push(line);
    target.add(fields);
  }
  target?.end();
  if (ragged.length > 0) writer.warn(`${count(ragged, 'row')} with another number of fields than the first: ${listed(ragged)}.`);
  if (unclosed.length > 0) writer.warn(`A quotation mark is never closed and was read as a character: ${listed(unclosed)}.`);
  return writer.finish();
}

/** UTF-16 code units from which on names are not repeated in each row: they would make the text several times as long. */
const greatLength = 8_388_608;

const count = (of: readonly unknown[], noun: string): string => `${of.length} ${noun}${of.length === 1 ? ' was' : 's were'} read`;

function listed(lines: readonly number[]): string {
  const shown = lines.slice(0, 5).join(', ');
  return `line${lines.length === 1 ? '' : 's'} ${shown}${lines.length > 5 ? ' and more' : ''}`;
}
