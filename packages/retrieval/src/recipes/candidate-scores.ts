import { type Arm, fuse } from '../fusion/fuse.ts';

/** What both arms of search know of a candidate. */
export interface Scored {
  readonly key: string;
  readonly lexical: number;
  readonly dense?: number | undefined;
}

/** A cosine that means nothing, whatever the model; what is listed is nearer. */
const farCosine = 0.19;

/** The scores of those candidates that have one. */
export function knownScores<Candidate extends Scored>(
  candidates: readonly Candidate[],
  score: (candidate: Candidate) => number | undefined,
): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  for (const candidate of candidates) {
    const value = score(candidate);
    if (value !== undefined) scores.set(candidate.key, value);
  }
  return scores;
}

/**
 * The lexical and the dense arm. A candidate without a vector, while others have one, is taken to mean as much as its words say:
 * what was saved a moment ago must not stand behind everything that was embedded.
 */
export function searchArms(candidates: readonly Scored[], weights: { readonly lexical: number; readonly dense: number }): readonly Arm[] {
  const lexical = knownScores(candidates, (candidate) => candidate.lexical);
  const dense = new Map(knownScores(candidates, (candidate) => candidate.dense));
  if (dense.size > 0 && dense.size < candidates.length) {
    const best = Math.max(...lexical.values());
    const [floor, span] = rangeOf(dense.values());
    for (const { key, lexical: score } of candidates) if (!dense.has(key)) dense.set(key, floor + (best > 0 ? (span * score) / best : 0));
  }
  return [
    { scores: lexical, weight: weights.lexical, normalise: 'max' },
    { scores: dense, weight: weights.dense, normalise: 'min-max', floor: farCosine },
  ];
}

function rangeOf(scores: Iterable<number>): readonly [floor: number, span: number] {
  const values = Array.from(scores);
  const floor = Math.min(...values);
  return [floor, Math.max(...values) - floor];
}

/** Each candidate gets the sum of the best `count` fused scores in its group; those without a group get nothing. */
export function groupScores<Candidate extends Scored>(
  candidates: readonly Candidate[],
  { arms, count, groupOf }: { arms: readonly Arm[]; count: number; groupOf: (candidate: Candidate) => string | null },
): ReadonlyMap<string, number> {
  const groups = new Map(candidates.map((candidate) => [candidate.key, groupOf(candidate)]));
  const sums = new Map<string, { sum: number; taken: number }>();
  for (const { key, score } of fuse(arms, candidates.length)) {
    const group = groups.get(key);
    if (group === undefined || group === null) continue;
    const entry = sums.get(group) ?? { sum: 0, taken: 0 };
    if (entry.taken < count) sums.set(group, { sum: entry.sum + score, taken: entry.taken + 1 });
  }
  return knownScores(candidates, (candidate) => sums.get(groups.get(candidate.key) ?? '')?.sum);
}
