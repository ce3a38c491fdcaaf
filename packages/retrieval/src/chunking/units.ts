import { cutBefore } from './boundaries.ts';
import { columnsOf } from './columns.ts';
import { sentences } from './sentences.ts';
import { linesOf, type Span, trimmed } from './spans.ts';
import type { Block, StructuredText } from './structured-text.ts';
import { estimateTokens, fittingEnd } from './token-estimate.ts';

/** The smallest piece that passages are packed from: a sentence, a line, or a whole block that is best not split. */
export interface Unit extends Span {
  readonly tokens: number;
  readonly headings: readonly string[];
  readonly page?: number;
  /** Names of the columns, when it is of a table and does not begin it. */
  readonly columns?: string;
  /** Whether something that belongs to no passage stands before it. */
  readonly afterHidden: boolean;
}

export interface UnitSize {
  /** In estimated tokens. */
  readonly cap: number;
  readonly maxCharacters: number;
}

const blankLine = /(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)/;

/** Cuts a text into units within the size that cover every visible character which is not blank. */
export function unitsOf(document: StructuredText, size: UnitSize): Unit[] {
  const units: Unit[] = [];
  let heading: Unit | undefined;
  let afterHidden = false;
  for (const block of coveringBlocks(document)) {
    if (block.kind === 'hidden') {
      afterHidden = true;
      continue;
    }
    const spans = pieces(document.text, block, size.cap);
    const columns = spans.length > 1 ? columnsOf(document.text, block) : undefined;
    for (const [place, span] of spans.entries()) {
      const unit: Unit = {
        ...span,
        tokens: estimateTokens(document.text, span),
        headings: block.headings,
        afterHidden,
        ...pageOf(block),
        ...(place > 0 && columns !== undefined && { columns }),
      };
      const joined: Unit | undefined = heading && joinedUnit(heading, unit, size);
      if (heading && !joined) units.push(heading);
      heading = block.kind === 'heading' ? (joined ?? unit) : undefined;
      if (!heading) units.push(joined ?? unit);
      afterHidden = false;
    }
  }
  if (heading) units.push(heading);
  return units;
}

/** A heading stays with what follows it. */
function joinedUnit(heading: Unit, next: Unit, { cap, maxCharacters }: UnitSize): Unit | undefined {
  const tokens = heading.tokens + next.tokens;
  if (tokens > cap || next.end - heading.start > maxCharacters || next.afterHidden || next.page !== heading.page) return undefined;
  return { ...next, start: heading.start, tokens, afterHidden: heading.afterHidden };
}

/** The names of columns of a unit or draft as a property that is absent when there are none. */
export function columnsProperty({ columns }: { readonly columns?: string }): { readonly columns?: string } {
  return columns === undefined ? {} : { columns };
}

/** The page of a block or unit as a property that is absent when there is none. */
export function pageOf({ page }: { readonly page?: number }): { readonly page?: number } {
  return page === undefined ? {} : { page };
}

/** The blocks, stretched over the text between them so that none of it is lost. */
function* coveringBlocks({ text, blocks }: StructuredText): Generator<Block> {
  let cursor = 0;
  let headings: readonly string[] = [];
  for (const block of blocks) {
    if (block.end <= cursor) continue;
    const gap = trimmed(text, { start: cursor, end: Math.max(cursor, block.start) });
    if (gap && block.kind === 'hidden') yield { ...gap, kind: 'paragraph', headings };
    const start = gap && block.kind !== 'hidden' ? gap.start : Math.max(cursor, block.start);
    yield { ...block, start };
    cursor = block.end;
    headings = block.headings;
  }
  const rest = trimmed(text, { start: cursor, end: text.length });
  if (rest) yield { ...rest, kind: 'paragraph', headings };
}

function pieces(text: string, block: Block, cap: number): Span[] {
  const span = trimmed(text, block);
  if (!span) return [];
  const keptWhole = block.kind !== 'paragraph' && block.kind !== 'list';
  if (keptWhole && fittingEnd(text, span, cap) === span.end) return [span];
  return partsOf(text, { ...block, ...span }, cap).flatMap((part) => withinCap(text, part, cap));
}

function partsOf(text: string, block: Block, cap: number): readonly Span[] {
  if (block.kind === 'paragraph' || block.kind === 'list') return sentences(text, block);
  const lines = linesOf(text, block);
  return block.kind === 'code' ? stanzas(text, lines, cap) : lines;
}

/** Lines of code between blank ones, which is where functions and steps end, as far as they fit. */
function stanzas(text: string, lines: readonly Span[], cap: number): Span[] {
  const joined: Span[] = [];
  let room = 0;
  for (const line of lines) {
    const tokens = estimateTokens(text, line);
    const open = joined.at(-1);
    const carriesOn = open && tokens <= room && !blankLine.test(text.slice(open.end, line.start));
    if (carriesOn) joined[joined.length - 1] = { start: open.start, end: line.end };
    else joined.push(line);
    room = (carriesOn ? room : cap) - tokens;
  }
  return joined;
}

function withinCap(text: string, span: Span, cap: number): Span[] {
  const parts: Span[] = [];
  let start = span.start;
  while (start < span.end) {
    const fitting = fittingEnd(text, { start, end: span.end }, cap);
    const end = fitting === span.end ? fitting : Math.max(cutBefore(text, start, fitting), start + 1);
    const part = trimmed(text, { start, end });
    if (part) parts.push(part);
    start = end;
  }
  return parts;
}
