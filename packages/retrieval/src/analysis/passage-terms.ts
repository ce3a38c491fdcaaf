import type { Passage, PassageTerms } from '@cairn/core';
import { scan } from './scan.ts';

/**
 * What a passage is found by: its text, the headings above it and the title of its document. `length` counts the terms that
 * say what it is about; `counts` holds also those that only a query without a better one asks for.
 */
export function passageTerms(passage: Pick<Passage, 'headings' | 'text'>, title: string): PassageTerms {
  const counts = new Map<string, number>();
  let length = 0;
  for (const field of [title, ...passage.headings, passage.text]) {
    const { terms, faint, stopWords } = scan(field);
    length += terms.length;
    count(counts, terms);
    count(counts, faint);
    if (terms.length === 0) count(counts, stopWords);
  }
  return { length, counts };
}

function count(counts: Map<string, number>, terms: readonly string[]): void {
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
}
