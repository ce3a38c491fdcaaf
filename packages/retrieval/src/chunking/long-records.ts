import { linesOf, type Span } from './spans.ts';
import { nameOf } from './table-rows.ts';

/** A record that is written a field a line (`Item: Tea`), as those are that would be too long for one. */
export interface LongRecord extends Span {
  /** Where its fields begin. */
  readonly fields: readonly number[];
}

interface Draft {
  readonly start: number;
  end: number;
  readonly fields: number[];
  readonly names: Set<string>;
}

const blankLine = /(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)/;

/**
 * The records of a text that are written a field a line, in order; a name that comes again begins the next one, a blank line ends them. One alone
 * has two fields at least; of several, one has three: else they are what two people say in turn. Of a text that is known to begin within a record
 * `leading` is the name of the first field: each of that name begins another, and any field is of a record. Linear in the length.
 */
export function longRecordsIn(text: string, leading?: string): readonly LongRecord[] {
  const groups: Draft[][] = [];
  let end: number | undefined;
  for (const line of linesOf(text, { start: 0, end: text.length })) {
    if (end === undefined || blankLine.test(text.slice(end, line.start))) groups.push([]);
    end = line.end;
    addLine(groups.at(-1) ?? [], line, { name: nameOf(text.slice(line.start, line.end)), leading });
  }
  return groups.filter((records) => leading !== undefined || isTable(records)).flat();
}

function addLine(
  records: Draft[],
  { start, end }: Span,
  { name, leading }: { readonly name: string | undefined; readonly leading: string | undefined },
): void {
  const open = records.at(-1);
  if (name !== undefined && (open === undefined || name === leading || open.names.has(name))) {
    records.push({ start, end, fields: [start], names: new Set([name]) });
    return;
  }
  if (open === undefined) return;
  open.end = end;
  if (name === undefined) return;
  open.names.add(name);
  open.fields.push(start);
}

function isTable(records: readonly Draft[]): boolean {
  const most = records.reduce((count, { fields }) => Math.max(count, fields.length), 0);
  return most >= (records.length > 1 ? 3 : 2);
}
