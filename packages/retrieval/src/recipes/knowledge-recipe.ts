import type { Passage } from '@cairn/core';
import { type Arm, type Fused, fuse } from '../fusion/fuse.ts';

/** BM25 for passages of documents. */
export const knowledgeBm25 = { k1: 1.2, b: 0.75 } as const;

const weights = { lexical: 0.4, dense: 0.6, document: 0.1 } as const;

/** What the vector of a passage is made of: the title, the headings above it, its text. */
export function passageEmbeddingText(passage: Pick<Passage, 'headings' | 'text'>, title: string): string {
  return `${[title, ...passage.headings].join(' > ')}\n${passage.text}`;
}

export interface KnowledgeCandidate {
  readonly key: string;
  readonly documentId: string;
  /** BM25 over `passageTerms`; 0 when no word of the query is in it. */
  readonly lexical: number;
  /** Cosine of query and passage; undefined when it has no vector (yet). Best known for every candidate, not only the nearest. */
  readonly dense?: number | undefined;
}

/** The best `limit` passages, best first. Give the best few hundred of each arm; without vectors the words decide alone. */
export function fuseKnowledge(candidates: readonly KnowledgeCandidate[], limit: number): readonly Fused[] {
  const lexical = new Map<string, number>();
  const dense = new Map<string, number>();
  const document = new Map<string, number>();
  const best = new Map<string, number>();
  for (const { key, documentId, lexical: score, dense: cosine } of candidates) {
    lexical.set(key, score);
    if (cosine !== undefined) dense.set(key, cosine);
    best.set(documentId, Math.max(best.get(documentId) ?? 0, score));
  }
  for (const { key, documentId } of candidates) document.set(key, best.get(documentId) ?? 0);
  const arms: readonly Arm[] = [
    { scores: lexical, weight: weights.lexical, normalise: 'max' },
    { scores: dense, weight: weights.dense, normalise: 'min-max' },
    { scores: document, weight: weights.document, normalise: 'max' },
  ];
  return fuse(arms, limit);
}
