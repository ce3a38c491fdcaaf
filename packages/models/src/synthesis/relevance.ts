import type { SearchHit } from '@cairn/core';
import { analyse, analyseQuery } from '@cairn/retrieval';
import { sourceOf } from './support.ts';

/** Hits that decide whether a model is asked. */
const looked = 10;
/** Least share of the question's words that one passage has to have: more than one in four. */
const leastShare = 0.26;
/** Least likeness of a passage to the question by its vector; below it, all-MiniLM-L6-v2 finds nothing in common. */
const leastSimilarity = 0.3;

/** Whether the hits could answer at all, so that a model is not paid to say that they do not. */
export function mayAnswer(query: string, hits: readonly SearchHit[]): boolean {
  const asked = new Set(analyseQuery(query));
  return hits.slice(0, looked).some((hit) => (hit.similarity ?? 0) >= leastSimilarity || shareOf(asked, hit) >= leastShare);
}

function shareOf(asked: ReadonlySet<string>, hit: SearchHit): number {
  const said = new Set(analyse(sourceOf(hit)));
  return [...asked].filter((term) => said.has(term)).length / Math.max(1, asked.size);
}
