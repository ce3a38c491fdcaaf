import type { Passage, PassageTerms } from '@cairn/core';
import { countTerms } from './count-terms.ts';
import { languagesOf } from './language-of.ts';

/**
 * What an occurrence of a word counts, so that counts and lengths are in halves: headings stand above many passages, and say less of each than
 * its own text does.
 */
export const termWeights = { own: 2, heading: 1 } as const;

/**
 * What a passage is found by: its text, the names of its columns, the title of its document, and the headings above it, whose words count half, once,
 * and only where the title does not hold them. `length` counts the terms that say what it is about; `counts` holds also those that only a query
 * without a better one asks for.
 */
export function passageTerms(passage: Pick<Passage, 'headings' | 'text' | 'columns'>, title: string): PassageTerms {
  const own = [passage.text, passage.columns ?? ''];
  const languages = languagesOf([...own, ...passage.headings.toReversed(), title].join('\n'));
  const counted = (fields: readonly string[], weight: number): PassageTerms => {
    const counts = new Map<string, number>();
    const length = fields.reduce((sum, field) => sum + countTerms(counts, field, { weight, languages }), 0);
    return { counts, length };
  };
  const text = counted(own, termWeights.own);
  const titled = counted([title], termWeights.own);
  const above = counted(passage.headings, termWeights.heading);
  const counts = new Map(text.counts);
  for (const term of above.counts.keys()) if (!titled.counts.has(term)) counts.set(term, (counts.get(term) ?? 0) + termWeights.heading);
  for (const [term, count] of titled.counts) counts.set(term, (counts.get(term) ?? 0) + count);
  return { length: text.length + titled.length + above.length, counts };
}
