import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { flattened } from './flattened.ts';

export type TopLevel = ReturnType<typeof fromMarkdown>['children'][number];

/** Only blocks matter here; without inline constructs the parser is faster and no run of brackets or stars can slow it down. */
const blocksOnly = {
  disable: {
    null: [
      'attention',
      'autolink',
      'characterEscape',
      'characterReference',
      'codeText',
      'definition',
      'hardBreakEscape',
      'htmlText',
      'labelEnd',
      'labelStartImage',
      'labelStartLink',
    ],
  },
};
const options = { extensions: [gfmTable(), blocksOnly], mdastExtensions: [gfmTableFromMarkdown()] };

/**
 * The top-level blocks of a Markdown text from an offset on, with the offset that each one's positions count from. Parses
 * `size` UTF-16 code units at a time, so that the tree of a long text is never whole in memory: in Markdown nothing that follows
 * changes a block after which another one has begun, so only the last of a piece is parsed again, with what follows it.
 */
export function* topLevelBlocks(text: string, { from, size }: { from: number; size: number }): Generator<{ node: TopLevel; base: number }> {
  let base = from;
  let length = size;
  while (base < text.length) {
    const end = lineEndAfter(text, base + length);
    const blocks = fromMarkdown(flattened(text.slice(base, end)), options).children;
    const last = end < text.length ? blocks.pop() : undefined;
    const next = last ? lineStartOf(text, base + (last.position?.start.offset ?? 0)) : end;
    for (const node of blocks) yield { node, base };
    length = next > base ? size : length * 2;
    base = next;
  }
}

function lineEndAfter(text: string, offset: number): number {
  const at = text.indexOf('\n', offset - 1);
  return at === -1 ? text.length : at + 1;
}

/** Where the block's line begins: its indentation tells what belongs to it. */
function lineStartOf(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}
