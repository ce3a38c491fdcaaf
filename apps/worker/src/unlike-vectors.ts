import type { ReindexRepository } from '@cairn/core';
import type { WorkerEmbedder } from './embed-passages.ts';

/** Projects of one sweep; the next one goes on behind them, and begins anew at the end. */
const projectsAtOnce = 200;

/**
 * A chore of the sweep: vectors that an endpoint once gave in a wrong length are dropped, so that their documents, or memories, are
 * embedded anew. It does nothing for as long as the length of the model in use is not sure.
 */
export function dropUnlikeVectors(
  kept: Pick<ReindexRepository, 'dropUnlike'>,
  embedder: Pick<WorkerEmbedder, 'modelId' | 'dimensions' | 'state'> | undefined,
): () => Promise<void> {
  let after: string | undefined;
  return async () => {
    if (embedder?.state === 'unable' || embedder?.dimensions === undefined) return;
    const { modelId, dimensions } = embedder;
    after = await kept.dropUnlike({ modelId, dimensions }, { after, limit: projectsAtOnce });
  };
}
