import type { StructuredText } from '@cairn/retrieval';

/** Each block as its kind, its text and its headings, and its page where it has one. */
export function shownBlocks({ text, blocks }: StructuredText): (string | number)[][] {
  return blocks.map(({ kind, start, end, headings, page }) => [
    kind,
    text.slice(start, end),
    headings.join(' > '),
    ...(page === undefined ? [] : [page]),
  ]);
}
