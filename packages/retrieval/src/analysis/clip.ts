/** Longest term, in UTF-16 code units; what is longer is cut, for documents and queries alike. */
const maxTermLength = 64;

/** The term, cut where it is too long. */
export function clip(term: string): string {
  return term.length <= maxTermLength ? term : term.slice(0, maxTermLength).replace(/[\ud800-\udbff]$/, '');
}
