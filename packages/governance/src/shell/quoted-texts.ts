/** The texts within quotes of any kind in code of another language, where a backslash keeps the character after it; each looked for once. */
export function quotedTexts(code: string): readonly string[] {
  const found: string[] = [];
  /** Quotes that nothing closes from there on. */
  const open = new Set<string>();
  for (let at = 0; at < code.length; at++) {
    const quote = code[at] ?? '';
    if (!quotes.has(quote) || open.has(quote)) continue;
    const end = closing(code, at);
    if (end === undefined) open.add(quote);
    else {
      found.push(code.slice(at + 1, end));
      at = end;
    }
  }
  return found;
}

const quotes = new Set(['"', "'", '`']);

function closing(code: string, from: number): number | undefined {
  for (let at = from + 1; at < code.length; at++) {
    if (code[at] === '\\') at++;
    else if (code[at] === code[from]) return at;
  }
  return undefined;
}
