import type { Span } from './json-source.ts';

/** Writes into a text area as typing does: the browser can undo it, and the page hears of it. */
export function writeText(area: HTMLTextAreaElement, { start, end }: Span, text: string, caret = text.length): void {
  area.focus();
  area.setSelectionRange(start, end);
  // The one way that keeps the browser's undo. Where there is none any more, the text is set.
  // oxlint-disable-next-line typescript/no-deprecated -- nothing has taken its place in text areas
  if (!document.execCommand('insertText', false, text)) {
    area.setRangeText(text, start, end, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(start + caret, start + caret);
}

/** What Enter writes: a new line that begins where this one does, or a step in behind a bracket. */
export function newLine(text: string, offset: number): { readonly text: string; readonly caret: number } {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const indent = /^ */.exec(line)?.[0] ?? '';
  const before = line.trimEnd().at(-1);
  const isOpening = before === '{' || before === '[';
  const inner = `\n${indent}${isOpening ? '  ' : ''}`;
  const closes = isOpening && (text[offset] === '}' || text[offset] === ']');
  return { text: closes ? `${inner}\n${indent}` : inner, caret: inner.length };
}
