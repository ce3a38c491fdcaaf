import { scan } from './scan.ts';

/**
 * Adds a text to the counts, each term as often as `weight` says, and returns by how much the length grows: by the terms that say
 * what the text is about. The counts also hold those that only a query without a better one asks for.
 */
export function countTerms(counts: Map<string, number>, text: string, weight: number): number {
  const { terms, faint, stopWords } = scan(text);
  add(counts, terms, weight);
  add(counts, faint, weight);
  if (terms.length === 0) add(counts, stopWords, weight);
  return terms.length * weight;
}

function add(counts: Map<string, number>, terms: readonly string[], weight: number): void {
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight);
}
