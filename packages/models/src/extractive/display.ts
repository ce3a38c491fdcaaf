import type { Sentence } from '@cairn/retrieval';

/**
 * A sentence as it reads without its Markdown. Footnote-like numbers in brackets become `(3)`: in an answer, `[3]` is a citation. What
 * is left of a link, an image or a tag, also in pieces that the next sentence would complete, is made plain text: nothing that a document says is
 * loaded where an answer is shown.
 */
export function displayed(source: string): string {
  return source
    .replace(/^(?:\s*>)+\s?|(?:\r\n?|\n)(?:\s*>)+\s?/g, ' ')
    .replace(/^\s*(?:#{1,6}|[-*+•]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/<!--.*?-->|<\/?[a-z][^<>]*>/gis, '')
    .replace(/(?<![\p{L}\p{N}*])\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?![\p{L}\p{N}*])/gu, '')
    .replace(/(?<![\p{L}\p{N}_])_{1,3}(?=[^\s_])|(?<=[^\s_])_{1,3}(?![\p{L}\p{N}_])/gu, '')
    .replace(/\[(\d{1,4})\]/g, '($1)')
    .replace(/\](?=\()/g, '] ')
    .replace(/<(?=[a-z/!?])/gi, '< ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A table's row: its cells without the outer bars. */
function displayedRow(source: string): string {
  return displayed(source.replace(/^\s*\||\|\s*$/g, ''));
}

/** A line of code, marked as such; what could pass for a citation is kept apart from its bracket. */
function displayedCode(source: string): string {
  const line = source.trim().replace(/\[(\d{1,4})\]/g, '[ $1 ]');
  if (!line.includes('`')) return `\`${line}\``;
  const longest = Math.max(...(line.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${line} ${fence}`;
}

/** A candidate as an answer shows it. */
export function shown({ kind, quote }: { readonly kind: Sentence['kind']; readonly quote: string }): string {
  if (kind === 'code') return displayedCode(quote);
  return kind === 'row' ? displayedRow(quote) : displayed(quote);
}
