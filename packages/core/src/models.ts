/** Turns texts into vectors that lie close together when the texts mean the same. */
export interface Embedder {
  /** Names model, version and quantisation: vectors of different ids are never compared with each other. */
  readonly modelId: string;
  /**
   * One vector of unit length for each text, in the order given, all of the same length. A text longer than the model takes is cut.
   * Aborting rejects with the signal's reason.
   * @throws MODEL_UNAVAILABLE when the model does not answer rightly within the bounds of its adapter.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
}

export interface EmbedOptions {
  /** Models may treat a question and what is searched differently. */
  readonly kind: 'query' | 'passage';
  readonly signal?: AbortSignal | undefined;
}

/** Judges how well texts answer a query. */
export interface Reranker {
  /**
   * One score for each text, in the order given; greater is better, comparable within one call only.
   * @throws MODEL_UNAVAILABLE as `Embedder`.
   */
  rerank(query: string, texts: readonly string[], signal?: AbortSignal): Promise<readonly number[]>;
}
