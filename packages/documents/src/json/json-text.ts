import type { StructuredText } from '@cairn/retrieval';
import { TextWriter } from '../text/text-writer.ts';
import { columnNames, recordLine } from '../text/table.ts';

/** A value deeper than this is written as JSON. */
const maxDepth = 48;

/**
 * JSON, or JSON line by line, as text to read: the fields of an object are a record (`name: Ann; age: 7`), and what is nested
 * stands under its path. Undefined when the text is neither.
 */
export function jsonText(text: string): StructuredText | undefined {
  const value = parsedJson(text) ?? parsedLines(text);
  if (value === undefined) return undefined;
  const writer = new TextWriter();
  writeValue(writer, value.json, []);
  return writer.finish();
}

interface Parsed {
  readonly json: unknown;
}

function parsedJson(text: string): Parsed | undefined {
  try {
    return { json: parseExact(text) };
  } catch {
    return undefined;
  }
}

function parsedLines(text: string): Parsed | undefined {
  const values: unknown[] = [];
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.trim() === '') continue;
    const value = parsedJson(line);
    if (value === undefined) return undefined;
    values.push(value.json);
  }
  return values.length > 0 ? { json: values } : undefined;
}

/** Numbers that a double cannot hold keep their digits. */
function parseExact(text: string): unknown {
  if (!/\d[\d.]{15}/.test(text)) return JSON.parse(text);
  const exact = (_key: string, value: unknown, context?: { readonly source?: string }): unknown => {
    const isInexact = typeof value === 'number' && context?.source !== undefined && String(value) !== context.source;
    return isInexact ? context?.source : value;
  };
  return JSON.parse(text, exact);
}

function writeValue(writer: TextWriter, value: unknown, path: readonly string[]): void {
  if (path.length > maxDepth) writer.row(JSON.stringify(flattened(value)));
  else if (Array.isArray(value)) writeList(writer, value, path);
  else if (isObject(value)) writeObject(writer, value, path);
  else writer.paragraph(scalarText(value));
}

function writeObject(writer: TextWriter, object: Readonly<Record<string, unknown>>, path: readonly string[]): void {
  const keys = Object.keys(object);
  const plain = keys.filter((key) => isPlain(object[key]));
  if (plain.length > 0) {
    enter(writer, path);
    writer.row(
      recordLine(
        plain,
        plain.map((key) => plainText(object[key])),
      ),
    );
  }
  for (const key of keys) if (!isPlain(object[key])) writeValue(writer, object[key], [...path, key]);
}

function writeList(writer: TextWriter, list: readonly unknown[], path: readonly string[]): void {
  if (isTable(list)) {
    enter(writer, path);
    return writeTable(writer, list);
  }
  let isHere = false;
  for (const [at, value] of list.entries()) {
    const isRow = isPlain(value) || isFlat(value);
    if (!isRow) writeValue(writer, value, [...path, `[${at}]`]);
    else {
      if (!isHere) enter(writer, path);
      writer.row(isFlat(value) ? recordLine(Object.keys(value), Object.values(value).map(plainText)) : plainText(value));
    }
    isHere = isRow;
  }
}

/** Rows of values under a row of names. */
function isTable(list: readonly unknown[]): list is readonly (readonly unknown[])[] {
  const first: unknown = list[0];
  const isHeader = Array.isArray(first) && first.length > 1 && first.every((each) => typeof each === 'string' && each !== '');
  return isHeader && list.length > 1 && list.every((row) => Array.isArray(row) && row.every(isPlain));
}

function writeTable(writer: TextWriter, [header = [], ...rows]: readonly (readonly unknown[])[]): void {
  const names = columnNames(header.map(String), header.length);
  for (const row of rows) writer.row(recordLine(names, row.map(plainText)));
}

/** The path as a line, `orders[3].lines`; the document itself has none. */
function enter(writer: TextWriter, path: readonly string[]): void {
  const line = path.reduce((so, step) => (so === '' || step.startsWith('[') ? so + step : `${so}.${step}`), '');
  writer.place(path, line);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** A scalar, or a list of scalars. */
const isPlain = (value: unknown): boolean => isScalar(value) || (Array.isArray(value) && value.every(isScalar));

/** An object without anything nested. */
const isFlat = (value: unknown): value is Readonly<Record<string, unknown>> => isObject(value) && Object.values(value).every(isPlain);

const plainText = (value: unknown): string => (Array.isArray(value) ? value.map(scalarText).join(', ') : scalarText(value));

const scalarText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** All scalars in a value, without walking it by recursion: it may be as deep as its text is long. */
function flattened(value: unknown): unknown[] {
  const scalars: unknown[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (isScalar(next)) scalars.push(next);
    else open.push(...Object.values(next as object).toReversed());
  }
  return scalars;
}
