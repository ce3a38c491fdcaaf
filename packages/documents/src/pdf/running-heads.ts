import { type Line, lineText } from './lines.ts';

/** Lines at the top and at the bottom of a page that may be its running head or foot. */
const edge = 2;
/** How much wider than usual the gap between them and the text is. */
const setApart = 1.3;

export interface PageLines {
  readonly number: number;
  /** Regions in reading order. */
  readonly regions: readonly (readonly Line[])[];
}

/** Leaves out what stands at the edge of most pages, its numbers aside, or counts the pages: running heads and feet, page numbers. */
export function withoutRunningHeads(pages: readonly PageLines[]): { pages: PageLines[]; removed: boolean } {
  if (pages.length < 3) return { pages: [...pages], removed: false };
  const size = usualSize(pages);
  const edges = new Map(pages.map((page) => [page, edgeLines(page, size)]));
  const isRepeated = repeatedAmong(edges);
  const isCounting = countingAmong(edges);
  let removed = false;
  const kept = pages.map((page) => {
    const heads = new Set(edges.get(page)?.filter((line) => isRepeated(line) || isCounting(line, page)));
    if (heads.size > 0) removed = true;
    return { ...page, regions: page.regions.map((region) => region.filter((line) => !heads.has(line))) };
  });
  return { pages: kept, removed };
}

type Edges = ReadonlyMap<PageLines, readonly Line[]>;

/** Left and right pages may have heads of their own. */
function repeatedAmong(edges: Edges): (line: Line) => boolean {
  const counts = new Map<string, number>();
  for (const lines of edges.values()) for (const key of new Set(lines.map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const often = Math.max(3, Math.floor(edges.size * 0.4));
  return (line) => (counts.get(keyOf(line)) ?? 0) >= often;
}

/** Lines that begin or end with the page's number, which may count from another page than the first. */
function countingAmong(edges: Edges): (line: Line, page: PageLines) => boolean {
  const counts = new Map<number, number>();
  for (const [page, lines] of edges) {
    for (const shift of new Set(lines.flatMap((line) => shiftsOf(line, page)))) counts.set(shift, (counts.get(shift) ?? 0) + 1);
  }
  const often = new Set([...counts].filter(([, count]) => count >= Math.max(3, edges.size * 0.5)).map(([shift]) => shift));
  return (line, page) => shiftsOf(line, page).some((shift) => often.has(shift));
}

function shiftsOf(line: Line, { number }: PageLines): number[] {
  const text = lineText(line);
  const numbers = [/^\d{1,4}(?=$|\s)/.exec(text)?.[0], /(?:^|\s)(\d{1,4})$/.exec(text)?.[1]].filter((each) => each !== undefined);
  return text.length > 120 ? [] : numbers.map((each) => Number(each) - number);
}

/** The size that most lines have. */
function usualSize(pages: readonly PageLines[]): number {
  const counts = new Map<number, number>();
  for (const { size } of pages.flatMap(({ regions }) => regions.flat())) counts.set(size, (counts.get(size) ?? 0) + 1);
  let usual = { size: 0, count: 0 };
  for (const [size, count] of counts) if (count > usual.count) usual = { size, count };
  return usual.size;
}

/** The first or last lines of a page that a gap sets apart, in letters no larger than those of the text. */
function edgeLines({ regions }: PageLines, size: number): Line[] {
  const lines = regions.flat().toSorted((a, b) => b.baseline - a.baseline);
  const gaps = lines.slice(1).map((line, at) => (lines[at]?.baseline ?? 0) - line.baseline);
  const wide = (gaps.toSorted((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? 0) * setApart;
  const top = gaps.slice(0, edge).findIndex((gap) => gap > wide) + 1;
  const bottom =
    gaps
      .toReversed()
      .slice(0, edge)
      .findIndex((gap) => gap > wide) + 1;
  const edges = new Set([...lines.slice(0, top), ...lines.slice(lines.length - bottom)]);
  return [...edges].filter((line) => line.size < size * 1.12);
}

const keyOf = (line: Line): string =>
  lineText(line)
    .replace(/\d+|\b[ivxlc]+\b/gi, '#')
    .toLowerCase();
