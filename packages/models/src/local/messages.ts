/** To the embedding process: texts that are embedded one after the other. */
export interface EmbeddingRequest {
  readonly texts: readonly string[];
}

/** From it: first whether the model could be loaded, then an answer to each request. */
export type EmbeddingReply =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'unable'; readonly reason: string }
  | { readonly kind: 'vectors'; readonly vectors: readonly Float32Array[] }
  | { readonly kind: 'failed'; readonly reason: string };
