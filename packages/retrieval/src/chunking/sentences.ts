import { cutBefore, segmenterWindow } from './boundaries.ts';
import { type Line, type LineKind, readLines } from './lines.ts';
import { type Span, trimmed } from './spans.ts';
import { unbroken } from './unbroken.ts';

/** A sentence, or a line that is one by itself: a heading, a line of code, a row of a table, a line of nothing but markup. */
export interface Sentence extends Span {
  readonly kind: LineKind;
}

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

/** A full stop after these does not end a sentence, whatever follows. */
const abbreviation = /(?:^|[\s([{"'“‘])(?:\p{Lu}|[Mm]rs?|[Mm]s|[Dd]r|[Pp]rof|[Ss]t|[Ff]igs?|[Ee]q|[Vv]s|cf|e\.g|i\.e)\.$/u;
const letter = /\p{L}/u;
/** What Unicode lets a sentence end at, beside the end of a line. */
const terminal = /[\p{Sentence_Terminal}\u0085\u2024\u2028\u2029\ufe52\uff0e]/u;

/**
 * The sentences of a text in order, blanks at their ends left out, by Unicode's rules for any language. Knows enough of
 * Markdown to keep headings, code, rows and list items apart, and joins the lines of a paragraph that was wrapped by hand.
 */
export function sentences(text: string, span: Span = { start: 0, end: text.length }): Sentence[] {
  const found: Sentence[] = [];
  let paragraph: Line[] = [];
  for (const line of readLines(text, span)) {
    if (line.begins) {
      addProse(text, paragraph, found);
      paragraph = [];
    }
    if (line.kind === 'prose') paragraph.push(line);
    else found.push({ start: line.start, end: line.end, kind: line.kind });
  }
  addProse(text, paragraph, found);
  return found;
}

function addProse(text: string, lines: readonly Line[], found: Sentence[]): void {
  const first = lines[0];
  const last = lines.at(-1);
  if (!first || !last) return;
  const flat = unbroken(text.slice(first.start, last.end).replace(/[\r\n]/g, ' '));
  for (const { start, end } of segments(flat)) {
    const sentence = trimmed(text, { start: first.start + start, end: first.start + end });
    if (sentence) found.push({ ...sentence, kind: 'prose' });
  }
}

function segments(flat: string): Span[] {
  const spans: Span[] = [];
  let open: number | undefined;
  let hasLetter = false;
  for (const { start, end } of rawSegments(flat)) {
    const from: number = open ?? start;
    hasLetter ||= letter.test(flat.slice(start, end));
    const ends = hasLetter && !abbreviation.test(flat.slice(Math.max(from, end - 24), end).trimEnd());
    if (ends || end - from > segmenterWindow) {
      spans.push({ start: from, end });
      open = undefined;
      hasLetter = false;
    } else open = from;
  }
  if (open !== undefined) spans.push({ start: open, end: flat.length });
  return spans;
}

/** Walks the text in windows; the last, perhaps incomplete, segment of a window begins the next one. */
function* rawSegments(flat: string): Generator<Span> {
  // The segmenter costs more than all the rest, and most headings, cells and names end nowhere but at their end.
  if (flat.length <= segmenterWindow && !terminal.test(flat)) {
    yield { start: 0, end: flat.length };
    return;
  }
  let from = 0;
  while (from < flat.length) {
    const to = cutBefore(flat, from, from + segmenterWindow);
    const starts = Array.from(segmenter.segment(flat.slice(from, to)), ({ index }) => from + index);
    const lastStart = starts.at(-1) ?? from;
    const next = to === flat.length || lastStart < from + segmenterWindow / 2 ? to : lastStart;
    for (const [index, start] of starts.entries()) {
      if (start < next) yield { start, end: starts[index + 1] ?? to };
    }
    from = next;
  }
}
