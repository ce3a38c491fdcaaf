import { languagesOf } from '@cairn/retrieval';

const scripts = {
  latin: /\p{sc=Latin}/u,
  cyrillic: /\p{sc=Cyrillic}/u,
  greek: /\p{sc=Greek}/u,
  arabic: /\p{sc=Arabic}/u,
  hebrew: /\p{sc=Hebrew}/u,
  devanagari: /\p{sc=Devanagari}/u,
  thai: /\p{sc=Thai}/u,
  hangul: /\p{sc=Hangul}/u,
  kana: /[\p{sc=Hiragana}\p{sc=Katakana}]/u,
  han: /\p{sc=Han}/u,
} as const;

/** More languages than this mean that the text does not tell which it is in. */
const mostLikely = 2;

/**
 * Whether a sentence is in the question's language and its source in another one, so that they cannot be compared word by word. Where a
 * text does not tell its language the answer is no.
 */
export function isTranslated(sentence: string, { query, source }: { readonly query: string; readonly source: string }): boolean {
  const [said, asked, written] = [scriptOf(sentence), scriptOf(query), scriptOf(source)];
  if (said !== asked) return false;
  if (said !== written) return true;
  if (said !== 'latin') return false;
  const [ofSentence, ofQuery, ofSource] = [languagesOf(sentence), languagesOf(query), languagesOf(source)];
  if (ofSentence.length > mostLikely || ofSource.length > mostLikely) return false;
  const isAsAsked = ofSentence.length === 0 ? ofQuery.length === 0 : ofQuery.some((language) => ofSentence.includes(language));
  const isAsWritten = ofSentence.length === 0 ? ofSource.length === 0 : ofSource.some((language) => ofSentence.includes(language));
  return isAsAsked && !isAsWritten;
}

function scriptOf(text: string): keyof typeof scripts | undefined {
  const counts = Object.entries(scripts).map(([name, script]) => [name, text.match(new RegExp(script, 'gu'))?.length ?? 0] as const);
  const [most] = counts.toSorted(([, a], [, b]) => b - a);
  if (most === undefined || most[1] === 0) return undefined;
  // Japanese has Han beside its own letters.
  const name = most[0] === 'han' && scripts.kana.test(text) ? 'kana' : most[0];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are the keys of the table
  return name as keyof typeof scripts;
}
