import type { Embedder } from '@cairn/core';
import { createPostJson, type Endpoint, type PostJson } from '../endpoint/post-json.ts';
import { ModelFault } from '../errors.ts';
import { bytesAtMost } from './bytes-at-most.ts';
import { readVectors } from './embedding-response.ts';
import { withQueryCache } from './query-cache.ts';

export interface RemoteEmbedderOptions extends Endpoint {
  /** Asked of the endpoint and required of its vectors. Default: whatever the model gives. */
  readonly dimensions?: number | undefined;
  /** Milliseconds for one request and its repetition. Default 20,000. */
  readonly timeoutMs?: number | undefined;
}

/** Of one request. */
const maxTexts = 64;
/**
 * Bytes of UTF-8 of one text: no tokenizer makes more tokens than bytes, so the first fits every model of 8,191 tokens. A model
 * that rejects that is given the second.
 */
const maxBytes = [8000, 1000] as const;
const limits = { timeoutMs: 20_000, maxBytes: 16_777_216 };

/**
 * Embeds by an OpenAI-compatible endpoint (`POST {baseUrl}/embeddings`), up to 64 texts in a request. Numbers may come as such or
 * in base64. Vectors that are too few, of changing length, not finite or all zero are refused. The id is the model's and the
 * dimensions', so that moving the endpoint keeps the vectors.
 */
export function createRemoteEmbedder(options: RemoteEmbedderOptions): Embedder {
  const { model, dimensions, timeoutMs = limits.timeoutMs } = options;
  const post = createPostJson(options, { ...limits, timeoutMs });
  let known: KnownLength | undefined = dimensions === undefined ? undefined : { length: dimensions, isSettled: true };
  const embedBatch = async (texts: readonly string[], signal: AbortSignal | undefined): Promise<readonly Float32Array[]> => {
    const request = { model, ...(dimensions !== undefined && { dimensions }) };
    const body = await postFitting(post, { request, texts, signal });
    try {
      const vectors = readVectors(body, { count: texts.length, length: known?.length });
      known = { length: vectors[0]?.length ?? 0, isSettled: known !== undefined };
      return vectors;
    } catch (error) {
      if (!known?.isSettled) known = undefined;
      throw error;
    }
  };
  return withQueryCache({
    modelId: `remote/${model}${dimensions === undefined ? '' : `/${dimensions}`}`,
    async embed(texts, { signal }) {
      signal?.throwIfAborted();
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += maxTexts) vectors.push(...(await embedBatch(texts.slice(at, at + maxTexts), signal)));
      return vectors;
    },
  });
}

/** Of the vectors. Settled when it was asked for, or two answers agreed: one that was wrong at the start must not be the measure of all after it. */
interface KnownLength {
  readonly length: number;
  readonly isSettled: boolean;
}

interface Fitting {
  readonly request: object;
  readonly texts: readonly string[];
  readonly signal: AbortSignal | undefined;
}

/** Cuts texts shorter when the endpoint rejects them. */
async function postFitting(post: PostJson, { request, texts, signal }: Fitting): Promise<unknown> {
  const [most, fewer] = maxBytes;
  const ask = (bytes: number): Promise<unknown> =>
    post('/embeddings', { ...request, input: texts.map((text) => bytesAtMost(text, bytes)) }, signal);
  try {
    return await ask(most);
  } catch (error) {
    const isTooLong = error instanceof ModelFault && error.reason === 'provider_rejected' && texts.some((text) => text.length > fewer / 2);
    if (!isTooLong) throw error;
    return ask(fewer);
  }
}
