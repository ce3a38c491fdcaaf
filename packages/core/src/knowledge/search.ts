import type { FoundPassage } from './passage.ts';

export const searchBounds = { maxQueryCharacters: 4000, defaultLimit: 8, maxLimit: 50 } as const;

export interface SearchHit extends FoundPassage {
  /** Greater is better; comparable within one search only. */
  readonly score: number;
}

export type AnswerKind = 'model' | 'extractive' | 'none';

/** A quote is verbatim: `text.slice(start, end)` of the document's full text. */
export interface Citation {
  /** 1-based; written `[1]` in the answer. */
  readonly marker: number;
  readonly documentId: string;
  readonly title: string;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
}

export interface Answer {
  readonly answer: string;
  readonly kind: AnswerKind;
  readonly citations: readonly Citation[];
}

/** Turns hits into an answer that cites them; answers kind `none` when nothing supports one. */
export interface AnswerWriter {
  write(query: string, hits: readonly SearchHit[], signal?: AbortSignal): Promise<Answer>;
}
