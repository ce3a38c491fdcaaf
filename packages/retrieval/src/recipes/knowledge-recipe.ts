import type { Passage } from '@cairn/core';
import { type Fused, fuse } from '../fusion/fuse.ts';
import { groupScores, searchArms } from './candidate-scores.ts';

/** BM25 for passages of documents. */
export const knowledgeBm25 = { k1: 1.2, b: 0.75 } as const;

const weights = { lexical: 0.4, dense: 0.6, document: 0.1 } as const;

/** A document is as good as its best passages together. */
const documentPassages = 1;

/** What the vector of a passage is made of: the title, the headings above it, its text. */
export function passageEmbeddingText(passage: Pick<Passage, 'headings' | 'text'>, title: string): string {
  return `${[title, ...passage.headings].join(' > ')}\n${passage.text}`;
}

export interface KnowledgeCandidate {
  /** Unique among the candidates. */
  readonly key: string;
  readonly documentId: string;
  /** BM25 over `passageTerms` with `knowledgeBm25`; 0 when no word of the query is in it. */
  readonly lexical: number;
  /** Cosine of query and passage; undefined when it has no vector (yet). Best known for every candidate, not only the nearest. */
  readonly dense?: number | undefined;
}

/** The best `limit` passages, best first. Give it the best few hundred of each arm; without vectors the words decide alone. */
export function fuseKnowledge(candidates: readonly KnowledgeCandidate[], limit: number): readonly Fused[] {
  const arms = searchArms(candidates, weights);
  const document = groupScores(candidates, { arms, count: documentPassages, groupOf: ({ documentId }) => documentId });
  return fuse([...arms, { scores: document, weight: weights.document, normalise: 'max' }], limit);
}
