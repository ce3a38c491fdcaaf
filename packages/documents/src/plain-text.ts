import type { Block } from '@cairn/retrieval';

/** The paragraphs of a plain text: what blank lines part. */
export function plainTextBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  const blankLines = /(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)\s*/g;
  let start = 0;
  for (const match of text.matchAll(blankLines)) {
    blocks.push({ start, end: match.index, kind: 'paragraph', headings: [] });
    start = match.index + match[0].length;
  }
  blocks.push({ start, end: text.length, kind: 'paragraph', headings: [] });
  return blocks.filter(({ start: from, end }) => text.slice(from, end).trim() !== '');
}
