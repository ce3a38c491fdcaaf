/** How far things reach along the line. */
export interface Extent {
  readonly left: number;
  readonly right: number;
}

/** What holds all of them; of nothing, nothing. */
export function extentOf(things: readonly Extent[]): Extent {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (const each of things) {
    if (each.left < left) left = each.left;
    if (each.right > right) right = each.right;
  }
  return { left, right };
}
