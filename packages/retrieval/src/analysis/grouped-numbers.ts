import { clip } from './clip.ts';
import { fold } from './normalise.ts';
import type { Token } from './tokens.ts';

/** Characters of a number that is worth finding in one piece: a telephone number has seven, an IBAN has thirty-four at most. */
const least = 7;
const most = 40;
/** A row of more groups is one of a table of numbers. */
const maxGroups = 10;
/** A serial number may begin with so many groups of letters; what else stands before it in capitals is not a part of it. */
const maxLeadingLetters = 2;

/** What parts the groups of a number: one blank, dot, dash or stroke, a bracket around one of them. */
const gap = /^(?:[ .]| ?[-\u2010\u2013/] ?| ?\(|\)[ \-\u2010\u2013/.]?)$/u;
const joiners = /[.'’\u2010-]/u;
const digits = /\p{N}/u;
/** Letters of a bank in an IBAN, or of a serial number. */
const capitals = /^\p{Lu}{2,5}$/u;
const group = /^(?:(?=\p{L}*\p{N})[\p{L}\p{N}]{1,12}|\p{Lu}{2,5})$/u;
/** `2011-2013` is two years. */
const years = /^(?:19|20)\p{N}{2} (?:19|20)\p{N}{2}$/u;
/** Thousands parted by blanks or apostrophes are a number however short. */
const thousands = /^\p{N}{1,3}(?: \p{N}{3})+$/u;
const leastThousands = 5;

interface Group {
  readonly text: string;
  /** What stands before it. */
  readonly before: string;
}

/**
 * The numbers of a normalised text that are written in groups, in one piece each: `+41 44 668 18 00` is `41446681800`, and so are other ways to
 * part it. Telephone numbers, IBANs, numbers of cards, serial numbers, thousands. A number that follows another one is found from its zero, plus or bracket on.
 * Each with the number of its groups.
 */
export function groupedNumbers(text: string, tokens: readonly Token[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  let run: Group[] = [];
  let end = 0;
  for (const token of tokens) {
    const between = text.slice(end, token.at);
    const groups = groupsOf(token, text.slice(Math.max(end, token.at - 2), token.at));
    if (run.length > 0 && !(groups.length > 0 && gap.test(between))) {
      addNumbers(run, found);
      run = [];
    }
    run.push(...groups);
    if (groups.length > 1) addWhole(groups, found);
    end = token.at + token.text.length;
  }
  addNumbers(run, found);
  return found;
}

/** A token's groups; none when it is no part of a number. */
function groupsOf({ kind, text }: Token, before: string): Group[] {
  if (kind !== 'word') return [];
  if (!digits.test(text)) return capitals.test(text) ? [{ text, before }] : [];
  const parts = text.replace(/^\p{Sc}/u, '').split(joiners);
  if (parts.length > maxGroups || !parts.every((part) => group.test(part))) return [];
  return parts.map((part, at) => ({ text: part, before: at === 0 ? before : '' }));
}

function addNumbers(run: readonly Group[], found: Map<string, number>): void {
  const first = run.findIndex(({ text }) => digits.test(text));
  const last = run.findLastIndex(({ text }) => digits.test(text));
  const from = Math.max(0, first - maxLeadingLetters);
  if (first === -1 || last + 1 - from > maxGroups) return;
  for (let at = from; at < last; at += 1) {
    const { text, before } = run[at] as Group;
    if (at <= first || text.startsWith('0') || /[+(]/.test(before)) addWhole(run.slice(at, last + 1), found);
  }
}

function addWhole(groups: readonly Group[], found: Map<string, number>): void {
  // The trunk's zero in `+41 (0)44` is not dialled from abroad.
  const [first] = groups;
  const dialled = first?.before.endsWith('+') ? groups.filter(({ text, before }) => text !== '0' || !before.endsWith('(')) : groups;
  const texts = dialled.map(({ text }) => text);
  // One number behind a word in capitals (`ISO 9001000`) is a number and a word.
  if (texts.filter((text) => digits.test(text)).length < 2) return;
  const whole = texts.join('');
  const spaced = texts.join(' ');
  const isNumber = whole.length >= least || (whole.length >= leastThousands && thousands.test(spaced));
  if (isNumber && whole.length <= most && !years.test(spaced)) found.set(clip(fold(whole)), texts.length);
}
