import { words } from '../words.ts';

/** A text within quotes, and where it is in the code around it: from its first character to the one that closes it. */
export interface Quoted {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The texts within quotes of any kind in code of another language, where a backslash keeps the character after it; each looked for once. */
export function quotedIn(code: string): readonly Quoted[] {
  const found: Quoted[] = [];
  /** Quotes that nothing closes from there on. */
  const open = new Set<string>();
  for (let at = 0; at < code.length; at++) {
    const quote = code[at] ?? '';
    if (!quotes.has(quote) || open.has(quote)) continue;
    const end = closing(code, quote, at);
    if (end === undefined) open.add(quote);
    else {
      found.push({ text: code.slice(at + 1, end), from: at + 1, to: end });
      at = end;
    }
  }
  return found;
}

export const quotedTexts = (code: string): readonly string[] => quotedIn(code).map(({ text }) => text);

/** What Perl and Ruby take for quoted: `q(…)`, `%x[…]`; of `qw{…}` each word. Nothing that has its own brackets within. */
export function bracketedIn(code: string): readonly string[] {
  return [...code.matchAll(bracketed)].flatMap(([whole, ...groups]) => {
    const text = groups.find((group) => typeof group === 'string') ?? '';
    return /^[q%]w/i.test(whole) ? words(text) : [text];
  });
}

const bracketed =
  /(?:\bq[qwx]?|%[qQwWx]?)\s?(?:\((?<round>[^()]*)\)|\[(?<square>[^[\]]*)\]|\{(?<curly>[^{}]*)\}|<(?<angle>[^<>]*)>|\/(?<slash>[^/]*)\/)/g;

const quotes = new Set(['"', "'", '`']);

function closing(code: string, quote: string, from: number): number | undefined {
  for (let at = from + 1; at < code.length; at++) {
    if (code[at] === '\\') at++;
    else if (code[at] === quote) return at;
  }
  return undefined;
}
