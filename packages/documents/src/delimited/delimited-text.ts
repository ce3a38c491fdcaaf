import type { StructuredText } from '@cairn/retrieval';
import { columnNames, recordLine } from '../text/table.ts';
import { TextWriter } from '../text/text-writer.ts';
import { delimiterOf } from './delimiter.ts';
import { delimitedRecords } from './records.ts';

/**
 * A table in text (CSV, TSV): its rows as records that name their columns. The first row is the names; a table of that row alone
 * is the list of its names. Formulas are text like any other.
 */
export function delimitedText(text: string): StructuredText {
  const delimiter = delimiterOf(text) ?? ',';
  const writer = new TextWriter();
  const ragged: number[] = [];
  const unclosed: number[] = [];
  let names: string[] | undefined;
  let rows = 0;
  const body = text.replace(/^sep=.\r?\n/i, '');
  for (const { fields, line } of delimitedRecords(body, delimiter, (at) => unclosed.push(at))) {
    if (fields.every((field) => field.trim() === '')) continue;
    if (names === undefined) {
      names = columnNames(fields, fields.length);
      continue;
    }
    rows += 1;
    if (fields.length !== names.length) ragged.push(line);
    writer.row(recordLine(names, fields));
  }
  if (rows === 0 && names !== undefined) writer.row(names.join(' | '));
  if (ragged.length > 0) writer.warn(`${count(ragged, 'row')} with another number of fields than the first: ${listed(ragged)}.`);
  if (unclosed.length > 0) writer.warn(`A quotation mark is never closed and was read as a character: ${listed(unclosed)}.`);
  return writer.finish();
}

const count = (of: readonly unknown[], noun: string): string => `${of.length} ${noun}${of.length === 1 ? ' was' : 's were'} read`;

function listed(lines: readonly number[]): string {
  const shown = lines.slice(0, 5).join(', ');
  return `line${lines.length === 1 ? '' : 's'} ${shown}${lines.length > 5 ? ' and more' : ''}`;
}
