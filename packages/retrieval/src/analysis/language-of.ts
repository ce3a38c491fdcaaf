import { cached } from './bounded-cache.ts';
import { functionWordLanguages } from './function-words.ts';
import { type LatinLanguageName, latinLanguageNames, latinLanguages } from './languages.ts';
import { fold, normalise } from './normalise.ts';
import { isStopWord } from './stop-words.ts';
import { tokenise } from './tokens.ts';

/** Enough of a text to tell its language, in UTF-16 code units. */
const readLength = 2000;
/** A text of more words without function words is a table, code or a language that is not known. */
const shortText = 6;
/** Least share of function words in a longer text that is in a language. */
const leastShare = 0.05;
/** How near another language has to come to the likeliest one for it to be likely too (Danish and Norwegian). */
const nearly = 0.85;

/** What a word tells about the language of its text; sets of languages as bits. */
interface Evidence {
  readonly isLatin: boolean;
  readonly isEnglish: boolean;
  /** Languages that it is a function word of. */
  readonly functionWord: number;
  /** Languages that have all its letters; none when English has them too. */
  readonly letters: number;
}

/**
 * The languages of Latin letters, beside English, that a text is in: by its function words and letters the likeliest one, and
 * those that come near it. A few words that do not tell may be of any language that has their letters; a longer text that does
 * not tell is in none.
 */
export function languagesOf(text: string): readonly LatinLanguageName[] {
  const tally = tallied(text);
  if (tally.words === 0) return [];
  const best = Math.max(...tally.functionWords);
  if (tally.english > best || (best > 1 && tally.english === best)) return [];
  const scores = tally.functionWords.map((count, at) => count + (tally.letters[at] ?? 0));
  const most = Math.max(...scores);
  if (tally.words > shortText && most < Math.max(2, tally.words * leastShare)) return [];
  // One function word of a language may be a word of another (German customers are `Kunde`, which Swedish ones could be).
  if (most < 2 && !tally.letters.includes(1)) return tally.words > shortText ? [] : latinLanguageNames;
  return latinLanguageNames.filter((_, at) => (scores[at] ?? 0) >= most * nearly);
}

interface Tally {
  readonly words: number;
  readonly english: number;
  /** For each language, how many of its function words there are. */
  readonly functionWords: readonly number[];
  /** For each language, how many words have letters that English has not and it has. */
  readonly letters: readonly number[];
}

function tallied(text: string): Tally {
  let [words, english] = [0, 0];
  const functionWords = latinLanguageNames.map(() => 0);
  const letters = latinLanguageNames.map(() => 0);
  for (const token of tokenise(normalise(text.slice(0, readLength)))) {
    if (token.kind !== 'word') continue;
    const evidence = evidenceOf(token.text);
    if (!evidence.isLatin) continue;
    words += 1;
    if (evidence.isEnglish) english += 1;
    if (evidence.functionWord !== 0) addTo(functionWords, evidence.functionWord);
    if (evidence.letters !== 0) addTo(letters, evidence.letters);
  }
  return { words, english, functionWords, letters };
}

function addTo(counts: number[], languages: number): void {
  for (let at = 0; at < counts.length; at += 1) {
    if (languages & (1 << at)) counts[at] = (counts[at] ?? 0) + 1;
  }
}

const latin = /^[\p{sc=Latin}\p{M}'’\u2010-]+$/u;
const beyondAscii = /[^\p{ASCII}’\u2010]/gu;

const evidenceOf = cached(20_000, (word: string): Evidence => {
  if (!latin.test(word)) return { isLatin: false, isEnglish: false, functionWord: 0, letters: 0 };
  const lower = word.toLowerCase();
  const folded = fold(word).replaceAll('’', "'");
  return {
    isLatin: true,
    isEnglish: isStopWord(folded),
    functionWord: folded.split("'").reduce((all, part) => all | functionWordLanguages(part), 0),
    letters: languagesWith(lower.match(beyondAscii) ?? []),
  };
});

function languagesWith(letters: readonly string[]): number {
  let languages = 0;
  for (const [at, name] of latinLanguageNames.entries()) {
    if (letters.length > 0 && letters.every((letter) => latinLanguages[name].letters.includes(letter))) languages |= 1 << at;
  }
  return languages;
}
