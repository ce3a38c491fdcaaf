import { extentOf } from './extent.ts';
import type { Fragment } from './fragments.ts';

/** A column needs so many lines of so many characters to be one; tables have shorter ones. */
const leastLines = 4;
const leastCharacters = 18;
/** A page of more pieces than this is a drawing. */
const mostFragments = 5000;
/** Share of lines that may run across the gap between columns: titles, figures, running heads. */
const mostAcross = 0.34;

/**
 * Parts a page into regions that are read one after the other: columns from left to right, and what runs across them in between
 * where it stands. A page of one column, or of a table, is one region.
 */
export function regionsOf(fragments: readonly Fragment[], depth = 0): Fragment[][] {
  const gutter = depth < 4 && fragments.length < mostFragments ? gutterOf(fragments) : undefined;
  if (gutter === undefined) return fragments.length === 0 ? [] : [[...fragments]];
  const across = fragments.filter((each) => each.left < gutter && each.right > gutter).toSorted((a, b) => b.baseline - a.baseline);
  const regions: Fragment[][] = [];
  let rest = fragments.filter((each) => !(each.left < gutter && each.right > gutter));
  const isRightFirst = fragments.filter(({ isRightToLeft }) => isRightToLeft).length > fragments.length / 2;
  const readColumns = (band: readonly Fragment[]): void => {
    const sides = [band.filter(({ right }) => right <= gutter), band.filter(({ left }) => left >= gutter)];
    for (const side of isRightFirst ? sides.toReversed() : sides) regions.push(...regionsOf(side, depth + 1));
  };
  for (const [at, wide] of across.entries()) {
    const above = rest.filter(({ baseline }) => baseline > wide.baseline);
    rest = rest.filter(({ baseline }) => baseline <= wide.baseline);
    if (above.length > 0 || at === 0) {
      readColumns(above);
      regions.push([wide]);
    } else regions.at(-1)?.push(wide);
  }
  readColumns(rest);
  return regions.filter((region) => region.length > 0);
}

/** Where a gap between two columns of prose runs. */
function gutterOf(fragments: readonly Fragment[]): number | undefined {
  if (fragments.length < leastLines * 2) return undefined;
  const { left, right } = extentOf(fragments);
  const width = right - left;
  let best: { readonly at: number; readonly across: number; readonly clear: number } | undefined;
  for (let at = left + width * 0.2; at <= left + width * 0.8; at += Math.max(width / 200, 1)) {
    const across = fragments.filter((each) => each.left < at && each.right > at).length;
    if (across > fragments.length * mostAcross || (best && across > best.across)) continue;
    const clear = clearanceOf(fragments, at);
    if (!best || across < best.across || clear > best.clear) best = { at, across, clear };
  }
  if (!best) return undefined;
  const { at } = best;
  const sides = [fragments.filter((each) => each.right <= at), fragments.filter((each) => each.left >= at)];
  return sides.every(isProse) ? at : undefined;
}

function clearanceOf(fragments: readonly Fragment[], at: number): number {
  let before = Number.POSITIVE_INFINITY;
  let after = Number.POSITIVE_INFINITY;
  for (const each of fragments) {
    if (each.right <= at) before = Math.min(before, at - each.right);
    else if (each.left >= at) after = Math.min(after, each.left - at);
  }
  return Math.min(before, after);
}

/** Whether a side is lines of text rather than cells: several, long, and most of them as wide as the side. */
function isProse(side: readonly Fragment[]): boolean {
  if (side.length < leastLines) return false;
  const { left, right } = extentOf(side);
  const long = side.filter((each) => textWidth(each.text) >= leastCharacters && each.right - each.left > (right - left) * 0.5);
  return long.length >= side.length / 2;
}

/** Ideographs say as much as two letters. */
const textWidth = (text: string): number => text.length + (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0);
