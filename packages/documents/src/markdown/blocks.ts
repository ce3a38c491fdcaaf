import type { Block, BlockKind } from '@cairn/retrieval';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { frontMatterEnd } from './front-matter.ts';
import { HeadingPath } from './heading-path.ts';
import { pieceEnds } from './sections.ts';

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root | Root['children'][number];

/** Deeper nesting is taken as one block. */
const maxDepth = 32;

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
const extensions = [gfmTable(), blocksOnly];
const mdastExtensions = [gfmTableFromMarkdown()];

/** The blocks of a Markdown text (CommonMark, tables of GFM, YAML front matter), each under its headings. */
export function markdownBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  const path = new HeadingPath();
  let start = frontMatterEnd(text);
  if (start > 0) blocks.push({ start: 0, end: start, kind: 'metadata', headings: [] });
  for (const end of pieceEnds(text, start)) {
    const root = fromMarkdown(text.slice(start, end), { extensions, mdastExtensions });
    for (const leaf of leaves(root, { depth: 0, inList: false })) {
      const from = start + leaf.start;
      const to = start + leaf.end;
      if (leaf.level !== undefined) path.enter(leaf.level, text.slice(from, to));
      blocks.push({ start: from, end: to, kind: leaf.kind, headings: path.current });
    }
    start = end;
  }
  return blocks;
}

interface Leaf {
  readonly start: number;
  readonly end: number;
  readonly kind: BlockKind;
  /** Of a heading that is not inside a list or a quotation. */
  readonly level?: number | undefined;
}

function* leaves(node: Node, at: { depth: number; inList: boolean }): Generator<Leaf> {
  const nested = node.type === 'root' || node.type === 'blockquote' || node.type === 'list' || node.type === 'listItem';
  if (nested && at.depth < maxDepth) {
    const inList = at.inList || node.type === 'list';
    for (const child of node.children) yield* leaves(child, { depth: at.depth + 1, inList });
    return;
  }
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined || node.type === 'thematicBreak') return;
  const level = node.type === 'heading' && at.depth === 1 ? node.depth : undefined;
  yield { start, end, kind: kindOf(node, at.inList), level };
}

function kindOf(node: Node, inList: boolean): BlockKind {
  if (node.type === 'heading' || node.type === 'code' || node.type === 'table') return node.type;
  if (node.type === 'html') return isUnseen(node.value) ? 'hidden' : 'markup';
  return inList ? 'list' : 'paragraph';
}

/** Whether HTML shows nothing: comments, scripts and styles. */
function isUnseen(html: string): boolean {
  return html.replace(/<!--[^]*?(?:-->|$)|<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi, '').trim() === '';
}
