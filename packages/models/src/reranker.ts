import type { Reranker } from '@cairn/core';
import { z } from 'zod';
import { createPostJson, type Endpoint } from './endpoint/post-json.ts';
import { bytesAtMost } from './embedding/bytes-at-most.ts';
import { ModelFault } from './errors.ts';

export interface RerankerOptions extends Endpoint {
  /** Milliseconds for the request and its repetition. Default 5,000: a search waits for it. */
  readonly timeoutMs?: number | undefined;
}

const maxDocumentBytes = 4000;

const response = z.object({ results: z.array(z.object({ index: z.int().min(0), relevance_score: z.number() })) });

/** Reranks by an endpoint as Cohere and Jina serve it: `POST {baseUrl}/rerank`. Texts that it does not score come last. */
export function createReranker(options: RerankerOptions): Reranker {
  const { model, timeoutMs = 5000 } = options;
  const post = createPostJson(options, { timeoutMs, maxBytes: 1_048_576 });
  return {
    async rerank(query, texts, signal) {
      signal?.throwIfAborted();
      if (texts.length === 0) return [];
      const documents = texts.map((text) => bytesAtMost(text, maxDocumentBytes));
      return scoresOf(
        await post('/rerank', { model, query, documents, top_n: texts.length, return_documents: false }, signal),
        texts.length,
      );
    },
  };
}

function scoresOf(body: unknown, count: number): readonly number[] {
  const read = response.safeParse(body);
  if (!read.success) throw new ModelFault('provider_bad_response', { detail: 'no list of scores' });
  const scores = new Map<number, number>();
  for (const { index, relevance_score: score } of read.data.results) {
    if (index >= count || scores.has(index)) throw new ModelFault('provider_bad_response', { detail: 'an index that was not asked for' });
    scores.set(index, score);
  }
  const below = Math.min(0, ...scores.values()) - 1;
  return Array.from({ length: count }, (_, index) => scores.get(index) ?? below);
}
