import { analyse } from '../analysis/analyse.ts';
import { type Fused, fuse } from '../fusion/fuse.ts';
import { groupScores, knownScores, searchArms } from './candidate-scores.ts';
import { type MemoryPlace, stretchScores } from './stretch-scores.ts';

/** How much each arm says, against 1 for the words. */
const weights = { lexical: 1, dense: 0.75, session: 0.5, speaker: 0.5 } as const;

/** A session, or a stretch of memories without one, is as good as its best memories together. */
const bestOf = { session: 3, stretch: 4 } as const;

export interface MemoryCandidate {
  /** Unique among the candidates. */
  readonly key: string;
  /** BM25 over `memoryIndexTerms` with `memoryBm25`; 0 when no word of the query is in it. */
  readonly lexical: number;
  /** Cosine of query and memory; undefined when it has no vector (yet). Best known for every candidate, not only the nearest. */
  readonly dense?: number | undefined;
  /** Null when it has none. */
  readonly session: string | null;
  /** Where it stands among others without a session; known of those only. */
  readonly place?: MemoryPlace | undefined;
  /** `memorySpeaker`. */
  readonly speaker: string | null;
}

/**
 * The best `limit` memories, best first. Give it the best few hundred of each arm: a session that has much to say helps its
 * memories, without one those saved just before and after do, and so does being said by somebody whom the query names. Without vectors the words decide alone.
 */
export function fuseMemories(query: string, candidates: readonly MemoryCandidate[], limit: number): readonly Fused[] {
  const arms = searchArms(candidates, weights);
  const session = new Map([
    ...stretchScores(candidates, { arms, count: bestOf.stretch }),
    ...groupScores(candidates, { arms, count: bestOf.session, groupOf: (candidate) => candidate.session }),
  ]);
  return fuse(
    [
      ...arms,
      { scores: session, weight: weights.session, normalise: 'max' },
      { scores: speakerScores(query, candidates), weight: weights.speaker, normalise: 'max' },
    ],
    limit,
  );
}

function speakerScores(query: string, candidates: readonly MemoryCandidate[]): ReadonlyMap<string, number> {
  const asked = new Set(analyse(query));
  const named = new Map<string, boolean>();
  return knownScores(candidates, ({ speaker }) => {
    if (speaker === null) return undefined;
    const isNamed = named.get(speaker) ?? analyse(speaker).some((term) => asked.has(term));
    named.set(speaker, isNamed);
    return isNamed ? 1 : undefined;
  });
}
