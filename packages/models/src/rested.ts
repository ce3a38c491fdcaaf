import { CairnError, type Reranker } from '@cairn/core';

export interface RestedOptions {
  /** Milliseconds for which a model that failed is not asked. */
  readonly pauseMs: number;
  /** Milliseconds of any clock that only goes on; default that of the process. */
  readonly now?: () => number;
}

/** Leaves a reranker that failed alone for a while: until then its last fault is the answer, so that not every search waits for one that hangs. */
export function rested(reranker: Reranker, { pauseMs, now = () => performance.now() }: RestedOptions): Reranker {
  let fault: CairnError | undefined;
  let until = 0;
  return {
    async rerank(query, texts, signal) {
      signal?.throwIfAborted();
      if (fault && now() < until) throw fault;
      try {
        const scores = await reranker.rerank(query, texts, signal);
        fault = undefined;
        return scores;
      } catch (error) {
        if (error instanceof CairnError && error.code === 'MODEL_UNAVAILABLE') {
          fault = error;
          until = now() + pauseMs;
        }
        throw error;
      }
    },
  };
}
