import type { PassageTerms } from '@cairn/core';
import { countTerms } from '../analysis/count-terms.ts';
import { languagesOf } from '../analysis/language-of.ts';
import { type MemoryText, spokenDate, spokenText } from './memory-text.ts';

/** BM25 for memories: short texts, hence little weight of repeats and of length. */
export const memoryBm25 = { k1: 0.9, b: 0.4 } as const;

/** How many memories before it a memory is also found by. */
const memoriesBefore = 2;

const weights = { ownWords: 3, context: 1, date: 1 } as const;

/**
 * What a memory is found by: its own words, weighing more, its date, and the words of the memories just before it: of the same
 * session, else those saved without one within the hour. `before` is in order of time; only its last two count.
 */
export function memoryIndexTerms(memory: MemoryText, before: readonly MemoryText[]): PassageTerms {
  const counts = new Map<string, number>();
  const count = (text: string, weight: number): number => countTerms(counts, text, { weight, languages: languagesOf(text) });
  let length = count(spokenText(memory), weights.ownWords);
  length += countTerms(counts, spokenDate(memory.occurredAt), { weight: weights.date, languages: [] });
  for (const earlier of before.slice(-memoriesBefore)) length += count(spokenText(earlier), weights.context);
  return { length, counts };
}

export interface MemoryNeighbours {
  /** The memory just before it in the same session (or saved without one). */
  readonly before?: MemoryText | undefined;
  readonly after?: MemoryText | undefined;
}

/** What the vector of a memory is made of: itself between its neighbours, with who says it and when. */
export function memoryEmbeddingText(memory: MemoryText, { before, after }: MemoryNeighbours = {}): string {
  const date = spokenDate(memory.occurredAt);
  const lines = [before, memory, after].flatMap((each) => (each ? [spokenText(each)] : []));
  return [...(date ? [`(${date})`] : []), ...lines].join('\n');
}
