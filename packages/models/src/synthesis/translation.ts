import { analyse, languagesOf } from '@cairn/retrieval';
import { isNegated } from './negation.ts';
import { numbersIn } from './numbers.ts';
import { unitAt } from './units.ts';

const scripts: readonly (readonly [string, RegExp])[] = [
  ['japanese', /[\p{sc=Hiragana}\p{sc=Katakana}]/u],
  ['korean', /\p{sc=Hangul}/u],
  ['chinese', /\p{sc=Han}/u],
  ['cyrillic', /\p{sc=Cyrillic}/u],
  ['greek', /\p{sc=Greek}/u],
  ['arabic', /\p{sc=Arabic}/u],
  ['hebrew', /\p{sc=Hebrew}/u],
  ['devanagari', /\p{sc=Devanagari}/u],
  ['thai', /\p{sc=Thai}/u],
];
/** Languages that a text is told to be in at most; more is not told. */
const mostLikely = 3;

/** How much longer than its source a translation may be. */
const longest = { factor: 2, room: 40 } as const;

/** Characters of Chinese, Japanese and Korean say about as much as three letters. */
function densityOf(text: string): number {
  const dense = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0;
  return 1 + (2 * dense) / Math.max(1, text.length);
}

/** The languages that a text is likely to be in; empty when it does not tell. */
function tongueOf(text: string): readonly string[] {
  const script = scripts.find(([, letters]) => letters.test(text));
  if (script) return [script[0]];
  const languages = languagesOf(text);
  if (languages.length > 0) return languages.length <= mostLikely ? languages : [];
  const isEnglish = (text.match(/[a-z]+/gi) ?? []).some((word) => analyse(word).length === 0);
  return isEnglish ? ['english'] : [];
}

/**
 * Whether a claim in another language agrees with the sentence that it quotes as far as it can be told: the same numbers with the same
 * units and currencies, denied or not as the sentence is, no longer than a translation of it can be, and no name that the sentence has not, in the same order. German writes
 * every noun with a capital, so a claim in German is held to the order of the names alone.
 */
export function agrees(claim: string, { source, passage }: { readonly source: string; readonly passage: string }): boolean {
  return (
    claim.length <= longest.factor * source.length * densityOf(source) + longest.room &&
    isNegated(claim, tongueOf(claim)) === isNegated(source, tongueOf(passage)) &&
    sameQuantities(claim, source, passage) &&
    sameNames(claim, source)
  );
}

function sameQuantities(claim: string, source: string, passage: string): boolean {
  const known = numbersIn(source, languagesOf(passage)).map((number) => ({ ...number, unit: unitAt(source, number) }));
  return numbersIn(claim, languagesOf(claim)).every((number) => {
    const unit = unitAt(claim, number);
    return (
      number.isArticle ||
      known.some((one) => one.value === number.value && (unit === undefined || one.unit === undefined || one.unit === unit))
    );
  });
}

const name = /\p{Lu}[\p{L}\p{M}\p{N}'’-]*/gu;

function sameNames(claim: string, source: string): boolean {
  const sentenceStart = claim.search(/[\p{L}\p{N}]/u);
  const named = Array.from(claim.matchAll(name)).map(({ 0: word, index }) => ({ word, isFirst: index === sentenceStart }));
  const places = named.map(({ word }) => placeOf(word, source));
  const isGerman = languagesOf(claim).includes('german');
  if (!isGerman && sharesScript(claim, source) && named.some(({ isFirst }, at) => !isFirst && places[at] === -1)) return false;
  const found = places.filter((place) => place !== -1);
  return found.every((place, at) => at === 0 || place >= (found[at - 1] ?? 0));
}

function placeOf(word: string, source: string): number {
  const folded = word.toLowerCase();
  const place = Array.from(source.matchAll(/[\p{L}\p{M}\p{N}'’-]+/gu)).find(({ 0: other }) => other.toLowerCase() === folded);
  return place?.index ?? -1;
}

function sharesScript(claim: string, source: string): boolean {
  return ['Latin', 'Cyrillic', 'Greek'].some((script) => [claim, source].every((text) => new RegExp(`\\p{sc=${script}}`, 'u').test(text)));
}
