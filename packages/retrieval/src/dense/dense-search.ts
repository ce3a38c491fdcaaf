import type { Embedder } from '@cairn/core';
import { createCodeCache, type CodeCache } from './code-cache.ts';
import { createQueryVectors, type QueryVectors, type QueryVectorsOptions } from './query-vectors.ts';

/** What it takes to search by meaning as well as by words. */
export interface DenseSearch {
  readonly queries: QueryVectors;
  readonly codes: CodeCache;
}

export interface DenseSearchOptions extends Pick<QueryVectorsOptions, 'onFault'> {
  readonly embedder: Embedder | undefined;
  /**
   * Codes of passages kept in memory, of all projects together, in bytes; a passage takes about 50 at 384 dimensions. Default
   * 268,435,456.
   */
  readonly cacheBytes?: number | undefined;
}

/** One for a process. Undefined when there is no model to embed with: then words alone decide. */
export function createDenseSearch({ embedder, cacheBytes = 268_435_456, onFault }: DenseSearchOptions): DenseSearch | undefined {
  return embedder && { queries: createQueryVectors({ embedder, onFault }), codes: createCodeCache(cacheBytes) };
}
