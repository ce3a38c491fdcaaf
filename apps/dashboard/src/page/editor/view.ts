import type { Span } from './json-source.ts';
import { lineStarts, positionOf } from './positions.ts';

/** What of a text area is in sight: how far it is scrolled, in pixels, and its lines. */
export interface View {
  readonly top: number;
  readonly left: number;
  readonly line: number;
  /** Lines that have room as a whole. */
  readonly lines: number;
}

export const unseen: View = { top: 0, left: 0, line: 1, lines: 0 };

/** Pixels from one line to the next. */
const lineHeight = (area: HTMLTextAreaElement): number => Number.parseFloat(getComputedStyle(area).lineHeight);

export function viewOf(area: HTMLTextAreaElement): View {
  const line = lineHeight(area);
  const room = area.clientHeight - Number.parseFloat(getComputedStyle(area).paddingTop);
  return { top: area.scrollTop, left: area.scrollLeft, line, lines: Math.floor(room / line) };
}

/** Scrolls the line of a place into sight, when it is not, with some of what stands above it. */
export function showLine(area: HTMLTextAreaElement, offset: number): void {
  const height = lineHeight(area);
  const top = positionOf(lineStarts(area.value), offset).line * height;
  const isSeen = top >= area.scrollTop && top + 2 * height <= area.scrollTop + area.clientHeight;
  if (!isSeen) area.scrollTop = Math.max(0, top - 4 * height);
  area.scrollIntoView({ block: 'nearest' });
}

/** Leads the keyboard to a piece of the text, and shows it. */
export function showSpan(area: HTMLTextAreaElement, { start, end }: Span): void {
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, Math.max(end, start + 1));
  showLine(area, start);
}
