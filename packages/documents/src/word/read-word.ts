import type { StructuredText } from '@cairn/retrieval';
import { type Archive, openArchive } from '../archive/archive.ts';
import { DocumentFault } from '../document-fault.ts';
import { mainPart, relationsOf } from '../office/relations.ts';
import { TextWriter } from '../text/text-writer.ts';
import { attribute, child, elements, type XmlElement } from '../xml/element.ts';
import { readXml } from '../xml/read-xml.ts';
import { paragraphContent } from './run-text.ts';
import { isInList, isOn, outlineLevel, type ParagraphStyles, readStyles, valueOf } from './styles.ts';
import { tableRows } from './table-rows.ts';

/**
 * A Word document (DOCX): headings, lists, tables, notes after the paragraph that refers to them, text boxes. Left out are
 * running heads, comments, tracked deletions, hidden text and tables of contents.
 * @throws DocumentFault
 */
export async function readWord(bytes: Uint8Array): Promise<StructuredText> {
  const archive = openArchive(bytes);
  const main = await mainPart(archive);
  if (main === undefined) throw new DocumentFault('type_mismatch');
  const { byType } = await relationsOf(archive, main);
  const styles = await readStyles(archive, byType.get('styles')?.[0]);
  const notes = new Map([
    ...(await readNotes(archive, byType.get('footnotes')?.[0], 'footnote')),
    ...(await readNotes(archive, byType.get('endnotes')?.[0], 'endnote')),
  ]);
  const body = new WordBody(styles, notes);
  await readXml(archive.open(main), { take: new Set(['p', 'tbl']), onElement: (element) => body.add(element) });
  return body.writer.finish();
}

/** Notes by kind and id. */
async function readNotes(archive: Archive, part: string | undefined, kind: string): Promise<Map<string, XmlElement>> {
  const notes = new Map<string, XmlElement>();
  if (part === undefined) return notes;
  await readXml(archive.open(part), {
    take: new Set([kind]),
    onElement: (note) => notes.set(`${kind} ${attribute(note, 'id') ?? ''}`, note),
  });
  return notes;
}

class WordBody {
  readonly writer = new TextWriter();
  readonly #styles: ParagraphStyles;
  readonly #notes: ReadonlyMap<string, XmlElement>;
  readonly #noteNumbers = new Map<string, number>();

  constructor(styles: ParagraphStyles, notes: ReadonlyMap<string, XmlElement>) {
    this.#styles = styles;
    this.#notes = notes;
  }

  add(element: XmlElement): void {
    if (element.name === 'p') this.#paragraph(element);
    else if (element.name === 'tbl') this.#table(element);
    else if (!unread.has(element.name)) for (const each of elements(element)) this.add(each);
  }

  #paragraph(paragraph: XmlElement): void {
    const properties = child(paragraph, 'pPr');
    const style = this.#styles.get(valueOf(child(properties, 'pStyle')) ?? '');
    if (style?.isContents || style?.isHidden) return;
    const { text, notes, boxes } = this.#read(paragraph);
    const level = outlineLevel(properties) ?? style?.level;
    if (level !== undefined) this.writer.heading(level, text);
    else if (isInList(properties) || style?.isList) this.writer.item(text, listDepth(properties));
    else this.writer.paragraph(text);
    for (const box of boxes) for (const each of elements(box)) this.add(each);
    for (const key of notes) this.#note(key);
  }

  #note(key: string): void {
    const note = this.#notes.get(key);
    const text = note ? this.#textIn(note).trim() : '';
    if (text !== '') this.writer.paragraph(`[^${this.#numberOf(key)}]: ${text}`);
  }

  #table(table: XmlElement): void {
    const { rows, header } = tableRows(table, (cell) => this.#textIn(cell));
    this.writer.table(rows, { header });
  }

  /** The paragraphs in a cell or note, also those of tables in it, a line each. */
  #textIn(container: XmlElement): string {
    const lines: string[] = [];
    for (const each of elements(container)) {
      const text = each.name === 'p' ? this.#read(each).text : unread.has(each.name) ? '' : this.#textIn(each);
      if (text.trim() !== '') lines.push(text.trim());
    }
    return lines.join('\n');
  }

  #read(paragraph: XmlElement) {
    const content = paragraphContent(paragraph, (key) => this.#numberOf(key));
    const isMarkDeleted = isOn(child(child(child(paragraph, 'pPr'), 'rPr'), 'del'));
    if (content.hasDeletions || isMarkDeleted) this.writer.warn('Tracked deletions are left out; tracked insertions are part of the text.');
    return content;
  }

  #numberOf(key: string): number {
    const number = this.#noteNumbers.get(key) ?? this.#noteNumbers.size + 1;
    this.#noteNumbers.set(key, number);
    return number;
  }
}

const unread: ReadonlySet<string> = new Set(['Fallback', 'del', 'moveFrom', 'sdtPr', 'tblPr', 'tcPr']);

const listDepth = (properties: XmlElement | undefined): number => Number(valueOf(child(child(properties, 'numPr'), 'ilvl')) ?? 0) || 0;
