import type { SearchHit } from '@cairn/core';
import { analyseQuery } from '@cairn/retrieval';
import { candidatesOf } from '../extractive/candidates.ts';
import { scored } from '../extractive/scoring.ts';

/** Hits that decide whether a model is asked. */
const looked = 10;
/** Least share of the question that a sentence has to cover, rarer words counting more. */
const leastCoverage = 0.25;
/** Least likeness of a passage to the question by its vector; below it, all-MiniLM-L6-v2 finds nothing in common. */
const leastSimilarity = 0.3;

/** Whether the hits could answer at all, so that a model is not paid to say that they do not. */
export function mayAnswer(query: string, hits: readonly SearchHit[]): boolean {
  const best = hits.slice(0, looked);
  if (best.some(({ similarity }) => similarity !== undefined && similarity >= leastSimilarity)) return true;
  const candidates = best.flatMap((hit) => candidatesOf(hit));
  return scored(candidates, analyseQuery(query)).some(({ coverage }) => coverage >= leastCoverage);
}
