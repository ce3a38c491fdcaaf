import { languageStems } from './language-stems.ts';
import { languagesOf } from './language-of.ts';
import { normalise } from './normalise.ts';
import { tokenise } from './tokens.ts';
import { wordTerms } from './words.ts';

/**
 * Which of the terms that a query is looked up by (`lookUpTerms`) say one word of it: its term and its stems in the languages that the query may be
 * in, each with that term. A text in such a language holds several of them for one word, an English one the first alone.
 */
export function alternativesIn(query: string): ReadonlyMap<string, string> {
  const wordOf = new Map<string, string>();
  const languages = languagesOf(query);
  if (languages.length === 0) return wordOf;
  for (const { kind, text } of tokenise(normalise(query))) {
    const [term, ...parts] = kind === 'word' ? wordTerms(text).terms : [];
    // Stems of a compound are those of its parts, which are words of their own.
    if (term === undefined || parts.length > 0) continue;
    for (const way of [term, ...languageStems(text, languages)]) if (!wordOf.has(way)) wordOf.set(way, term);
  }
  return wordOf;
}
