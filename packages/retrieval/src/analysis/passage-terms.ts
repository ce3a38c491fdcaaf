import type { Passage, PassageTerms } from '@cairn/core';
import { countTerms } from './count-terms.ts';
import { languagesOf } from './language-of.ts';

/**
 * What a passage is found by: its text, the names of its columns, the headings above it and the title of its document. `length` counts the terms that
 * say what it is about; `counts` holds also those that only a query without a better one asks for.
 */
export function passageTerms(passage: Pick<Passage, 'headings' | 'text' | 'columns'>, title: string): PassageTerms {
  const counts = new Map<string, number>();
  let length = 0;
  const fields = [passage.text, passage.columns ?? '', ...passage.headings.toReversed(), title];
  const languages = languagesOf(fields.join('\n'));
  for (const field of fields) length += countTerms(counts, field, { weight: 1, languages });
  return { length, counts };
}
