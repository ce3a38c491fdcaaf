import type { Passage } from '@cairn/core';

/** BM25 for passages of documents. */
export const knowledgeBm25 = { k1: 1.2, b: 0.75 } as const;

/** What the vector of a passage is made of: the title, the headings above it, the names of its columns, its text. */
export function passageEmbeddingText(passage: Pick<Passage, 'headings' | 'text' | 'columns'>, title: string): string {
  return [[title, ...passage.headings].join(' > '), ...(passage.columns === undefined ? [] : [passage.columns]), passage.text].join('\n');
}
