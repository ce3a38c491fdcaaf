const eastAsian = /[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/;
const hyphenated = /(?<!\p{L})(\p{L}{2,})[-\u2010\u00ad]$/u;
/** In UTF-16 code units; more of a line's end is not looked at. */
const longestWord = 64;
const goesOn = /^(\p{Ll}\p{L}*)/u;

/** Words of a document as it writes them within lines; tells a hyphen that belongs to a word from one that ends a line. */
export type KnownWords = ReadonlySet<string>;

export function knownWords(lines: Iterable<string>): KnownWords {
  const words = new Set<string>();
  for (const line of lines)
    for (const [word] of line.matchAll(/(?<!\p{L})\p{L}+(?:[-\u2010]\p{L}+)+/gu)) words.add(word.toLowerCase().replace('\u2010', '-'));
  return words;
}

/** The lines of a paragraph as one: a word parted at the line's end is one word again, ideographs need no blank. */
export function joinedLines(lines: readonly string[], words: KnownWords): string {
  let text = '';
  for (const line of lines) {
    const head = hyphenated.exec(text.slice(-longestWord))?.[1];
    const tail = goesOn.exec(line)?.[1];
    if (text === '') text = line;
    else if (head !== undefined && tail !== undefined)
      text = words.has(`${head}-${tail}`.toLowerCase()) ? text + line : text.slice(0, -1) + line;
    else if (/[-\u2010]$/.test(text) && /^\p{L}/u.test(line) && head !== undefined) text += line;
    else text += eastAsian.test(text.slice(-1)) && eastAsian.test(line.charAt(0)) ? line : ` ${line}`;
  }
  return text;
}
