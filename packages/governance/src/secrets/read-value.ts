/** A value as it stands in a text. */
export interface ValueAt {
  readonly start: number;
  readonly end: number;
  /** Without quotes and escapes. */
  readonly value: string;
}

/**
 * The value that begins at a place: in quotes, which may be escaped as in a JSON text within a text, or up to what ends a word. Pieces that
 * follow one another without a gap are one value, as in a command.
 */
export function readValue(text: string, at: number): ValueAt | undefined {
  const pieces: Piece[] = [];
  let place = at;
  for (let piece = pieceAt(text, place); piece !== undefined; piece = pieceAt(text, place)) {
    pieces.push(piece);
    place = piece.end;
  }
  const value = pieces.map((piece) => piece.value).join('');
  // A substitution is no value, and what it holds is not to be hidden with one.
  const next = text[place] ?? '';
  if (value === '' || next === '`' || (next === '(' && /[$<>]$/.test(value))) return undefined;
  const [only, ...more] = pieces;
  // Quotes around all of it stay where they are.
  const inner = more.length === 0 ? (only?.mark ?? 0) : 0;
  return { start: at + inner, end: place - (inner > 0 ? (only?.closing ?? 0) : 0), value };
}

const pieceAt = (text: string, at: number): Piece | undefined => quotedAt(text, at) ?? bareAt(text, at);

interface Piece {
  readonly value: string;
  readonly end: number;
  /** Lengths of what opens and closes it. */
  readonly mark: number;
  readonly closing: number;
}

function quotedAt(text: string, at: number): Piece | undefined {
  const mark = /^(?:\\{1,7}["']|["']|\$')/.exec(text.slice(at, at + 9))?.[0];
  if (mark === undefined) return undefined;
  const closing = mark === "$'" ? "'" : mark;
  const end = closingAt(text, at + mark.length, closing);
  const inner = text.slice(at + mark.length, end);
  const isPlain = mark === "'";
  return {
    value: isPlain ? inner : inner.replaceAll(/\\(["'\\$`])/g, '$1'),
    end: Math.min(text.length, end + closing.length),
    mark: mark.length,
    closing: text.startsWith(closing, end) ? closing.length : 0,
  };
}

/** Where it is closed; the end of the line, or of the text, when it is not. */
function closingAt(text: string, from: number, closing: string): number {
  let at = from;
  for (;;) {
    const found = text.indexOf(closing, at);
    if (found < 0) return endOfLine(text, from);
    const slashes = closing === '"' ? backslashesBefore(text, found) : 0;
    if (slashes % 2 === 0) return found;
    at = found + 1;
  }
}

function backslashesBefore(text: string, at: number): number {
  let count = 0;
  while (text[at - 1 - count] === '\\') count += 1;
  return count;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

const plain = /[^\s;&|<>()`,{}[\]"'\\]+/y;

/** What stands alone, with characters behind a backslash. */
function bareAt(text: string, at: number): Piece | undefined {
  let end = at;
  let value = '';
  for (;;) {
    plain.lastIndex = end;
    const run = plain.exec(text)?.[0] ?? '';
    value += run;
    end += run.length;
    if (text[end] !== '\\' || !/[^"'\s]/.test(text[end + 1] ?? ' ')) break;
    value += text[end + 1];
    end += 2;
  }
  return end === at ? undefined : { value, end, mark: 0, closing: 0 };
}
