import { fromMarkdown } from 'mdast-util-from-markdown';

/** Longest heading that a path holds, in UTF-16 code units; longer ones are cut there. */
const maxLength = 200;

/** The headings that a block stands under, outermost first. */
export class HeadingPath {
  #open: readonly { readonly level: number; readonly title: string }[] = [];
  /** The same array until the next heading, so that blocks share it. */
  current: readonly string[] = [];

  /** A heading ends those of its own and of deeper levels. */
  enter(level: number, source: string): void {
    const title = headingTitle(source);
    const above = this.#open.filter((heading) => heading.level < level);
    this.#open = [...above, { level, title }];
    this.current = this.#open.map((heading) => heading.title).filter((heading) => heading !== '');
  }
}

/** What a reader sees of a heading's source. */
function headingTitle(source: string): string {
  const bare = source
    .slice(0, maxLength * 4)
    .replace(/^#{1,6}/, '')
    .replace(/\s#+\s*$|(?:\r\n?|\n)[^\S\r\n]*(?:=+|-+)\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  const title = /[\\`*_[\]<&]/.test(bare) ? visibleText(fromMarkdown(bare)).replace(/\s+/g, ' ').trim() : bare;
  return title.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
}

function visibleText(node: object): string {
  if ('value' in node && typeof node.value === 'string') return 'type' in node && node.type === 'html' ? '' : node.value;
  if ('alt' in node && typeof node.alt === 'string') return node.alt;
  if (!('children' in node) || !Array.isArray(node.children)) return '';
  return node.children.map((child: object) => visibleText(child)).join('');
}
