import type { PassageTerms } from '@cairn/core';
import { analyse } from '../analysis/analyse.ts';
import { type Arm, type Fused, fuse } from '../fusion/fuse.ts';
import { type MemoryText, spokenDate, spokenText } from './memory-text.ts';

/** BM25 for memories: short texts, hence little weight of repeats and of length. */
export const memoryBm25 = { k1: 0.9, b: 0.4 } as const;

/** How many memories before it a memory is also found by. */
export const memoryContext = { before: 2 } as const;

const weights = { ownWords: 3, context: 1, date: 1, lexical: 1, dense: 1, session: 0.5, speaker: 0.5 } as const;

/**
 * What a memory is found by: its own words, weighing more, its date, and the words of the memories just before it: of the same
 * session, else of the same agent within the hour. `before` is in order of time; only its last `memoryContext.before` count.
 */
export function memoryIndexTerms(memory: MemoryText, before: readonly MemoryText[]): PassageTerms {
  const counts = new Map<string, number>();
  let length = add(counts, spokenText(memory), weights.ownWords) + add(counts, spokenDate(memory.occurredAt), weights.date);
  for (const earlier of before.slice(-memoryContext.before)) length += add(counts, spokenText(earlier), weights.context);
  return { length, counts };
}

function add(counts: Map<string, number>, text: string, weight: number): number {
  const terms = analyse(text);
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight);
  return terms.length * weight;
}

export interface MemoryNeighbours {
  /** The memory just before it in the same session (or of the same agent). */
  readonly before?: MemoryText | undefined;
  readonly after?: MemoryText | undefined;
}

/** What the vector of a memory is made of: itself between its neighbours, with who says it and when. */
export function memoryEmbeddingText(memory: MemoryText, { before, after }: MemoryNeighbours = {}): string {
  const date = spokenDate(memory.occurredAt);
  const lines = [before, memory, after].flatMap((each) => (each ? [spokenText(each)] : []));
  return [...(date ? [`(${date})`] : []), ...lines].join('\n');
}

export interface MemoryCandidate {
  readonly key: string;
  /** BM25 over `memoryIndexTerms`; 0 when no word of the query is in it. */
  readonly lexical: number;
  /** Cosine of query and memory; undefined when it has no vector (yet). Best known for every candidate, not only the nearest. */
  readonly dense?: number | undefined;
  /** What was said together: the session, or an agent's day; null when nothing is known. */
  readonly session: string | null;
  /** `memorySpeaker`. */
  readonly speaker: string | null;
}

/**
 * The best `limit` memories, best first. Give the best few hundred of each arm: memories of a session that has much to say, and
 * those of a speaker whom the query names, are helped by it.
 */
export function fuseMemories(query: string, candidates: readonly MemoryCandidate[], limit: number): readonly Fused[] {
  const arms: readonly Arm[] = [
    { scores: scoresOf(candidates, ({ lexical }) => lexical), weight: weights.lexical, normalise: 'max' },
    { scores: scoresOf(candidates, ({ dense }) => dense), weight: weights.dense, normalise: 'min-max' },
    { scores: sessionScores(candidates), weight: weights.session, normalise: 'max' },
    { scores: speakerScores(query, candidates), weight: weights.speaker, normalise: 'max' },
  ];
  return fuse(arms, limit);
}

function scoresOf(
  candidates: readonly MemoryCandidate[],
  score: (candidate: MemoryCandidate) => number | undefined,
): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  for (const candidate of candidates) {
    const value = score(candidate);
    if (value !== undefined) scores.set(candidate.key, value);
  }
  return scores;
}

/** Each memory gets the sum of what its session's memories found. */
function sessionScores(candidates: readonly MemoryCandidate[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { session, lexical } of candidates) {
    if (session !== null) sums.set(session, (sums.get(session) ?? 0) + lexical);
  }
  return scoresOf(candidates, ({ session }) => (session === null ? undefined : sums.get(session)));
}

function speakerScores(query: string, candidates: readonly MemoryCandidate[]): ReadonlyMap<string, number> {
  const asked = new Set(analyse(query));
  const isNamed = new Map<string | null, boolean>([[null, false]]);
  return scoresOf(candidates, ({ speaker }) => {
    const known = isNamed.get(speaker) ?? analyse(speaker ?? '').some((term) => asked.has(term));
    isNamed.set(speaker, known);
    return known ? 1 : undefined;
  });
}
