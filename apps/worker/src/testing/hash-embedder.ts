import { createHash } from 'node:crypto';
import type { EmbedOptions } from '@cairn/core';
import type { WorkerEmbedder } from '../embed-passages.ts';

/** An embedder without a model: the same text has the same vector, and that is all that its vectors say. */
export class HashEmbedder implements WorkerEmbedder {
  readonly modelId: string;
  /** Texts that were embedded. */
  texts = 0;
  /** Calls after which it says nothing any more until it is aborted, or told to go on. */
  stopAt = Number.POSITIVE_INFINITY;
  /** Resolves with the first call that is not answered. */
  readonly reached: Promise<void>;
  /** Lets the calls that are not answered go on. */
  readonly goOn: () => void;
  readonly #reach: () => void;
  readonly #going: Promise<void>;
  #calls = 0;

  constructor(modelId: string) {
    this.modelId = modelId;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.reached = promise;
    this.#reach = resolve;
    const going = Promise.withResolvers<void>();
    this.#going = going.promise;
    this.goOn = going.resolve;
  }

  async embed(texts: readonly string[], { signal }: EmbedOptions): Promise<readonly Float32Array[]> {
    this.#calls += 1;
    if (this.#calls > this.stopAt) {
      this.#reach();
      const aborted = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));
      await Promise.race([this.#going, aborted]);
    }
    this.texts += texts.length;
    return texts.map(vectorOf);
  }
}

function vectorOf(text: string): Float32Array {
  const vector = Float32Array.from(createHash('sha256').update(text).digest(), (byte) => byte - 127.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
