import { foreignFunctionWords } from './function-words.ts';
import { languagesOf } from './language-of.ts';
import { fold, normalise } from './normalise.ts';
import { scan } from './scan.ts';
import { tokenise } from './tokens.ts';
import { wordTerms } from './words.ts';

/** Most distinct terms that a query asks for; what a longer one says after them is not looked up. */
const maxQueryTerms = 128;
/** Of these, numbers in one piece at most, each as often as it counts. */
const maxQueryNumbers = 64;

/**
 * The terms of a text in order: normalised, folded, English words stemmed and stop words left out, identifiers and numbers
 * whole and in parts, Han, Kana and Hangul in overlapping pairs. Linear in the length of the text.
 */
export function analyse(text: string): string[] {
  return scan(text).terms;
}

/**
 * The terms of a query that a text may hold, each once, in order. Function words of the language that a query is in are left out; a query
 * of nothing but stop words asks for those, singly (which titles and headings made of them hold) and in pairs (which any text
 * holds where three or more stand in a row).
 */
export function analyseQuery(query: string): string[] {
  const { terms, faint, stopWords } = scan(query);
  const asked = terms.length > 0 ? telling(terms, query, stopWords.length) : [...faint, ...stopWords];
  return [...new Set(asked)].slice(0, maxQueryTerms);
}

/**
 * The terms to look a query up by: those of `analyseQuery`, and the stems of its words in the language that it is in, or in each
 * that it may be in when it is too short to tell, and its numbers in one piece that are written in groups.
 * Such a number stands as often as it has groups, since a text that writes it in one piece holds none of these; every other term stands once.
 */
export function lookUpTerms(query: string): string[] {
  const { stems, numbers } = scan(query, languagesOf(query));
  const whole = Array.from(numbers, ([number, groups]) => Array.from({ length: groups }, () => number)).flat();
  const rest = new Set([...analyseQuery(query), ...stems].filter((term) => !numbers.has(term)));
  return [...whole.slice(0, maxQueryNumbers), ...rest].slice(0, maxQueryTerms);
}

/** Texts are indexed with the function words of other languages, since what language a word is of shows only in a sentence. */
function telling(terms: readonly string[], query: string, english: number): readonly string[] {
  const words = tokenise(normalise(query)).flatMap(({ kind, text }) => (kind === 'word' ? text.split(/['’]/) : []));
  const foreign = foreignFunctionWords(words.map(fold), english);
  if (foreign.size === 0) return terms;
  const empty = new Set(words.flatMap((word) => (foreign.has(fold(word)) ? wordTerms(word).terms : [])));
  const rest = terms.filter((term) => !empty.has(term));
  return rest.length > 0 ? rest : terms;
}
