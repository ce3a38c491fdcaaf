import type { StructuredText } from '@cairn/retrieval';
import { type Archive, openArchive } from '../archive/archive.ts';
import { DocumentFault } from '../document-fault.ts';
import { readLimits } from '../limits.ts';
import { writeSheet } from '../sheets/write-sheet.ts';
import { TextWriter } from '../text/text-writer.ts';
import { attribute, descendants, elements, type XmlElement } from '../xml/element.ts';
import { readXml } from '../xml/read-xml.ts';
import { cellsOfRow, rowRepeats, rowsOfTable } from './cell-rows.ts';
import { hiddenStyles } from './hidden-styles.ts';
import { inlineText } from './inline-text.ts';

/** Text documents, presentations. Notes follow the paragraph that refers to them; comments, deletions and hidden text are left out. */
export const readOpenText = (bytes: Uint8Array): Promise<StructuredText> => readContent(bytes, new OpenBody());

/** Spreadsheets: each shown sheet under its name, its rows as records. */
export const readOpenSheets = (bytes: Uint8Array): Promise<StructuredText> => readContent(bytes, new OpenSheets());

interface OpenReader {
  readonly take: ReadonlySet<string>;
  readonly writer: TextWriter;
  open(element: Pick<XmlElement, 'name' | 'attributes'>): void;
  close(name: string): void;
  add(element: XmlElement): void;
}

async function readContent(bytes: Uint8Array, reader: OpenReader): Promise<StructuredText> {
  const archive = openArchive(bytes);
  if (!archive.has('content.xml')) throw new DocumentFault('type_mismatch');
  await refuseEncrypted(archive);
  await readXml(archive.open('content.xml'), {
    take: reader.take,
    onElement: (element) => reader.add(element),
    onOpen: (element) => reader.open(element),
    onClose: (name) => reader.close(name),
  });
  return reader.writer.finish();
}

async function refuseEncrypted(archive: Archive): Promise<void> {
  await readXml(archive.open('META-INF/manifest.xml'), {
    take: new Set(['encryption-data']),
    onElement: () => {
      throw new DocumentFault('encrypted');
    },
  });
}

/** What stands in a text or on a slide, in order. */
class OpenBody implements OpenReader {
  readonly take = new Set(['automatic-styles', 'h', 'p', 'list', 'table', 'page', ...unreadParts]);
  readonly writer = new TextWriter();
  readonly #hidden = new Set<string>();
  #hiddenSections = 0;
  #slides = 0;

