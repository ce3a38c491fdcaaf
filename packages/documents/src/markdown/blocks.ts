import type { Block, BlockKind } from '@cairn/retrieval';
import { HeadingPath } from '../text/heading-path.ts';
import { frontMatterEnd } from './front-matter.ts';
import { headingTitle } from './heading-title.ts';
import { type TopLevel, topLevelBlocks } from './top-level.ts';

/** What is parsed at once, in UTF-16 code units; the parser's memory is a few hundred times its input. */
const usualPiece = 65_536;

/** Deeper nesting is taken as one block. */
const maxDepth = 32;

/** The blocks of a Markdown text (CommonMark, tables of GFM, YAML front matter), each under its headings. */
export function markdownBlocks(text: string, pieceSize: number = usualPiece): Block[] {
  const blocks: Block[] = [];
  const path = new HeadingPath();
  const from = frontMatterEnd(text);
  if (from > 0) blocks.push({ start: 0, end: from, kind: 'metadata', headings: [] });
  for (const { node, base } of topLevelBlocks(text, { from, size: pieceSize })) {
    for (const leaf of leaves(node, { depth: 0, inList: false })) {
      const start = base + leaf.start;
      const end = base + leaf.end;
      if (leaf.level !== undefined) path.enter(leaf.level, headingTitle(text.slice(start, end)));
      blocks.push({ start, end, kind: leaf.kind, headings: path.current });
    }
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

function* leaves(node: TopLevel, at: { depth: number; inList: boolean }): Generator<Leaf> {
  const nested = node.type === 'blockquote' || node.type === 'list' || node.type === 'listItem';
  if (nested && at.depth < maxDepth) {
    const inList = at.inList || node.type === 'list';
    for (const child of node.children) yield* leaves(child, { depth: at.depth + 1, inList });
    return;
  }
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined || node.type === 'thematicBreak') return;
  const level = node.type === 'heading' && at.depth === 0 ? node.depth : undefined;
  yield { start, end, kind: kindOf(node, at.inList), level };
}

function kindOf(node: TopLevel, inList: boolean): BlockKind {
  if (node.type === 'heading' || node.type === 'code' || node.type === 'table') return node.type;
  if (node.type === 'html') return isUnseen(node.value) ? 'hidden' : 'markup';
  return inList ? 'list' : 'paragraph';
}

/** Whether HTML shows nothing: comments, scripts and styles. */
function isUnseen(html: string): boolean {
  return html.replace(/<!--[^]*?(?:-->|$)|<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi, '').trim() === '';
}
