import { topK } from '../ranking/top-k.ts';

/** What one way of searching found, and how much it counts. */
export interface Arm {
  /** Greater is better; what it did not find is absent. Values that are no finite numbers are passed over. */
  readonly scores: ReadonlyMap<string, number>;
  /** Above 0. */
  readonly weight: number;
  /**
   * How its scores become shares of 1: `max` divides by the best one (for scores that begin at 0, as BM25's do; what is below 0
   * counts 0), `min-max` spreads them from the worst to the best (for cosines, which crowd together).
   */
  readonly normalise: 'max' | 'min-max';
  /** With `min-max`: a score that counts 0 although every other is above it, so that the worst of a few good ones does not. */
  readonly floor?: number | undefined;
}

export interface Fused {
  readonly key: string;
  /** 0 to the sum of the arms' weights; comparable within one call only. */
  readonly score: number;
}

/**
 * The best `limit` keys by the weighted sum of their normalised scores, best first, ties by key. A key that an arm did not find
 * gets nothing from it, so an arm of narrow scores should hold a score for every candidate of the other arms.
 */
export function fuse(arms: readonly Arm[], limit: number): readonly Fused[] {
  const sums = new Map<string, number>();
  for (const { scores, weight, normalise, floor: lowest } of arms) {
    const { floor, span } = rangeOf(scores, normalise, lowest);
    for (const [key, score] of scores) {
      if (!Number.isFinite(score)) continue;
      const share = span > 0 ? Math.max(0, score - floor) / span : Number(normalise === 'min-max');
      sums.set(key, (sums.get(key) ?? 0) + weight * share);
    }
  }
  const fused = Array.from(sums, ([key, score]): Fused => ({ key, score }));
  return topK(fused, limit, ranksBefore);
}

/** What counts 0 and how far above it counts 1. */
function rangeOf(
  scores: ReadonlyMap<string, number>,
  normalise: Arm['normalise'],
  lowest = Number.POSITIVE_INFINITY,
): { floor: number; span: number } {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const score of scores.values()) {
    if (!Number.isFinite(score)) continue;
    if (score < least) least = score;
    if (score > most) most = score;
  }
  const floor = normalise === 'max' ? 0 : Math.min(least, lowest);
  return { floor, span: most - floor };
}

function ranksBefore(a: Fused, b: Fused): boolean {
  return a.score === b.score ? a.key < b.key : a.score > b.score;
}
