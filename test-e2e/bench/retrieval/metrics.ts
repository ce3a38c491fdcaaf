/** Share of what is right that was found. */
export function recall(found: readonly string[], gold: readonly string[]): number {
  return gold.filter((id) => found.includes(id)).length / gold.length;
}

/** Normalised discounted gain of the first ten, all that is right being equally right. */
export function ndcg(found: readonly string[], gold: readonly string[]): number {
  const ideal = total(Array.from({ length: Math.min(gold.length, 10) }, (_, rank) => gain(rank)));
  return total(found.slice(0, 10).map((id, rank) => (gold.includes(id) ? gain(rank) : 0))) / ideal;
}

function gain(rank: number): number {
  return 1 / Math.log2(rank + 2);
}

/** A stretch of a text, the end exclusive. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Share of the characters of `gold` that lie in `found`, which do not overlap. */
export function coverage(found: readonly Stretch[], gold: readonly Stretch[]): number {
  const covered = gold.map((right) => total(found.map((hit) => overlap(right, hit))));
  return total(covered) / total(gold.map(({ start, end }) => end - start));
}

function overlap(a: Stretch, b: Stretch): number {
  return Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : total(values) / values.length;
}
