/** A record of a delimited text. */
export interface DelimitedRecord {
  readonly fields: readonly string[];
  /** Line that it begins on, from 1. */
  readonly line: number;
}

/**
 * Reads records as RFC 4180 has them: fields in quotes may hold delimiters, quotes (doubled) and line ends. A quote in the middle
 * of a field is a character. A quote that never closes is one too: its line is read as if it were not there, so that it swallows
 * nothing that follows; `onUnclosed` is told the line.
 */
export function* delimitedRecords(text: string, delimiter: string, onUnclosed: (line: number) => void): Generator<DelimitedRecord> {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const record = readRecord(text, { at, delimiter, quotes: true });
    const { fields, end } = record ?? readRecord(text, { at, delimiter, quotes: false }) ?? { fields: [], end: text.length };
    if (record === undefined) onUnclosed(line);
    yield { fields, line };
    line += lineEnds(text, at, end);
    at = end;
  }
}

interface Reading {
  readonly at: number;
  readonly delimiter: string;
  readonly quotes: boolean;
}

/** One record and where the next begins; undefined when a quote never closes. */
function readRecord(text: string, { at, delimiter, quotes }: Reading): { fields: string[]; end: number } | undefined {
  const fields: string[] = [];
  let from = at;
  for (;;) {
    const field = quotes && text.charAt(from) === '"' ? quotedField(text, from, delimiter) : bareField(text, from, delimiter);
    if (field === undefined) return undefined;
    fields.push(field.value);
    if (text.charAt(field.end) === delimiter) {
      from = field.end + 1;
      continue;
    }
    const isPair = text.startsWith('\r\n', field.end);
    return { fields, end: Math.min(field.end + (isPair ? 2 : 1), text.length) };
  }
}

interface Field {
  readonly value: string;
  /** Of the delimiter or line end behind it. */
  readonly end: number;
}

function bareField(text: string, from: number, delimiter: string): Field {
  let end = from;
  while (end < text.length && !isEnd(text.charAt(end), delimiter)) end += 1;
  return { value: text.slice(from, end), end };
}

function quotedField(text: string, from: number, delimiter: string): Field | undefined {
  let value = '';
  let start = from + 1;
  for (;;) {
    const quote = text.indexOf('"', start);
    if (quote === -1) return undefined;
    value += text.slice(start, quote);
    if (text.charAt(quote + 1) !== '"') {
      // What follows a closing quote up to the delimiter belongs to the field, as spreadsheets read it.
      const rest = bareField(text, quote + 1, delimiter);
      return { value: value + rest.value, end: rest.end };
    }
    value += '"';
    start = quote + 2;
  }
}

const isEnd = (character: string, delimiter: string): boolean => character === delimiter || character === '\n' || character === '\r';

function lineEnds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const character = text.charAt(at);
    if (character === '\n' || (character === '\r' && text.charAt(at + 1) !== '\n')) count += 1;
  }
  return count;
}
