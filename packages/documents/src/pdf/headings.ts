import { type Line, lineText } from './lines.ts';

/** Tells headings from text by the sizes and fonts of a whole document. */
export interface HeadingStyles {
  /** 1 for the greatest letters; undefined for what is no heading. */
  levelOf(lines: readonly Line[]): number | undefined;
}

const mostLines = 3;
const mostCharacters = 160;
const mostLevels = 4;
const numbered = /^(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+\p{L}/u;

export function headingStyles(lines: Iterable<Line>): HeadingStyles {
  const sizes = new Map<number, number>();
  const fonts = new Map<string, number>();
  const all = [...lines];
  for (const line of all) {
    const { length } = lineText(line);
    sizes.set(rounded(line.size), (sizes.get(rounded(line.size)) ?? 0) + length);
    fonts.set(line.font, (fonts.get(line.font) ?? 0) + length);
  }
  const body = mostUsed(sizes) ?? 0;
  const bodyFont = mostUsed(fonts);
  const larger = [...sizes.keys()].filter((size) => size >= body * 1.12).toSorted((a, b) => b - a);
  const levelOfSize = new Map(larger.map((size, at) => [size, Math.min(at + 1, mostLevels)]));
  const levels = Math.min(larger.length, mostLevels);
  return {
    levelOf(candidate) {
      const first = candidate[0];
      const text = candidate.map(lineText).join(' ');
      if (!first || candidate.length > mostLines || text.length > mostCharacters || !/\p{L}/u.test(text)) return undefined;
      const bySize = levelOfSize.get(rounded(first.size));
      if (bySize !== undefined) return bySize;
      const isSetApart = candidate.length === 1 && first.font !== bodyFont && rounded(first.size) >= body && !/[.,;:]$/.test(text);
      const number = numbered.exec(text)?.[1];
      return isSetApart && number !== undefined && text.length < 100 ? Math.min(levels + number.split('.').length, 6) : undefined;
    },
  };
}

const rounded = (size: number): number => Math.round(size * 2) / 2;

function mostUsed<Key>(counts: ReadonlyMap<Key, number>): Key | undefined {
  let best: { readonly key: Key; readonly count: number } | undefined;
  for (const [key, count] of counts) if (!best || count > best.count) best = { key, count };
  return best?.key;
}
