/** Turns a text into the ids of its word pieces, between those of `[CLS]` and `[SEP]`. */
export type Tokenizer = (text: string) => readonly number[];

const longestWord = 100;
/** What BERT splits off as words of their own: punctuation of any script, ASCII symbols, ideographs. */
const alone =
  '\\p{P}$+<=>^`|~\\u{4e00}-\\u{9fff}\\u{3400}-\\u{4dbf}\\u{20000}-\\u{2a6df}\\u{2a700}-\\u{2ceaf}\\u{f900}-\\u{faff}\\u{2f800}-\\u{2fa1f}';
const wordsAndMarks = new RegExp(`[${alone}]|[^\\s${alone}]+`, 'gu');

/**
 * BERT's uncased WordPiece over a vocabulary (piece to id, pieces within a word start with `##`). Cut to `maxTokens`, both marks
 * included.
 */
export function createTokenizer(vocabulary: ReadonlyMap<string, number>, maxTokens: number): Tokenizer {
  const idOf = (piece: string): number => {
    const id = vocabulary.get(piece);
    if (id === undefined) throw new Error(`the vocabulary has no ${piece}`);
    return id;
  };
  const [start, end, unknown] = [idOf('[CLS]'), idOf('[SEP]'), idOf('[UNK]')];
  return (text) => {
    const ids = [start];
    for (const [word] of cleaned(text).matchAll(wordsAndMarks)) {
      ids.push(...piecesOf(word, vocabulary, unknown));
      if (ids.length >= maxTokens) break;
    }
    return [...ids.slice(0, maxTokens - 1), end];
  };
}

/** Without control characters, accents and capitals. */
function cleaned(text: string): string {
  return text
    .replaceAll(/[\0\ufffd]|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
}

/** The longest known pieces from the left; a word that cannot be made up of them is unknown as a whole. */
function piecesOf(word: string, vocabulary: ReadonlyMap<string, number>, unknown: number): readonly number[] {
  const characters = Array.from(word);
  if (characters.length > longestWord) return [unknown];
  const ids: number[] = [];
  for (let from = 0; from < characters.length;) {
    let to = characters.length;
    let id: number | undefined;
    for (; to > from && id === undefined; to--) id = vocabulary.get((from > 0 ? '##' : '') + characters.slice(from, to).join(''));
    if (id === undefined) return [unknown];
    ids.push(id);
    from = to + 1;
  }
  return ids;
}
