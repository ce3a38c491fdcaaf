/** Turns texts into vectors that lie close together when the texts mean the same. */
export interface Embedder {
  /** Names model, version and quantisation: vectors of different ids are never compared with each other. */
  readonly modelId: string;
  /** Of each vector, once that is sure: vectors of the same id and another length are of no use. Undefined before. */
  readonly dimensions?: number | undefined;
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

/** A language model that is asked once and answers once. */
export interface ChatModel {
  /** Names the model; for logs and records. */
  readonly modelId: string;
  /**
   * Aborting ends the call at the provider too and rejects with the signal's reason.
   * @throws MODEL_UNAVAILABLE as `Embedder`; its message says why and holds neither key nor content.
   */
  complete(request: ChatRequest, signal?: AbortSignal): Promise<ChatReply>;
}

export interface ChatRequest {
  /** What the model is and has to keep to; the only part that it is to obey. */
  readonly system: string;
  readonly prompt: string;
  /** Bound of what is paid for; what comes after is cut off. */
  readonly maxOutputTokens: number;
  /** Name of the model at the same provider. Default: the one that is configured. */
  readonly model?: string | undefined;
  /** A JSON Schema that the reply is to have; asked of the provider, not checked. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
}

export interface ChatReply {
  /** What the model wrote; JSON text when a schema was given. */
  readonly text: string;
  /** `length`: cut off at `maxOutputTokens`. */
  readonly finish: 'stop' | 'length' | 'filtered' | 'other';
  /** As the provider counts; undefined when it does not tell. */
  readonly usage: { readonly inputTokens: number | undefined; readonly outputTokens: number | undefined };
}
