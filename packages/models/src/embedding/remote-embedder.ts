import type { Embedder } from '@cairn/core';
import { createPostJson, type Endpoint } from '../endpoint/post-json.ts';
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
  const ask: Ask = async (texts, bytes, signal) => {
    const input = texts.map((text) => bytesAtMost(text, bytes));
    const body = await post('/embeddings', { model, ...(dimensions !== undefined && { dimensions }), input }, signal);
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
    get dimensions() {
      return known?.isSettled ? known.length : undefined;
    },
    async embed(texts, { signal }) {
      signal?.throwIfAborted();
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += maxTexts)
        vectors.push(...(await embedFitting(ask, texts.slice(at, at + maxTexts), signal)));
      return vectors;
    },
  });
}

/** Of the vectors. Settled when it was asked for, or two answers agreed: one that was wrong at the start must not be the measure of all after it. */
interface KnownLength {
  readonly length: number;
  readonly isSettled: boolean;
}

/** One request for the beginnings, of at most so many bytes, of some texts. */
type Ask = (texts: readonly string[], bytes: number, signal: AbortSignal | undefined) => Promise<readonly Float32Array[]>;

/**
 * Cuts texts shorter when the endpoint rejects them, and then asks for them one by one: some take fewer texts in a request, or count
 * them together. One that rejects the first of them alone has another reason, and is not asked for the rest.
 */
async function embedFitting(ask: Ask, texts: readonly string[], signal: AbortSignal | undefined): Promise<readonly Float32Array[]> {
  const [most, fewer] = maxBytes;
  const sizes = texts.some((text) => text.length > fewer / 2) ? [most, fewer] : [most];
  let rejection: unknown;
  for (const bytes of sizes) {
    try {
      return await ask(texts, bytes, signal);
    } catch (error) {
      if (!(error instanceof ModelFault) || error.reason !== 'provider_rejected') throw error;
      rejection = error;
    }
  }
  if (texts.length === 1) throw rejection;
  const vectors: Float32Array[] = [];
  for (const text of texts) vectors.push(...(await embedFitting(ask, [text], signal)));
  return vectors;
}
