import { type Arm, type Fused, fuse } from '../fusion/fuse.ts';
import { searchArms } from './candidate-scores.ts';

/** How much each arm says. Measured on documentation, code and long texts: more for the words than for the meaning. */
const weights = { lexical: 0.6, dense: 0.4, neighbours: 0.3 } as const;

/**
 * What a passage that was not found, or is not there, counts beside one that was: so much of that one's own score. So the only
 * passage of a document does not stand behind those that have neighbours.
 */
const unknownNeighbour = 0.5;

export interface KnowledgeCandidate {
  /** Unique among the candidates; of equal scores the lower key comes first. */
  readonly key: string;
  readonly documentId: string;
  /** Place of the passage in its document; the next one's is higher by 1. */
  readonly ordinal: number;
  /** BM25 over `passageTerms` with `knowledgeBm25`; 0 when no word of the query is in it. */
  readonly lexical: number;
  /** Cosine of query and passage; undefined when it has no vector (yet). Best known for every candidate, not only the nearest. */
  readonly dense?: number | undefined;
}

/**
 * The best `limit` passages, best first. Give it the best hundred or more of each arm: a passage between two that are found too
 * is likelier to be the right one. Without vectors the words decide alone.
 */
export function fuseKnowledge(candidates: readonly KnowledgeCandidate[], limit: number): readonly Fused[] {
  const arms = searchArms(candidates, weights);
  const neighbours = neighbourScores(candidates, fuse(arms, candidates.length));
  return fuse([...arms, { scores: neighbours, weight: weights.neighbours, normalise: 'max' }], limit);
}

/** Each candidate gets the sum of the scores of the passages before and after it. */
function neighbourScores(candidates: readonly KnowledgeCandidate[], fused: readonly Fused[]): Arm['scores'] {
  const scores = new Map(fused.map(({ key, score }) => [key, score]));
  const places = new Map<string, number>();
  for (const { key, documentId, ordinal } of candidates) places.set(`${documentId} ${ordinal}`, scores.get(key) ?? 0);
  return new Map(
    candidates.map(({ key, documentId, ordinal }) => {
      const assumed = unknownNeighbour * (scores.get(key) ?? 0);
      const scoreAt = (place: number): number => places.get(`${documentId} ${place}`) ?? assumed;
      return [key, scoreAt(ordinal - 1) + scoreAt(ordinal + 1)];
    }),
  );
}
