/**
 * The best `limit` of what is offered, best first, in memory bounded by `limit`. `before` is a strict order without ties, so
 * the answer does not depend on the order of the offers.
 */
export function topK<Item>(items: Iterable<Item>, limit: number, before: (a: Item, b: Item) => boolean): Item[] {
  const best: Item[] = [];
  for (const item of items) {
    const worst = best.length < limit ? undefined : best.at(-1);
    if (limit <= 0 || (worst !== undefined && !before(item, worst))) continue;
    best.splice(placeOf(item, best, before), 0, item);
    if (best.length > limit) best.pop();
  }
  return best;
}

/** Index of the first kept item that comes after this one. */
function placeOf<Item>(item: Item, best: readonly Item[], before: (a: Item, b: Item) => boolean): number {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const kept = best[middle];
    if (kept !== undefined && before(kept, item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
