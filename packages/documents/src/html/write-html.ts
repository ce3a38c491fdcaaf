import type { TextWriter } from '../text/text-writer.ts';
import { descendants, elements, type XmlElement } from '../xml/element.ts';

const blocks: ReadonlySet<string> = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form header hgroup hr html legend main menu nav p section summary tbody td tfoot th thead tr caption optgroup option'.split(
    ' ',
  ),
);

/** Writes what is in an element: headings, paragraphs, lists, tables and preformatted text; links are their text. */
export function writeHtml(root: XmlElement, writer: TextWriter): void {
  new HtmlText(writer).add(root);
}

/** Text of an element in one stretch, `\n` where a line is broken on purpose. */
function flowText(element: XmlElement): string {
  let text = '';
  for (const each of element.children) {
    if (typeof each === 'string') text += each.replace(/[^\S\u00a0]+/g, ' ');
    else if (each.name === 'br') text += '\n';
    else text += blocks.has(each.name) || each.name === 'li' ? `\n${flowText(each)}\n` : flowText(each);
  }
  return text;
}

const tidied = (text: string): string =>
  text
    .replace(/[^\S\n\u00a0]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();

class HtmlText {
  readonly #writer: TextWriter;
  /** Inline text that waits for the end of its block. */
  #line = '';
  /** Depth of the list item that text belongs to; -1 outside lists. */
  #listDepth = -1;
  /** Whether the item has its dash already. */
  #itemBegun = false;

  constructor(writer: TextWriter) {
    this.#writer = writer;
  }

  add(element: XmlElement): void {
    this.#flush();
    for (const each of element.children) {
      if (typeof each === 'string') this.#line += each.replace(/[^\S\u00a0]+/g, ' ');
      else this.#element(each);
    }
    this.#flush();
  }

  #element(element: XmlElement): void {
    const { name } = element;
    if (/^h[1-6]$/.test(name)) this.#heading(element);
    else if (name === 'br') this.#line += '\n';
    else if (name === 'ul' || name === 'ol' || name === 'menu') this.#list(element);
    else if (name === 'li') this.#item(element);
    else if (name === 'pre') this.#code(element);
    else if (name === 'table' && isDataTable(element)) this.#table(element);
    else if (name === 'dl') this.#definitions(element);
    else if (isControl(element)) return;
    else if (blocks.has(name) || name === 'table') this.add(element);
    else this.#inline(element);
  }

  /** Inline elements may hold blocks, as web pages do. */
  #inline(element: XmlElement): void {
    for (const each of element.children) {
      if (typeof each === 'string') this.#line += each.replace(/[^\S\u00a0]+/g, ' ');
      else this.#element(each);
    }
  }

  #heading(element: XmlElement): void {
    this.#flush();
    this.#writer.heading(Number(element.name.charAt(1)), tidied(flowText(element)).replace(/^[§¶]\s*(?=\S)|(?<=\S)\s*[§¶🔗]$/u, ''));
  }

  #list(element: XmlElement): void {
    this.#flush();
    const outer = { depth: this.#listDepth, begun: this.#itemBegun };
    this.#listDepth += 1;
    for (const each of elements(element)) {
      if (each.name === 'li') this.#item(each);
      else this.#element(each);
    }
    this.#flush();
    this.#listDepth = outer.depth;
    this.#itemBegun = outer.begun;
  }

  #item(element: XmlElement): void {
    this.#flush();
    this.#itemBegun = false;
    const depth = this.#listDepth;
    if (depth < 0) this.#listDepth = 0;
    this.add(element);
    this.#listDepth = depth;
  }

  #code(element: XmlElement): void {
    this.#flush();
    this.#writer.code(preformatted(element));
  }

  #table(element: XmlElement): void {
    this.#flush();
    for (const caption of descendants(element, 'caption')) this.#writer.paragraph(tidied(flowText(caption)));
    const { rows, header } = rowsOf(element);
    this.#writer.table(rows, { header });
  }

  /** `term: description`, so that each description says what it is of. */
  #definitions(element: XmlElement): void {
    this.#flush();
    let term = '';
    for (const each of find(element, ['dt', 'dd'])) {
      const text = tidied(flowText(each));
      if (each.name === 'dt') {
        if (term !== '') this.#writer.paragraph(term);
        term = text;
      } else {
        this.#writer.paragraph(term === '' ? text : `${term}: ${text}`);
        term = '';
      }
    }
    if (term !== '') this.#writer.paragraph(term);
  }

  #flush(): void {
    const text = tidied(this.#line);
    this.#line = '';
    if (text === '') return;
    if (this.#listDepth >= 0 && !this.#itemBegun) this.#writer.item(text, this.#listDepth);
    else this.#writer.paragraph(text);
    this.#itemBegun = true;
  }
}

/** A button with a word or two does something to the page; one with a sentence opens what it asks. */
const isControl = (element: XmlElement): boolean => element.name === 'button' && flowText(element).trim().length < 24;

function preformatted({ children }: XmlElement): string {
  return children.map((each) => (typeof each === 'string' ? each : each.name === 'br' ? '\n' : preformatted(each))).join('');
}

/** A table that lays out a page has tables or headings in its cells, or one column. */
function isDataTable(table: XmlElement): boolean {
  if (/^(?:presentation|none)$/.test(table.attributes['role'] ?? '')) return false;
  return ![...find(table, ['table', 'h1', 'h2', 'h3', 'pre'])].length;
}

function* find(parent: XmlElement, names: readonly string[]): Generator<XmlElement> {
  for (const each of elements(parent)) {
    if (names.includes(each.name)) yield each;
    else yield* find(each, names);
  }
}

/** Rows of a table, merged cells as in Word tables: downwards they say their text in each row, over columns in the first row only. */
function rowsOf(table: XmlElement): { rows: string[][]; header: true | undefined } {
  const rows: string[][] = [];
  const pending = new Map<number, { readonly text: string; left: number }>();
  let header: true | undefined;
  for (const row of descendants(table, 'tr')) {
    const cells = [...elements(row)].filter(({ name }) => name === 'td' || name === 'th');
    if (rows.length === 0 && cells.length > 1 && cells.every(({ name }) => name === 'th')) header = true;
    const texts: string[] = [];
    for (const cell of cells) {
      takePending(texts, pending);
      const text = tidied(flowText(cell));
      const down = spanOf(cell, 'rowspan');
      for (let more = spanOf(cell, 'colspan'); more > 0; more -= 1) {
        if (down > 1) pending.set(texts.length, { text, left: down - 1 });
        texts.push(rows.length === 0 || texts.length === 0 || more === spanOf(cell, 'colspan') ? text : '');
      }
    }
    takePending(texts, pending);
    rows.push(texts);
  }
  return { rows, header };
}

function takePending(texts: string[], pending: Map<number, { readonly text: string; left: number }>): void {
  for (;;) {
    const above = pending.get(texts.length);
    if (!above) return;
    above.left -= 1;
    if (above.left === 0) pending.delete(texts.length);
    texts.push(above.text);
  }
}

const spanOf = (cell: XmlElement, name: string): number => Math.min(Math.max(Math.trunc(Number(cell.attributes[name] ?? 1)) || 1, 1), 256);