  open({ name, attributes }: Pick<XmlElement, 'name' | 'attributes'>): void {
    if (name === 'section' && (this.#hiddenSections > 0 || attribute({ attributes }, 'display') === 'none')) this.#hiddenSections += 1;
  }

  close(name: string): void {
    if (name === 'section' && this.#hiddenSections > 0) this.#hiddenSections -= 1;
  }

  add(element: XmlElement, listDepth = -1): void {
    const { name } = element;
    if (name === 'automatic-styles') for (const style of hiddenStyles(element)) this.#hidden.add(style);
    else if (this.#isHidden(element)) return;
    else if (name === 'h') this.#heading(element);
    else if (name === 'p') this.#paragraph(element, listDepth);
    else if (name === 'list') for (const each of elements(element)) this.add(each, listDepth + 1);
    else if (name === 'table') this.#table(element);
    else if (name === 'page') this.#slide(element);
    else if (name === 'notes') this.writer.paragraph(`Notes: ${this.#textIn(element)}`);
    else for (const each of elements(element)) this.add(each, listDepth);
  }

  #isHidden(element: XmlElement): boolean {
    return this.#hiddenSections > 0 || unreadParts.includes(element.name) || this.#hidden.has(attribute(element, 'style-name') ?? '');
  }

  #heading(element: XmlElement): void {
    this.writer.heading(Math.max(1, Number(attribute(element, 'outline-level') ?? 1) || 1), inlineText(element, this.#hidden).text);
  }

  #paragraph(element: XmlElement, listDepth: number): void {
    const { text, notes, boxes } = inlineText(element, this.#hidden);
    if (attribute(element, 'style-name') === 'Title') this.writer.heading(0, text);
    else if (listDepth >= 0) this.writer.item(text, listDepth);
    else this.writer.paragraph(text);
    for (const box of boxes) for (const each of elements(box)) this.add(each);
    for (const note of notes) this.writer.paragraph(note);
  }

  #table(table: XmlElement): void {
    const { rows, header } = rowsOfTable(table, (cell) => this.#textIn(cell));
    this.writer.table(rows, { header });
  }

  #slide(page: XmlElement): void {
    this.#slides += 1;
    this.writer.page(this.#slides);
    this.writer.section(1, '');
    const parts = [...elements(page)].filter((part) => !/^(?:page-number|footer|header|date-time)$/.test(attribute(part, 'class') ?? ''));
    const titles = parts.filter((part) => attribute(part, 'class') === 'title');
    for (const title of titles) this.writer.heading(1, this.#textIn(title));
    for (const part of parts) if (!titles.includes(part)) this.add(part);
  }

  #textIn(container: XmlElement): string {
    const lines: string[] = [];
    for (const each of elements(container)) {
      if (this.#isHidden(each)) continue;
      const isText = each.name === 'p' || each.name === 'h';
      const text = isText ? inlineText(each, this.#hidden).text : this.#textIn(each);
      if (text.trim() !== '') lines.push(text.trim());
    }
    return lines.join('\n');
  }
}

/** Deleted text, comments, indexes that repeat the headings, and what draws or computes. */
const unreadParts: readonly string[] = [
  'tracked-changes',
  'annotation',
  'table-of-content',
  'alphabetical-index',
  'illustration-index',
  'forms',
  'scripts',
  'shapes',
  'object',
];

class OpenSheets implements OpenReader {
  readonly take = new Set(['automatic-styles', 'table-row', 'annotation', 'shapes', 'forms', 'tracked-changes']);
  readonly writer = new TextWriter();
  readonly #hidden = new Set<string>();
  #sheet: { readonly name: string; readonly isHidden: boolean; readonly rows: string[][] } | undefined;
  #cells = 0;

  open(element: Pick<XmlElement, 'name' | 'attributes'>): void {
    if (element.name !== 'table') return;
    const isHidden = this.#hidden.has(attribute(element, 'style-name') ?? '');
    this.#sheet = { name: attribute(element, 'name') ?? '', isHidden, rows: [] };
  }

  close(name: string): void {
    if (name !== 'table' || !this.#sheet) return;
    if (this.#sheet.isHidden) this.writer.warn('Hidden sheets are left out.');
    else if (this.#sheet.rows.some((row) => row.length > 0)) {
      this.writer.heading(1, this.#sheet.name);
      writeSheet(this.#sheet.rows, this.writer);
    }
    this.#sheet = undefined;
  }

  add(element: XmlElement): void {
    if (element.name === 'automatic-styles') for (const style of hiddenStyles(element)) this.#hidden.add(style);
    if (element.name !== 'table-row' || !this.#sheet) return;
    if (/^(?:collapse|filter)$/.test(attribute(element, 'visibility') ?? '')) return;
    const row = cellsOfRow(element, (cell) => this.#textIn(cell));
    for (let copies = row.length === 0 ? 1 : rowRepeats(element); copies > 0; copies -= 1) {
      this.#cells += row.length;
      if (this.#cells > readLimits.cells) throw new DocumentFault('too_large');
      this.#sheet.rows.push(row);
    }
  }

  #textIn(cell: XmlElement): string {
    return Array.from(descendants(withoutComments(cell), 'p'), (line) => inlineText(line, this.#hidden).text)
      .join('\n')
      .trim();
  }
}

const withoutComments = (cell: XmlElement): XmlElement => ({
  ...cell,
  children: cell.children.filter((each) => typeof each === 'string' || each.name !== 'annotation'),
});
