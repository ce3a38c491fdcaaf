const frontMatter = /^---[^\S\r\n]*(?:\r\n?|\n)(?=[\w"'-]+[^\S\r\n]*:)/;
const closing = /(?:\r\n?|\n)(?:---|\.\.\.)[^\S\r\n]*(?=\r|\n|$)/g;

/**
 * Where the YAML block at the top of a Markdown text ends; 0 when there is none. Markdown itself would take its last line for a
 * heading.
 */
export function frontMatterEnd(text: string): number {
  const opening = frontMatter.exec(text);
  if (!opening) return 0;
  closing.lastIndex = opening[0].length - 1;
  return closing.exec(text) ? closing.lastIndex : 0;
}
