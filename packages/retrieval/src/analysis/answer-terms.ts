import { analyseQuery } from './analyse.ts';
import { languageStems } from './language-stems.ts';
import { languagesOf } from './language-of.ts';
import type { LatinLanguageName } from './languages.ts';
import { fold, normalise } from './normalise.ts';
import { otherForms } from './okurigana.ts';
import { koreanStem, onlyAsks, onlyAsksUnspaced, withoutPhrases } from './question-words.ts';
import { scan } from './scan.ts';
import { tokenise } from './tokens.ts';
import { wordTerms } from './words.ts';

/** One thing that a question asks for: the ways in which a text can say it, each a set of terms that it has to hold together. */
export type Asked = readonly (readonly string[])[];

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
/** Things that a question asks for at most. */
const maxAsked = 128;
/** The segmenter takes quadratic time; longer runs are read up to here. */
const maxRun = 500;

/**
 * Terms and stems of a text in these languages (`languagesOf`), each once, its numbers in one piece, and what only a query without better terms asks for: by what
 * it is held against a question (`says`).
 */
export function termsIn(text: string, languages: readonly LatinLanguageName[]): ReadonlySet<string> {
  const { terms, faint, stems, numbers } = scan(text, languages);
  return new Set([...terms, ...faint, ...stems, ...numbers.keys()]);
}

/**
 * What a question asks for, one for each of its telling words: its term, the stem in the question's own language that says the same, or, of a number in
 * groups, the number in one piece; for
 * Chinese, Japanese, Korean and Thai the words that a dictionary finds in it, of Japanese ones also the other forms. Words that only ask are left out, as long as there are others.
 */
export function askedTerms(query: string): readonly Asked[] {
  const runs: string[] = [];
  const spaced: string[] = [];
  const stems = new Map<string, readonly string[]>();
  const languages = languagesOf(query);
  for (const { kind, text } of tokenise(normalise(query))) {
    if (kind === 'ideographic' || kind === 'unspaced') runs.push(text);
    else spaced.push(text);
    const [first] = kind === 'word' ? wordTerms(text).terms : [];
    if (first !== undefined) stems.set(first, languageStems(text, languages));
  }
  const unspaced = runs.flatMap((run) => askedInRun(run));
  const terms = tellingTerms(query, spaced, runs.length > 0);
  const numbers = [...scan(query).numbers.keys()];
  const ways = (term: string) => [term, ...(stems.get(term) ?? []), ...numbers.filter((number) => holds(number, term))];
  const asked = [...unspaced, ...terms.map((term) => ways(term).map((way) => [way]))];
  const all = asked.length > 0 ? asked : analyseQuery(query).map((term) => [[term]]);
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()].slice(0, maxAsked);
}

/** Whether a text that has these terms (`termsIn`) speaks of it. */
export function says(said: ReadonlySet<string>, asked: Asked): boolean {
  return asked.some((way) => way.every((term) => said.has(term)));
}

function tellingTerms(query: string, spaced: readonly string[], isMixed: boolean): readonly string[] {
  const empty = new Set(spaced.filter((word) => onlyAsks(fold(word))).flatMap((word) => wordTerms(word).terms));
  const telling = spaced.filter(
    (word) => wordTerms(word).stopWord === undefined && !wordTerms(word).terms.every((term) => empty.has(term)),
  );
  if (isMixed && telling.length === 0) return [];
  // The whole query, since what is around a word tells what language it is of.
  const terms = analyseQuery(isMixed ? spaced.join(' ') : query);
  const rest = terms.filter((term) => !empty.has(term));
  return rest.length > 0 ? rest : terms;
}

/** Whether a term is a group, or several, of a number in one piece. */
function holds(number: string, term: string): boolean {
  const groups = term.replace(/[^\p{L}\p{N}]/gu, '');
  return groups !== '' && number.includes(groups);
}

function askedInRun(run: string): Asked[] {
  return withoutPhrases(run.slice(0, maxRun)).flatMap((part) => wordsOf(part).map((ways) => ways.map((way) => termsOf(way))));
}

function termsOf(word: string): readonly string[] {
  const { terms } = scan(word);
  return terms.length > 0 ? terms : [word];
}

/** The words of a run, each with its other forms. */
function wordsOf(run: string): readonly (readonly string[])[] {
  if (/\p{sc=Hangul}/u.test(run)) return [koreanStem(run) ?? []].flat().map((word) => [word]);
  const segments = Array.from(segmenter.segment(run), ({ segment }) => segment);
  const words = segments.map((segment, at) => [segment, ...otherForms(segment, segments[at + 1] ?? '')]);
  return words.filter(([segment = '']) => !onlyAsksUnspaced(segment));
}
