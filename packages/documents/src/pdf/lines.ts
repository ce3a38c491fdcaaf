import { extentOf } from './extent.ts';
import type { Fragment } from './fragments.ts';

/** A line of a region: fragments on one baseline in reading order, apart where the gap is wider than a blank. */
export interface Line {
  readonly cells: readonly Fragment[];
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
  readonly font: string;
}

export const lineText = ({ cells }: Line): string => cells.map(({ text }) => text).join(' ');

/** The lines of a region from the top. */
export function linesOf(region: readonly Fragment[]): Line[] {
  const rows: Fragment[][] = [];
  for (const fragment of region.toSorted((a, b) => b.baseline - a.baseline || a.left - b.left)) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && Math.abs(first.baseline - fragment.baseline) <= Math.max(first.size, fragment.size) * 0.4) row.push(fragment);
    else rows.push([fragment]);
  }
  return rows.map(lineOf);
}

function lineOf(row: readonly Fragment[]): Line {
  const isRightToLeft = row.filter((each) => each.isRightToLeft).length > row.length / 2;
  const cells = row.toSorted((a, b) => (isRightToLeft ? b.right - a.right : a.left - b.left));
  const main = row.reduce((longest, each) => (each.text.length > longest.text.length ? each : longest));
  return {
    cells,
    ...extentOf(row),
    baseline: main.baseline,
    size: main.size,
    font: main.font,
  };
}
