import { Refusal } from '../refusal.ts';
import { shellLimits } from '../limits.ts';
import { unknownMark } from '../places/path.ts';

/** The words that bash makes of `a{b,c}d`; a range gives one word that is not known. Takes a text without quotes and expansions. */
export function expandBraces(text: string): readonly string[] {
  const open = text.indexOf('{');
  const group = open < 0 ? undefined : groupAt(text, open);
  if (group === undefined) return [text];
  const before = text.slice(0, open);
  const after = expandBraces(text.slice(group.end));
  const middles = group.items.length > 1 ? group.items.flatMap((item) => expandBraces(item)) : [unknownMark];
  const words = middles.flatMap((middle) => after.map((rest) => `${before}${middle}${rest}`));
  if (words.length > shellLimits.maxReadings) throw new Refusal('too_many_readings');
  return words;
}

function groupAt(text: string, open: number): { readonly items: readonly string[]; readonly end: number } | undefined {
  const items: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open; at < text.length; at++) {
    const character = text[at];
    if (character === '{') depth++;
    if (character === ',' && depth === 1) {
      items.push(text.slice(start, at));
      start = at + 1;
    }
    if (character === '}' && --depth === 0) return { items: [...items, text.slice(start, at)], end: at + 1 };
  }
  return undefined;
}
