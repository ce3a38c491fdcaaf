import type { Passage } from '@cairn/core';
import { termWeights } from '../analysis/passage-terms.ts';

/** BM25 for passages of documents: k1 is 1.2 for whole words. */
export const knowledgeBm25 = { k1: 1.2 * termWeights.own, b: 0.75 } as const;

/** What the vector of a passage is made of: the title, the headings above it, the names of its columns, its text. */
export function passageEmbeddingText(passage: Pick<Passage, 'headings' | 'text' | 'columns'>, title: string): string {
  return [[title, ...passage.headings].join(' > '), ...(passage.columns === undefined ? [] : [passage.columns]), passage.text].join('\n');
}
