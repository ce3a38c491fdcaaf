import type { StructuredText } from '@cairn/retrieval';
import { type Archive, openArchive } from '../archive/archive.ts';
import { DocumentFault } from '../document-fault.ts';
import { readLimits } from '../limits.ts';
import { mainPart, relationsOf } from '../office/relations.ts';
import { TextWriter } from '../text/text-writer.ts';
import { attribute, child, elements, relationOf, textOf, type XmlElement } from '../xml/element.ts';
import { readElement, readXml } from '../xml/read-xml.ts';
import { type NumberKind, numberKinds, shownNumber } from './number-formats.ts';
import { writeSheet } from './write-sheet.ts';

/**
 * A workbook (XLSX): each sheet under its name, its rows as records that name their columns. Formulas count as the values that
 * the file keeps for them. Hidden sheets, rows and comments are left out.
 * @throws DocumentFault
 */
export async function readSheets(bytes: Uint8Array): Promise<StructuredText> {
  const archive = openArchive(bytes);
  const main = await mainPart(archive);
  const workbook = main === undefined ? undefined : await readElement(archive.open(main), 'workbook');
  if (main === undefined || workbook === undefined) throw new DocumentFault('type_mismatch');
  const { byId, byType } = await relationsOf(archive, main);
  const book: Book = {
    strings: await sharedStrings(archive, byType.get('sharedStrings')?.[0]),
    kinds: numberKinds(await styleSheet(archive, byType.get('styles')?.[0])),
    epoch1904: /^(?:1|true)$/.test(attribute(child(workbook, 'workbookPr') ?? workbook, 'date1904') ?? ''),
  };
  const writer = new TextWriter();
  for (const sheet of sheetsOf(workbook)) {
    const part = byId.get(relationOf(sheet) ?? '');
    if (part === undefined) continue;
    if (/hidden/i.test(attribute(sheet, 'state') ?? '')) {
      writer.warn('Hidden sheets are left out.');
      continue;
    }
    writer.heading(1, attribute(sheet, 'name') ?? '');
    writeSheet(await rowsOf(archive, part, book), writer);
  }
  return withContent(writer);
}

/** A workbook of names of sheets alone holds nothing. */
function withContent(writer: TextWriter): StructuredText {
  const document = writer.finish();
  return document.blocks.every(({ kind }) => kind === 'heading') ? { ...document, text: '', blocks: [] } : document;
}

interface Book {
  readonly strings: readonly string[];
  readonly kinds: readonly NumberKind[];
  readonly epoch1904: boolean;
}

function* sheetsOf(workbook: XmlElement): Generator<XmlElement> {
  const list = child(workbook, 'sheets');
  for (const each of list ? elements(list) : []) if (each.name === 'sheet') yield each;
}

async function styleSheet(archive: Archive, part: string | undefined): Promise<XmlElement | undefined> {
  return part === undefined ? undefined : readElement(archive.open(part), 'styleSheet');
}

async function sharedStrings(archive: Archive, part: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (part === undefined) return strings;
  await readXml(archive.open(part), { take: new Set(['si']), onElement: (item) => strings.push(richText(item)) });
  return strings;
}

/** Text in runs; the phonetic guide of East Asian text is no part of it. */
function richText(item: XmlElement): string {
  let text = '';
  for (const each of elements(item)) {
    if (each.name === 't') text += textOf(each);
    else if (each.name === 'r') text += richText(each);
  }
  return text.replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

async function rowsOf(archive: Archive, part: string, book: Book): Promise<string[][]> {
  /** By number from 1, as the sheet counts them; empty rows are in no file. */
  const rows = new Map<number, string[]>();
  let cells = 0;
  let number = 0;
  await readXml(archive.open(part), {
    take: new Set(['row', 'mergeCell']),
    onElement: (element) => {
      if (element.name === 'mergeCell') return fillMerged(rows, attribute(element, 'ref') ?? '');
      number = Number(attribute(element, 'r') ?? number + 1);
      if (/^(?:1|true)$/.test(attribute(element, 'hidden') ?? '')) return;
      const row = cellsOf(element, book);
      cells += row.length;
      if (cells > readLimits.cells) throw new DocumentFault('too_large');
      rows.set(number, row);
    },
  });
  return withGaps(rows);
}

/** A gap of any length is one empty row. */
function withGaps(rows: ReadonlyMap<number, string[]>): string[][] {
  const all: string[][] = [];
  let last: number | undefined;
  for (const [number, row] of rows) {
    if (last !== undefined && number > last + 1) all.push([]);
    all.push(row);
    last = number;
  }
  return all;
}

function cellsOf(row: XmlElement, book: Book): string[] {
  const cells: string[] = [];
  for (const cell of elements(row)) {
    if (cell.name !== 'c') continue;
    const column = columnOf(attribute(cell, 'r') ?? '') ?? cells.length;
    if (column >= 16_384) continue;
    while (cells.length < column) cells.push('');
    cells[column] = cellText(cell, book);
  }
  return cells;
}

function cellText(cell: XmlElement, { strings, kinds, epoch1904 }: Book): string {
  const type = attribute(cell, 't') ?? 'n';
  const inline = child(cell, 'is');
  if (inline) return richText(inline);
  const element = child(cell, 'v');
  const value = element ? textOf(element) : '';
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '');
  return type === 'n' ? shownNumber(value, kinds[Number(attribute(cell, 's') ?? 0)] ?? 'number', epoch1904) : value;
}

/** `C7` is column 2. */
function columnOf(reference: string): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference)?.[1];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** A cell merged downwards says its text in each of its rows; one merged to the right says it once. */
function fillMerged(rows: ReadonlyMap<number, string[]>, reference: string): void {
  const [from = '', to = ''] = reference.split(':');
  const column = columnOf(from);
  const first = Number(/\d+$/.exec(from)?.[0]);
  const last = Number(/\d+$/.exec(to)?.[0]);
  if (column === undefined || !(last > first) || last - first > mostMergedRows) return;
  const text = rows.get(first)?.[column] ?? '';
  if (text === '') return;
  for (let number = first + 1; number <= last; number += 1) {
    const row = rows.get(number);
    if (row?.some((cell) => cell !== '')) row[column] = text;
  }
}

const mostMergedRows = 10_000;
