import { createHash } from 'node:crypto';
import { CairnError } from '@cairn/core';
import type { Embedder, Passage, VectorPlace, VectorSegment } from '@cairn/core';
import { packVectors, passageEmbeddingText } from '@cairn/retrieval';

/** An embedder that may turn out not to run on this machine at all. */
export type WorkerEmbedder = Embedder & { readonly state?: string | undefined };

/** The embedder, unless it is known that it never will answer: then documents are found by their words alone. */
export function usable(embedder: WorkerEmbedder | undefined): WorkerEmbedder | undefined {
  return embedder?.state === 'unable' ? undefined : embedder;
}

/** Passages whose vectors are kept together. */
export const segmentPassages = 128;

/** Passages side by side that are to be embedded together. */
export interface TextSegment extends VectorPlace {
  readonly texts: readonly string[];
}

/** Cuts passages, the first of which has the ordinal `from`, into what is embedded together. */
export function textSegments(passages: readonly Pick<Passage, 'headings' | 'text' | 'columns'>[], title: string, from = 0): TextSegment[] {
  const segments: TextSegment[] = [];
  for (let start = 0; start < passages.length; start += segmentPassages) {
    const texts = passages.slice(start, start + segmentPassages).map((passage) => passageEmbeddingText(passage, title));
    segments.push({ from: from + start, passages: texts.length, digest: digestOf(texts), texts });
  }
  return segments;
}

function digestOf(texts: readonly string[]): Buffer {
  const hash = createHash('sha256');
  // With its length, so that no other cut of the same words has the same digest.
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest();
}

/** @throws MODEL_UNAVAILABLE */
export async function embedSegment(embedder: Embedder, { texts, ...place }: TextSegment, signal: AbortSignal): Promise<VectorSegment> {
  const vectors = await embedder.embed(texts, { kind: 'passage', signal });
  if (vectors.length !== texts.length) throw new CairnError('MODEL_UNAVAILABLE', { message: 'the model gave too few or too many vectors' });
  return { ...place, ...packVectors(vectors) };
}
