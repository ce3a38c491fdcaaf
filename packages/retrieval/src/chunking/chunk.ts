import type { Passage, PassageSection } from '@cairn/core';
import type { Span } from './spans.ts';
import type { StructuredText } from './structured-text.ts';
import { columnsProperty, pageOf, type Unit, unitsOf } from './units.ts';

/** Sizes of passages in estimated tokens, as measured best at a fixed budget of context, and in UTF-16 code units. */
const passageSize = { target: 200, cap: 240, small: 60, maxCharacters: 4800 } as const;

/** A passage in the making. */
interface Draft extends Span {
  readonly tokens: number;
  /** Path that all of it stands under. */
  readonly shared: readonly string[];
  /** The sections that it is of; it has come to the last. */
  readonly sections: readonly PassageSection[];
  /** Page that it begins on. */
  readonly page?: number;
  /** Names of the columns, when it begins in the later rows of a table. */
  readonly columns?: string;
}

/**
 * Cuts a document into passages along its structure: whole sentences, code and tables in one piece where they fit, headings
 * with what follows them. Passages are in order, disjoint and without overlap; `text.slice(start, end)` is their text, and
 * every visible character that is not blank is in exactly one.
 */
export function chunk(document: StructuredText): Passage[] {
  const units = unitsOf(document, passageSize);
  const drafts: Draft[] = [];
  for (const [index, unit] of units.entries()) {
    const open = drafts.at(-1);
    if (open && belongs(open, unit, units[index + 1])) drafts[drafts.length - 1] = extended(open, unit);
    else drafts.push({ ...unit, shared: unit.headings, sections: [{ start: unit.start, headings: unit.headings }] });
  }
  return drafts.map((draft) => ({
    start: draft.start,
    end: draft.end,
    headings: draft.shared,
    text: document.text.slice(draft.start, draft.end),
    ...pageOf(draft),
    ...columnsProperty(draft),
    ...(draft.sections.length > 1 && { sections: draft.sections }),
  }));
}

/** A passage grows to the target; over it only to take in the end of its section, and into another section only while small. */
function belongs(open: Draft, unit: Unit, following: Unit | undefined): boolean {
  const tokens = open.tokens + unit.tokens;
  // A passage ends with its page, so that the page it is cited with is where all of it stands.
  if (unit.afterHidden || unit.page !== open.page || tokens > passageSize.cap || unit.end - open.start > passageSize.maxCharacters)
    return false;
  const sameSection = isSamePath(sectionOf(open), unit.headings);
  if (!sameSection && open.tokens >= passageSize.small) return false;
  const endsSection = !following || !isSamePath(following.headings, unit.headings);
  return tokens <= passageSize.target || (sameSection && endsSection);
}

function extended(open: Draft, unit: Unit): Draft {
  return {
    start: open.start,
    end: unit.end,
    tokens: open.tokens + unit.tokens,
    shared: open.shared.slice(0, commonLength(open.shared, unit.headings)),
    sections: isSamePath(sectionOf(open), unit.headings)
      ? open.sections
      : [...open.sections, { start: unit.start, headings: unit.headings }],
    ...pageOf(open),
    ...columnsProperty(open),
  };
}

function sectionOf({ sections }: Draft): readonly string[] {
  return sections.at(-1)?.headings ?? [];
}

function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && commonLength(a, b) === a.length);
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}
