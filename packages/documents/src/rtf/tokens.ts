/** What RTF is made of: groups, control words with their number, bytes in the code page, and text. */
export type RtfToken =
  | { readonly kind: 'open' | 'close' }
  | { readonly kind: 'word'; readonly word: string; readonly value: number | undefined }
  | { readonly kind: 'byte'; readonly value: number }
  | { readonly kind: 'text'; readonly text: string };

const token = /\{|\}|\\'([0-9a-f]{2})|\\([a-z]{1,32})(-?\d{1,10})? ?|\\([^a-z])|[^\\{}\r\n]+/giy;

/** The tokens of RTF in Latin-1; binary data is stepped over. */
export function* rtfTokens(source: string): Generator<RtfToken> {
  let at = 0;
  while (at < source.length) {
    token.lastIndex = at;
    const match = token.exec(source);
    if (!match) {
      at += 1;
      continue;
    }
    at = token.lastIndex;
    const [all, hex, word, number, symbol] = match;
    if (all === '{') yield { kind: 'open' };
    else if (all === '}') yield { kind: 'close' };
    else if (hex !== undefined) yield { kind: 'byte', value: Number.parseInt(hex, 16) };
    else if (word === 'bin') at += Math.max(0, Number(number ?? 0));
    else if (word !== undefined) yield { kind: 'word', word, value: number === undefined ? undefined : Number(number) };
    else if (symbol !== undefined) yield { kind: 'word', word: symbol, value: undefined };
    else yield* latinText(all);
  }
}

/** Bytes above ASCII are in the code page, written raw by careless programs. */
function* latinText(text: string): Generator<RtfToken> {
  for (const part of text.match(/[\0-\u007f]+|[^\0-\u007f]/g) ?? []) {
    if (part.charCodeAt(0) < 0x80) yield { kind: 'text', text: part };
    else yield { kind: 'byte', value: part.charCodeAt(0) };
  }
}
