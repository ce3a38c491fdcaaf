import type { LatinLanguageName } from './languages.ts';
import { scan } from './scan.ts';

export interface Counted {
  /** How often each term counts. */
  readonly weight: number;
  /** `languagesOf` the text, or of all that it is a part of. */
  readonly languages: readonly LatinLanguageName[];
}

/**
 * Adds a text to the counts, each term as often as `weight` says, and returns by how much the length grows: by the terms that say
 * what the text is about. The counts also hold their stems, numbers in one piece that are written in groups, and what only a query without a
 * better term asks for.
 */
export function countTerms(counts: Map<string, number>, text: string, { weight, languages }: Counted): number {
  const { terms, faint, stems, numbers, stopWords } = scan(text, languages);
  add(counts, terms, weight);
  add(counts, faint, weight);
  add(counts, stems, weight);
  add(counts, [...numbers.keys()], weight);
  if (terms.length === 0) add(counts, stopWords, weight);
  return terms.length * weight;
}

function add(counts: Map<string, number>, terms: readonly string[], weight: number): void {
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight);
}
