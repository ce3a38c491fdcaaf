import { cached } from './bounded-cache.ts';
import { functionWordLanguages } from './function-words.ts';
import { type LatinLanguageName, latinLanguageNames, latinLanguages } from './languages.ts';
import { clip } from './clip.ts';
import { compoundParts } from './german-compounds.ts';
import { fold } from './normalise.ts';
import { isStopWord } from './stop-words.ts';

/** No word begins with it: what a stem is, no word is taken for it, and English never meets the stems of other languages. */
const mark = '~';

const latinPart = /[\p{sc=Latin}\p{M}]{2,}/gu;
const camelCase = /\p{Ll}\p{Lu}/u;

/**
 * The stems that the words of a token have in these languages, marked and each once. Function words, identifiers and what has
 * other letters or digits have none.
 */
export function languageStems(token: string, languages: readonly LatinLanguageName[]): readonly string[] {
  const only = languages[0];
  if (only === undefined) return [];
  if (languages.length === 1) return stemsIn[only](token);
  return [...new Set(languages.flatMap((language) => stemsIn[language](token)))];
}

/** The stems of the parts of German compounds in a token, as `languageStems`. */
export function partStems(token: string, languages: readonly LatinLanguageName[]): readonly string[] {
  return languages.includes('german') ? germanParts(token) : [];
}

const germanParts = cached(10_000, (token: string): readonly string[] => {
  if (!isPlain(token)) return [];
  const parts = (lowerCase(token, 'german').match(latinPart) ?? []).flatMap((word) => compoundParts(word));
  return [...new Set(parts.map((part) => stemOf(part, 'german')))];
});

const stemsIn = Object.fromEntries(
  latinLanguageNames.map((language) => [language, cached(10_000, (token: string) => stemsOf(token, language))]),
) as Readonly<Record<LatinLanguageName, (token: string) => readonly string[]>>;

function stemsOf(token: string, language: LatinLanguageName): readonly string[] {
  if (!isPlain(token)) return [];
  const lower = lowerCase(token, language);
  const words = (lower.match(latinPart) ?? []).filter((word) => !isFunctionWord(fold(word), language));
  return words.map((word) => stemOf(word, language));
}

const isPlain = (token: string): boolean => !/[\p{N}_]/u.test(token) && !camelCase.test(token);

const stemOf = (word: string, language: LatinLanguageName): string => clip(`${mark}${fold(latinLanguages[language].stem(word))}`);

function isFunctionWord(folded: string, language: LatinLanguageName): boolean {
  return isStopWord(folded) || (functionWordLanguages(folded) & (1 << latinLanguageNames.indexOf(language))) !== 0;
}

/** The capital of Turkish `ı` is `I`, that of `i` is `İ`. */
function lowerCase(word: string, language: LatinLanguageName): string {
  return language === 'turkish' ? word.toLocaleLowerCase('tr') : word.toLowerCase().replaceAll('\u0307', '');
}
