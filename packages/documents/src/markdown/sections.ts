/** Least size of a piece that is parsed at once, in UTF-16 code units; the parser's memory is a few hundred times its input. */
const pieceSize = 65_536;

const fence = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}[^`]*$|~{3,})/;
/** HTML whose blank lines do not end it, and what does. */
const rawHtml: readonly (readonly [RegExp, RegExp])[] = [
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<(?:script|pre|style|textarea)(?=[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
];
const line = /([^\r\n]*)(\r\n?|\n|$)/y;

/**
 * Cuts a Markdown text where a new block begins whatever came before: at a line that is not indented, after a blank one, outside
 * code fences and raw HTML. Parsing the pieces one by one finds the same blocks in memory that does not grow with the text.
 * Yields the offsets at which pieces end, the last being the end of the text.
 */
export function* pieceEnds(text: string, from: number): Generator<number> {
  let start = from;
  let open: RegExp | undefined;
  let afterBlank = false;
  for (line.lastIndex = from; line.lastIndex < text.length;) {
    const at = line.lastIndex;
    const [, content = ''] = line.exec(text) ?? [];
    const next = line.lastIndex;
    if (open === undefined && afterBlank && at - start >= pieceSize && /^\S/.test(content)) {
      yield at;
      start = at;
    }
    open = stillOpen(content, open);
    afterBlank = content.trim() === '';
    line.lastIndex = next;
  }
  if (start < text.length) yield text.length;
}

/** What ends the construct that blank lines do not end, after this line. */
function stillOpen(content: string, open: RegExp | undefined): RegExp | undefined {
  if (open) return open.test(content) ? undefined : open;
  const marker = fence.exec(content)?.[1];
  if (marker !== undefined) {
    const run = /^(?:`+|~+)/.exec(marker)?.[0] ?? '';
    return new RegExp(`^[ \\t>]*${run.charAt(0)}{${run.length},}[ \\t]*$`);
  }
  const raw = rawHtml.find(([opening]) => opening.test(content));
  return raw && !raw[1].test(content.replace(/^ {0,3}<!--/, '')) ? raw[1] : undefined;
}
