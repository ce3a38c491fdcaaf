import { createHash } from 'node:crypto';
import type { Embedder } from '@cairn/core';

/** Vectors kept; at 384 dimensions 1.5 KB each. */
const maxKept = 1000;

/**
 * Remembers the vectors of the last queries, by a hash: the words themselves are not kept. What is returned is shared and must not
 * be written to.
 */
export function withQueryCache(embedder: Embedder): Embedder {
  const kept = new Map<string, Float32Array>();
  const recall = (key: string): Float32Array | undefined => {
    const vector = kept.get(key);
    if (vector) keep(key, vector);
    return vector;
  };
  const keep = (key: string, vector: Float32Array): void => {
    kept.delete(key);
    kept.set(key, vector);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  };
  return {
    modelId: embedder.modelId,
    get dimensions() {
      return embedder.dimensions;
    },
    async embed(texts, options) {
      const [query] = texts;
      if (options.kind !== 'query' || texts.length !== 1 || query === undefined) return embedder.embed(texts, options);
      options.signal?.throwIfAborted();
      const key = createHash('sha256').update(query).digest('base64');
      const known = recall(key);
      if (known) return [known];
      const vectors = await embedder.embed(texts, options);
      if (vectors[0]) keep(key, vectors[0]);
      return vectors;
    },
  };
}
