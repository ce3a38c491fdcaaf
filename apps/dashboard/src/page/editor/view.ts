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
export const lineHeight = (area: HTMLTextAreaElement): number => Number.parseFloat(getComputedStyle(area).lineHeight);

export function viewOf(area: HTMLTextAreaElement): View {
  const line = lineHeight(area);
  const room = area.clientHeight - Number.parseFloat(getComputedStyle(area).paddingTop);
  return { top: area.scrollTop, left: area.scrollLeft, line, lines: Math.floor(room / line) };
}
