import type { Reranker, SearchHit } from '@cairn/core';
import { passageEmbeddingText } from '../recipes/knowledge-recipe.ts';

export interface RerankInput<Hit extends SearchHit> {
  readonly query: string;
  readonly hits: readonly Hit[];
  readonly signal: AbortSignal | undefined;
}

/** The hits in the reranker's order and with its scores; as they were when it fails. Rejects only when the signal is aborted. */
export async function rerank<Hit extends SearchHit>(
  reranker: Reranker,
  { query, hits, signal }: RerankInput<Hit>,
): Promise<readonly Hit[]> {
  if (hits.length < 2) return hits;
  try {
    const scores = await reranker.rerank(
      query,
      hits.map((hit) => passageEmbeddingText(hit, hit.title)),
      signal,
    );
    if (scores.length !== hits.length || !scores.every(Number.isFinite)) return hits;
    // Sorting is stable: where the reranker sees no difference the order stays.
    return hits.map((hit, at) => ({ ...hit, score: scores[at] as number })).toSorted((a, b) => b.score - a.score);
  } catch {
    signal?.throwIfAborted();
    return hits;
  }
}
