import { linesOf, type Span, trimmed } from './spans.ts';
import { nameOf, rowsAmong } from './table-rows.ts';

export type LineKind = 'prose' | 'heading' | 'code' | 'row' | 'markup';

/** A line without the blanks at its ends. */
export interface Line extends Span {
  readonly kind: LineKind;
  /** Whether what stood before is complete; otherwise the line carries on the one above. */
  readonly begins: boolean;
}

/** Enough of a line to tell what it is. */
const readLength = 700;
/** Nobody wraps a paragraph by hand at fewer characters; shorter lines are meant as lines. */
const leastWrappingWidth = 45;

const fence = /^(?:`{3,}|~{3,})/;
const heading = /^#{1,6}(?:\s|$)/;
const row = /^\|/;
const markup = /^(?:[|:\-=*_+\s]+|<[^<>]*>(?:\s*<[^<>]*>)*)$/;
const listItem = /^(?:[-*+•‣–]|\d{1,9}[.)])\s/;
const endsSentence = /[.!?…。！？:：;][)\]"'”’»」』]*$/u;

/** The lines of a span that are not blank, each with its kind as far as a line tells it. */
export function readLines(text: string, span: Span): Line[] {
  const lines: Line[] = [];
  let fenced = false;
  for (const group of groupsOf(text, linesOf(text, span))) {
    const width = group.reduce((most, { start, end }) => Math.max(most, end - start), 0);
    const contents = group.map(({ start, end }) => text.slice(start, Math.min(end, start + readLength)));
    const rows = rowsAmong(contents);
    let above: Line | undefined;
    for (const [at, { start, end }] of group.entries()) {
      const content = contents[at] ?? '';
      const isFence = fence.test(content);
      const kind = isFence ? 'markup' : fenced ? 'code' : kindOf(content, rows[at] === 'row');
      if (isFence) fenced = !fenced;
      const isText = kind === 'prose' && above?.kind === 'prose' && rows[at] === undefined && !listItem.test(content);
      const carriesOn = isText && above !== undefined && wraps(text, above, content, width);
      above = { start, end, kind, begins: !carriesOn };
      lines.push(above);
    }
  }
  return lines;
}

/** Lines that no blank line parts, without the blanks at their ends. */
function groupsOf(text: string, lines: readonly Span[]): Span[][] {
  const groups: Span[][] = [];
  let previousEnd: number | undefined;
  for (const raw of lines) {
    const line = trimmed(text, raw);
    if (!line) continue;
    const between = previousEnd === undefined ? '' : text.slice(previousEnd, raw.start);
    const follows = (between.match(/\r\n?|\n/g) ?? []).length === 1;
    if (follows) groups.at(-1)?.push(line);
    else groups.push([line]);
    previousEnd = raw.end;
  }
  return groups;
}

function kindOf(content: string, isRow: boolean): LineKind {
  if (heading.test(content)) return 'heading';
  if (markup.test(content)) return 'markup';
  return isRow || row.test(content) ? 'row' : 'prose';
}

/**
 * Whether the line above ends only because the writer's page ended: the next line's first word would not have fitted, or it
 * begins in the middle of a sentence.
 */
function wraps(text: string, above: Span, next: string, width: number): boolean {
  const ends = endsSentence.test(text.slice(Math.max(above.start, above.end - 8), above.end));
  // A field may be called as it likes.
  if (/^\p{Ll}/u.test(next)) return !ends || nameOf(next) === undefined;
  if (ends) return false;
  if (width < leastWrappingWidth) return false;
  const firstWord = /^\S+/.exec(next)?.[0] ?? '';
  return above.end - above.start + 1 + firstWord.length > width;
}
