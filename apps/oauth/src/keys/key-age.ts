/** How keys come and go, in seconds. */
export interface KeyAges {
  /** A new set is made once the newest is this old. */
  readonly rotateAfter: number;
  /** A set signs once it is this old: by then every process has read it. */
  readonly signAfter: number;
  /** How often a process looks for new sets. */
  readonly lookEvery: number;
}

export const keyAges: KeyAges = { rotateAfter: 90 * 24 * 60 * 60, signAfter: 10 * 60, lookEvery: 60 };

/** Sets that are kept: one that signs, one before it whose cookies are still about, and one that is on its way. */
export const keptSets = 3;

/**
 * The order in which sets are used: the newest that is old enough signs, and all others are only known. The very first set signs at
 * once.
 */
export function inSigningOrder<Keys extends { readonly ageSeconds: number }>(
  newestFirst: readonly Keys[],
  { signAfter }: KeyAges,
): readonly Keys[] {
  const ready = newestFirst.filter(({ ageSeconds }) => ageSeconds >= signAfter);
  const young = newestFirst.filter(({ ageSeconds }) => ageSeconds < signAfter);
  return ready.length > 0 ? [...ready, ...young] : young.toReversed();
}
