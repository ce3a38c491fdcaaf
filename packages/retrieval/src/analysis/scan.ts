import { groupedNumbers } from './grouped-numbers.ts';
import { languageStems, partStems } from './language-stems.ts';
import type { LatinLanguageName } from './languages.ts';
import { normalise } from './normalise.ts';
import { type Token, tokenise } from './tokens.ts';
import { wordTerms } from './words.ts';

/** ICU finds words by dictionary in quadratic time; pieces of this many code units keep a long run linear. */
const dictionaryPiece = 500;
const dictionary = new Intl.Segmenter('und', { granularity: 'word' });

export interface Scan {
  /** Terms that say what the text is about, in order. */
  readonly terms: string[];
  /** Terms that only a query without a better one asks for: single ideographs, neighbours in a run of stop words. */
  readonly faint: string[];
  /** The stems of its words in the languages that it is in, beside their terms. */
  readonly stems: string[];
  /** Numbers that are written in groups, in one piece, each with the number of its groups. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Every stop word, in order. */
  readonly stopWords: string[];
}

/** Takes a text in these languages (`languagesOf`) apart; the one analysis that documents and queries share. */
export function scan(text: string, languages: readonly LatinLanguageName[] = []): Scan {
  const plain = normalise(text);
  const tokens = tokenise(plain);
  const found: Scan = { terms: [], faint: [], stems: [], numbers: groupedNumbers(plain, tokens), stopWords: [] };
  let run: string[] = [];
  for (const [index, token] of tokens.entries()) {
    const stopWord = token.kind === 'word' && !isAcronym(tokens, index) ? wordTerms(token.text).stopWord : undefined;
    if (stopWord !== undefined) {
      run.push(stopWord);
      continue;
    }
    closeRun(run, found);
    run = [];
    addToken(token, found);
    if (token.kind === 'word') found.stems.push(...languageStems(token.text, languages), ...partStems(token.text, languages));
  }
  closeRun(run, found);
  return found;
}

function addToken(token: Token, found: Scan): void {
  switch (token.kind) {
    case 'word': {
      const { terms, stopWord } = wordTerms(token.text);
      for (const term of stopWord === undefined ? terms : [stopWord]) found.terms.push(term);
      break;
    }
    case 'ideographic':
      addIdeographs(token.text, found);
      break;
    case 'unspaced':
      addDictionaryWords(token.text, found);
      break;
    case 'symbol':
      found.terms.push(token.text);
      break;
  }
}

/** Overlapping pairs: where a word begins and ends in such a run depends on its neighbours, a pair of characters does not. */
function addIdeographs(text: string, found: Scan): void {
  const characters = Array.from(text);
  if (characters.length === 1) found.terms.push(text);
  else for (const character of characters) found.faint.push(character);
  for (let at = 1; at < characters.length; at += 1) found.terms.push(`${characters[at - 1]}${characters[at]}`);
}

function addDictionaryWords(text: string, found: Scan): void {
  for (let at = 0; at < text.length; at += dictionaryPiece) {
    for (const { segment } of dictionary.segment(text.slice(at, at + dictionaryPiece))) found.terms.push(segment);
  }
}

/** Three stop words in a row may be a name or a quotation ("to be or not to be"): its neighbouring pairs can be asked for. */
function closeRun(run: readonly string[], found: Scan): void {
  for (const [index, word] of run.entries()) {
    found.stopWords.push(word);
    const next = run[index + 1];
    if (run.length > 2 && next !== undefined) found.faint.push(`${word} ${next}`);
  }
}

/** `IT`, `WHO`, `US` in capitals beside a word that is not: a name, not a stop word. */
function isAcronym(tokens: readonly Token[], index: number): boolean {
  const word = tokens[index]?.text ?? '';
  if (word.length < 2 || word !== word.toUpperCase() || word === word.toLowerCase()) return false;
  return [tokens[index - 1], tokens[index + 1]].some((neighbour) => neighbour?.kind === 'word' && /\p{Ll}/u.test(neighbour.text));
}
