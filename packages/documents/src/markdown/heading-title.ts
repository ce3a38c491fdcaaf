import { fromMarkdown } from 'mdast-util-from-markdown';
import { maxHeadingLength } from '../text/heading-path.ts';

/** What a reader sees of a heading's source. */
export function headingTitle(source: string): string {
  const bare = source
    .slice(0, maxHeadingLength * 4)
    .replace(/^#{1,6}/, '')
    .replace(/\s#+\s*$|(?:\r\n?|\n)[^\S\r\n]*(?:=+|-+)\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /[\\`*_[\]<&]/.test(bare) ? visibleText(fromMarkdown(bare)) : bare;
}

function visibleText(node: object): string {
  if ('value' in node && typeof node.value === 'string') return 'type' in node && node.type === 'html' ? '' : node.value;
  if ('alt' in node && typeof node.alt === 'string') return node.alt;
  if (!('children' in node) || !Array.isArray(node.children)) return '';
  return node.children.map((child: object) => visibleText(child)).join('');
}
