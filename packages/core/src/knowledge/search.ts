import type { FoundPassage } from './passage.ts';

export const searchBounds = { maxQueryCharacters: 4000, defaultLimit: 8, maxLimit: 50 } as const;

export interface SearchHit extends FoundPassage {
  /** Greater is better; comparable within one search only. */
  readonly score: number;
  /** Cosine of the query's and the passage's vectors, where both have one; 1 is the same. */
  readonly similarity?: number | undefined;
  /** Path of headings of that one of its sections which says most of the query; absent when it is of one section. */
  readonly section?: readonly string[] | undefined;
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
  /** Path of headings above the quote, outermost first; absent before it is known. */
  readonly headings?: readonly string[] | undefined;
  /** Page or slide that the passage of the quote begins on, when the document has such. */
  readonly page?: number | undefined;
}

export interface Answer {
  /** Empty when the kind is `none`. */
  readonly answer: string;
  readonly kind: AnswerKind;
  readonly citations: readonly Citation[];
  /** Why there is none, when one should have been: the model failed, or what it wrote was not supported. */
  readonly error?: AnswerError | undefined;
}

export interface AnswerError {
  /** Stable; `@cairn/models` lists them. */
  readonly code: string;
  readonly message: string;
}

/** Turns hits into an answer that cites them; answers kind `none` when nothing supports one. */
export interface AnswerWriter {
  /** Whether it takes seconds, so that a caller wants to be told of the progress. */
  readonly takesTime?: boolean | undefined;
  write(query: string, hits: readonly SearchHit[], signal?: AbortSignal): Promise<Answer>;
}
