import type { Block, BlockKind, StructuredText } from '@cairn/retrieval';
import { DocumentFault } from '../document-fault.ts';
import { readLimits } from '../limits.ts';
import { cleaned } from './cleaned.ts';
import { HeadingPath } from './heading-path.ts';
import { tableBlocks, type TableOptions } from './table.ts';

/**
 * Writes the text of a document that has no text of its own to cite (office files, PDF, web pages), and notes its blocks. What
 * has structure is written as Markdown has it: `# Heading`, `- item`, tables in pipes, fenced code.
 */
export class TextWriter {
  readonly #parts: string[] = [];
  readonly #blocks: Block[] = [];
  readonly #warnings = new Set<string>();
  readonly #path = new HeadingPath();
  #length = 0;
  #cells = 0;
  #page: number | undefined;
  #last: BlockKind | undefined;

  /** What follows stands on this page or slide, from 1. */
  page(number: number): void {
    this.#page = number;
    this.#last = undefined;
  }

  /** `level` from 1 for the outermost; deeper than 6 is written as 6. */
  heading(level: number, text: string): void {
    const title = cleaned(text).replace(/\s+/g, ' ').trim();
    if (title === '') return;
    this.#path.enter(level, title);
    this.#add('heading', `${'#'.repeat(Math.min(Math.max(level, 1), 6))} ${title}`);
  }

  /** A name that stands above what follows without being written: the name of a sheet, the path in a tree. */
  section(level: number, name: string): void {
    this.#path.enter(level, cleaned(name));
  }

  /** A place in a tree: its path as one line, and one heading a step. */
  place(path: readonly string[], line: string): void {
    for (const [at, step] of (path.length === 0 ? [''] : path).entries()) this.section(at + 1, step);
    if (line !== '') this.#add('heading', `# ${cleaned(line).replace(/\s+/g, ' ').trim()}`);
  }

  paragraph(text: string): void {
    this.#add('paragraph', cleaned(text).trim());
  }

  /** `depth` from 0. */
  item(text: string, depth = 0): void {
    const content = cleaned(text).trim();
    if (content !== '') this.#add('list', `${'  '.repeat(Math.min(depth, 8))}- ${content}`);
  }

  /** Taken line by line; blanks count. */
  code(text: string): void {
    const content = cleaned(text).replace(/^\n+/, '').trimEnd();
    const longest = content.match(/`{3,}/g)?.reduce((most, run) => Math.max(most, run.length), 2) ?? 2;
    const fence = '`'.repeat(longest + 1);
    if (content !== '') this.#add('code', `${fence}\n${content}\n${fence}`);
  }

  /** A line or record of a table, as it is. */
  row(text: string): void {
    this.#add('table', cleaned(text).trim());
  }

  table(rows: readonly (readonly string[])[], options: TableOptions = {}): void {
    this.#cells += rows.reduce((sum, row) => sum + row.length, 0);
    if (this.#cells > readLimits.cells) {
      throw new DocumentFault('too_large', {
        message: `The document's tables have more than ${readLimits.cells} cells. Split it and upload the parts.`,
      });
    }
    this.#last = undefined;
    for (const { kind, text } of tableBlocks(
      rows.map((row) => row.map(cleaned)),
      options,
    ))
      this.#add(kind, text);
    this.#last = undefined;
  }

  /** Something changed or left out, one sentence; said once. */
  warn(sentence: string): void {
    this.#warnings.add(sentence);
  }

  finish(): StructuredText {
    return { text: this.#parts.join(''), blocks: this.#blocks, warnings: [...this.#warnings] };
  }

  #add(kind: BlockKind, content: string): void {
    if (content === '') return;
    const isRun = kind === this.#last && (kind === 'list' || kind === 'table');
    const gap = this.#length === 0 ? '' : isRun ? '\n' : '\n\n';
    const start = this.#length + gap.length;
    this.#length = start + content.length;
    if (this.#length > readLimits.characters) throw new DocumentFault('too_large');
    this.#parts.push(gap, content);
    const page = this.#page === undefined ? {} : { page: this.#page };
    this.#blocks.push({ start, end: this.#length, kind, headings: this.#path.current, ...page });
    this.#last = kind;
  }
}
