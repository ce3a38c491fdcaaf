import type { SearchHit } from '@cairn/core';
import { type Asked, askedTerms, languagesOf, says, termsIn } from '@cairn/retrieval';
import { sourceOf } from './support.ts';

/** Hits that decide whether a model is asked. */
const looked = 10;
/** Least share of the question's words that one passage has to have: more than one in three; half of them when its meaning is far. */
const leastShare = { unknown: 0.34, far: 0.5 } as const;
/**
 * Least likeness of a passage to the question by its vector. With all-MiniLM-L6-v2 the best passage for a question about something
 * else has .22 in the median and .35 at most, the best for one that is answered .44 at least.
 */
const leastSimilarity = 0.3;

/** Whether the hits could answer at all, so that a model is not paid to say that they do not. */
export function mayAnswer(query: string, hits: readonly SearchHit[]): boolean {
  const asked = askedTerms(query);
  return hits.slice(0, looked).some((hit) => {
    const { similarity } = hit;
    if (similarity === undefined) return shareOf(asked, hit) >= leastShare.unknown;
    return similarity >= leastSimilarity || shareOf(asked, hit) >= leastShare.far;
  });
}

function shareOf(asked: readonly Asked[], hit: SearchHit): number {
  const source = sourceOf(hit);
  const said = termsIn(source, languagesOf(source));
  return asked.filter((wanted) => says(said, wanted)).length / Math.max(1, asked.length);
}
