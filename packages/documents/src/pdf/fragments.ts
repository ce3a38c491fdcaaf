/** A piece of text as a PDF places it. Units are points; y grows upwards. */
export interface TextItem {
  readonly str: string;
  readonly dir: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly fontName: string;
}

/** Text on one baseline without a gap wider than a blank. */
export interface Fragment {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  /** Of the font. */
  readonly size: number;
  readonly font: string;
  readonly isRightToLeft: boolean;
}

/** Gaps in widths of the font's size: from the first on words are apart, from the second on columns. */
const wordGap = 0.15;
const columnGap = 1.1;

/** Smaller letters, in points, are not meant to be read. */
const leastSize = 1;

export interface PageLayout {
  /** Corners of what is shown of the page: left, bottom, right, top. */
  readonly view: readonly number[];
  readonly isVertical: (font: string) => boolean;
}

/**
 * Items turned so that their page's prevailing direction runs level. What stands at another angle (stamps, watermarks), off the
 * page or in letters that nobody can see is left out; so is what is drawn twice to look bold.
 */
export function fragmentsOf(items: readonly TextItem[], { view, isVertical }: PageLayout): Fragment[] {
  const texts = items.filter((item, at) => item.str !== '' && isOnPage(item, view) && !isShadow(item, items[at - 1]));
  const angle = prevailing(texts.map((item) => quarterTurn(item)));
  const fragments: Fragment[] = [];
  let blank = false;
  for (const item of texts) {
    if (quarterTurn(item) !== angle) continue;
    if (item.str.trim() === '') {
      blank = true;
      continue;
    }
    const next = placed(item, { angle, isVertical: isVertical(item.fontName) });
    const last = fragments.at(-1);
    const joined = last && joinedFragment(last, next, blank || /^\s/.test(item.str));
    if (joined) fragments[fragments.length - 1] = joined;
    else fragments.push(next);
    blank = /\s$/.test(item.str);
  }
  return fragments;
}

function isOnPage({ transform, str }: TextItem, [left = 0, bottom = 0, right = 0, top = 0]: readonly number[]): boolean {
  const [, , c = 0, d = 0, x = 0, y = 0] = transform;
  if (str.trim() === '') return true;
  return x >= left - 1 && x <= right && y >= bottom - 1 && y <= top && Math.hypot(c, d) >= leastSize;
}

function isShadow(item: TextItem, last: TextItem | undefined): boolean {
  if (last?.str !== item.str || item.str.trim() === '') return false;
  const [, , c = 0, d = 0, x = 0, y = 0] = item.transform;
  const [, , , , lastX = 0, lastY = 0] = last.transform;
  return Math.hypot(x - lastX, y - lastY) < Math.hypot(c, d) * 0.1;
}

const quarterTurn = ({ transform: [a = 1, b = 0] }: TextItem): number => (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4;

function prevailing(turns: readonly number[]): number {
  const counts = [0, 0, 0, 0];
  for (const turn of turns) counts[turn] = (counts[turn] ?? 0) + 1;
  return counts.indexOf(Math.max(...counts));
}

function placed(item: TextItem, { angle, isVertical }: { angle: number; isVertical: boolean }): Fragment {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = item.transform;
  const size = Math.hypot(c, d) || item.height || Math.hypot(a, b) || 1;
  const [x, y] = turned(e, f, angle);
  const text = item.str.trim();
  // Vertical writing is laid on its side: down the page becomes along the line, and columns become lines from the right.
  if (isVertical) return { text, left: -y, right: -y + item.height, baseline: x, size, font: item.fontName, isRightToLeft: false };
  return { text, left: x, right: x + item.width, baseline: y, size, font: item.fontName, isRightToLeft: item.dir === 'rtl' };
}

function turned(x: number, y: number, quarters: number): readonly [number, number] {
  if (quarters === 1) return [y, -x];
  if (quarters === 2) return [-x, -y];
  return quarters === 3 ? [-y, x] : [x, y];
}

function joinedFragment(last: Fragment, next: Fragment, blank: boolean): Fragment | undefined {
  const size = Math.max(last.size, next.size);
  if (Math.abs(last.baseline - next.baseline) > size * 0.45) return undefined;
  const before = next.left - last.right;
  const isBackwards = next.isRightToLeft && next.right <= last.left + size * 0.3;
  const gap = isBackwards ? last.left - next.right : before;
  if (gap > size * columnGap || gap < -size * 0.6) return undefined;
  const isRaised = next.size < last.size * 0.85 && next.baseline !== last.baseline;
  const space = (blank && gap > -size * 0.2) || gap > size * wordGap ? ' ' : '';
  const isMain = last.text.length >= next.text.length || isRaised;
  return {
    text: next.isRightToLeft && last.isRightToLeft && !isBackwards ? next.text + space + last.text : last.text + space + next.text,
    left: Math.min(last.left, next.left),
    right: Math.max(last.right, next.right),
    baseline: isMain ? last.baseline : next.baseline,
    size: isMain ? last.size : next.size,
    font: isMain ? last.font : next.font,
    isRightToLeft: last.isRightToLeft || next.isRightToLeft,
  };
}
