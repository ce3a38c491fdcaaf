/**
 * What a stretch of text is: a `word` of a script that puts spaces between words (with the identifiers and numbers built from
 * them), an `ideographic` run of Han, Kana or Hangul, an `unspaced` run of a script whose words only a dictionary can find, or
 * a `symbol` that is looked for by itself.
 */
type TokenKind = 'word' | 'ideographic' | 'unspaced' | 'symbol';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Where in the text it begins. */
  readonly at: number;
}

const ideograph = String.raw`[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}]&&[\p{L}\p{N}\p{M}]]`;
const unspaced = String.raw`[[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]&&[\p{L}\p{N}\p{M}]]`;
const start = String.raw`[[\p{L}\p{N}]--${ideograph}--${unspaced}]`;
const rest = String.raw`[[\p{L}\p{N}\p{M}]--${ideograph}--${unspaced}]`;
const joiner = String.raw`(?:[.'’\u2010\-]|_+|(?<=\p{N}),(?=\p{N}{3}(?!\p{N})))`;
/** `$49.99`, `max_connections`, `v1.2.3`, `O'Reilly`, `1,000`, `C++`, `C#`, `100%`. */
const word = String.raw`(?:\p{Sc}(?=\p{N}))?${start}${rest}*(?:${joiner}${start}${rest}*)*(?:(?:\+\+|#)(?!${start})|(?<=\p{N})%)?`;
const symbol = String.raw`\p{RI}\p{RI}|\p{Extended_Pictographic}`;

const token = new RegExp(`(${word})|(${ideograph}+)|(${unspaced}+)|(?:${symbol})`, 'gv');

/** The tokens of normalised text in order. Linear in the length. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(token)) {
    const kind = match[1] ? 'word' : match[2] ? 'ideographic' : match[3] ? 'unspaced' : 'symbol';
    tokens.push({ kind, text: match[0], at: match.index });
  }
  return tokens;
}
