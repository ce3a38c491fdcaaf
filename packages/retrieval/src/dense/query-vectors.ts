import type { Embedder } from '@cairn/core';

/** The vectors of queries, as far as the model gives them in time. */
export interface QueryVectors {
  readonly modelId: string;
  /** Undefined when the model is away or slow: then a search goes without. Rejects only when the signal is aborted. */
  of(query: string, signal?: AbortSignal): Promise<Float32Array | undefined>;
}

export interface QueryVectorsOptions {
  readonly embedder: Embedder;
  /** Called when a model that answered does so no more. */
  readonly onFault?: ((error: unknown) => void) | undefined;
  /** Milliseconds that a search waits for its query's vector; default 1500. */
  readonly withinMs?: number;
  /** Milliseconds for which nobody waits for a model after it failed; default 5000. */
  readonly pauseMs?: number;
}

/** An embedder in the service of searches: nobody waits for it for long. It keeps the vectors of the latest queries itself. */
export function createQueryVectors(options: QueryVectorsOptions): QueryVectors {
  const { embedder, onFault, withinMs = 1500, pauseMs = 5000 } = options;
  let pausedUntil = 0;

  async function embed(query: string, signal: AbortSignal | undefined): Promise<Float32Array | undefined> {
    const late = AbortSignal.timeout(withinMs);
    const stop = signal ? AbortSignal.any([signal, late]) : late;
    try {
      const [vector] = await stopped(embedder.embed([query], { kind: 'query', signal: stop }), stop);
      return vector;
    } catch (error) {
      signal?.throwIfAborted();
      pausedUntil = performance.now() + pauseMs;
      onFault?.(error);
      return undefined;
    }
  }

  return {
    modelId: embedder.modelId,
    async of(query, signal) {
      return performance.now() < pausedUntil ? undefined : embed(query, signal);
    },
  };
}

/** The answer, or the signal's reason as soon as it is aborted, even by an embedder that does not listen to it. */
function stopped<Value>(answer: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([answer, aborted]);
}
