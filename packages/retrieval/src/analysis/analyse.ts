import { scan } from './scan.ts';

/** Most distinct terms that a query asks for; what a longer one says after them is not looked up. */
const maxQueryTerms = 128;

/**
 * The terms of a text in order: normalised, folded, English words stemmed and stop words left out, identifiers and numbers
 * whole and in parts, Han, Kana and Hangul in overlapping pairs. Linear in the length of the text.
 */
export function analyse(text: string): string[] {
  return scan(text).terms;
}

/**
 * The terms to look a query up by, each once, in order. A query of nothing but stop words asks for those, singly (which titles
 * and headings made of them hold) and in pairs (which any text holds where three or more stand in a row).
 */
export function analyseQuery(query: string): string[] {
  const { terms, faint, stopWords } = scan(query);
  const asked = terms.length > 0 ? terms : [...faint, ...stopWords];
  return [...new Set(asked)].slice(0, maxQueryTerms);
}
