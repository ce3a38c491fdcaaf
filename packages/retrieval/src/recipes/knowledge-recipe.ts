import type { Passage } from '@cairn/core';

/** BM25 for passages of documents. */
export const knowledgeBm25 = { k1: 1.2, b: 0.75 } as const;

/** What the vector of a passage is made of: the title, the headings above it, its text. */
export function passageEmbeddingText(passage: Pick<Passage, 'headings' | 'text'>, title: string): string {
  return `${[title, ...passage.headings].join(' > ')}\n${passage.text}`;
}
