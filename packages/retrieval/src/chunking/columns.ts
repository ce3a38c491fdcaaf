import { linesOf, type Span, trimmed } from './spans.ts';
import { longRecordsIn } from './long-records.ts';
import type { Block } from './structured-text.ts';

/** Names of columns in all, in UTF-16 code units; what a wider table has after them is not repeated with its rows. */
const maxLength = 300;
/** Enough of a table to hold its first row. */
const readLength = 4000;

/** The line under the first one of a table in pipes. */
const rule = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;
const htmlTable = /^<table[\s>]/i;
const htmlFirstRow = /<tr[\s>][^]*?(?=<\/tr>|<tr[\s>]|$)/i;
const htmlHead = /<th[\s>]/i;

/**
 * What a table says in its first row, when that names its columns: a Markdown table in pipes, or one written in HTML. Of a record that is written a
 * field a line, its first field: what the record is about.
 */
export function columnsOf(text: string, block: Block): string | undefined {
  if (block.kind !== 'table' && block.kind !== 'markup') return undefined;
  const span = trimmed(text, { start: block.start, end: Math.min(block.end, block.start + readLength) });
  if (!span) return undefined;
  const source = text.slice(span.start, span.end);
  const names = block.kind === 'table' ? [...pipedNames(text, span), ...firstField(source)] : htmlNames(source);
  return names.length === 0 ? undefined : names.join(' | ').slice(0, maxLength);
}

function pipedNames(text: string, span: Span): string[] {
  const [first, second] = linesOf(text, span);
  if (!first || !second || !rule.test(text.slice(second.start, second.end).trim())) return [];
  return filled(text.slice(first.start, first.end).split(/(?<!\\)\|/));
}

function firstField(source: string): string[] {
  const [record, another] = longRecordsIn(source);
  if (!record || another || record.start > 0) return [];
  return [source.slice(0, record.fields[1]).replace(/\s+/g, ' ').trim()];
}

function htmlNames(markup: string): string[] {
  const row = htmlTable.test(markup) ? htmlFirstRow.exec(markup)?.[0] : undefined;
  if (row === undefined || !htmlHead.test(row)) return [];
  const [, ...cells] = row.split(/<t[hd](?:\s[^<>]*)?>/i);
  return filled(cells.map((cell) => cell.replace(/<[^<>]*>/g, '')));
}

function filled(cells: readonly string[]): string[] {
  return cells.map((cell) => cell.replace(/\s+/g, ' ').trim()).filter((cell) => cell !== '');
}
