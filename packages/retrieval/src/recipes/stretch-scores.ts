import { type Arm, fuse } from '../fusion/fuse.ts';
import type { Scored } from './candidate-scores.ts';

/** Where a memory without a session stands among the others. */
export interface MemoryPlace {
  /** In the order of saving; that of the next one is higher by 1. */
  readonly order: number;
  /** When it happened, in milliseconds. */
  readonly at: number;
  readonly agentId: string | null;
}

interface Placed extends Scored {
  readonly place?: MemoryPlace | undefined;
}

/** How far apart memories of one stretch are. */
const reach = { order: 6, ms: 3_600_000 } as const;

/**
 * What was saved one right after another was said together, as far as is known: each candidate with a place gets the sum of the best
 * `count` fused scores within reach, its own among them.
 */
export function stretchScores(
  candidates: readonly Placed[],
  { arms, count }: { arms: readonly Arm[]; count: number },
): ReadonlyMap<string, number> {
  const fused = new Map(fuse(arms, candidates.length).map(({ key, score }) => [key, score]));
  const inOrder = candidates
    .flatMap(({ key, place }) => (place ? [{ key, place, score: fused.get(key) ?? 0 }] : []))
    .toSorted((a, b) => a.place.order - b.place.order);
  const scores = new Map<string, number>();
  let first = 0;
  for (const { key, place } of inOrder) {
    while ((inOrder[first]?.place.order ?? place.order) < place.order - reach.order) first += 1;
    const near: number[] = [];
    for (let at = first; at < inOrder.length; at += 1) {
      const other = inOrder[at];
      if (!other || other.place.order > place.order + reach.order) break;
      if (belongTogether(place, other.place)) near.push(other.score);
    }
    const best = near.toSorted((a, b) => b - a).slice(0, count);
    scores.set(
      key,
      best.reduce((sum, score) => sum + score, 0),
    );
  }
  return scores;
}

function belongTogether(a: MemoryPlace, b: MemoryPlace): boolean {
  return a.agentId === b.agentId && Math.abs(a.at - b.at) <= reach.ms;
}
