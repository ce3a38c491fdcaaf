import type { SearchHit } from '@cairn/core';
import { askedTerms, languagesOf, says, termsIn } from '@cairn/retrieval';
import { type Candidate, candidatesOf } from '../extractive/candidates.ts';
import { displayed, shown } from '../extractive/display.ts';
import type { Reference } from './claims.ts';
import { findQuote } from './find-quote.ts';
import { instructs } from './instructions.ts';
import { isTranslated } from './languages.ts';
import { numbersIn } from './numbers.ts';
import { agrees } from './translation.ts';
import { saysNoMore } from './wording.ts';

/** Verbatim words of a passage, with their place in the document's full text. */
export interface Evidence {
  readonly hit: SearchHit;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
}

/** A sentence as it may be passed on, with what speaks for it. */
export interface Support {
  readonly text: string;
  readonly evidence: readonly Evidence[];
}

interface Asked {
  readonly query: string;
  /** In the order of the numbers that the model was given; the first is 1. */
  readonly hits: readonly SearchHit[];
}

/** Least share of a sentence's words that a passage has to have when the model quoted nothing of it. */
const leastShare = 0.3;
/** Least share of them that a further sentence has to have to be cited beside one that says all of it. */
const leastShareBeside = 0.5;
const maxQuoteLength = 600;

/**
 * What a model's sentence may be passed on as. As it stands, when it says nothing but what a sentence of the passage that it refers to
 * says, or when it puts words that it quoted into the language of the question. Else the passage's own sentence takes its place, so that no fact is
 * changed or added on the way. Undefined when no reference points to a passage that has its words, when it names a number or quotes words that
 * the passages do not have, or when all that speaks for it is a document telling somebody what to write.
 */
export function supported(text: string, references: readonly Reference[], asked: Asked): Support | undefined {
  const found = references.flatMap((reference) => findingOf(text, reference, asked) ?? []);
  if (found.length === 0) return undefined;
  const sources = [...new Set(found.map(({ sentence }) => sourceOf(sentence.hit)))];
  if (!numbersOnlyKnown(text, sources) || !quotesOnlyKnown(text, sources)) return undefined;
  const saying = new Set(found.filter(({ sentence }) => saysNoMore(text, shown(sentence))));
  if (saying.size > 0) {
    const speaking = found.filter((finding) => saying.has(finding) || speaksFor(text, finding.sentence));
    return { text, evidence: speaking.map(({ evidence }) => evidence) };
  }
  if (found.every((finding) => translates(text, finding, asked.query))) return { text, evidence: found.map(({ evidence }) => evidence) };
  const sentences = [...new Set(found.map(({ sentence }) => sentence))];
  return { text: [...new Set(sentences.map((sentence) => shown(sentence)))].join(' '), evidence: sentences };
}

interface Finding {
  /** The words that the model quoted, or the sentence. */
  readonly evidence: Evidence;
  readonly isQuoted: boolean;
  readonly sentence: Pick<Candidate, 'hit' | 'kind' | 'quote' | 'start' | 'end'>;
}

function findingOf(text: string, { passage, quote }: Reference, { query, hits }: Asked): Finding | undefined {
  const hit = hits[passage - 1];
  if (!hit) return undefined;
  const candidates = candidatesOf(hit);
  const finding = (quote === undefined ? undefined : quotedIn(candidates, hit, quote)) ?? closest(candidates, hit, text);
  if (!finding || (instructs(finding.sentence.quote) && !bears(finding.sentence.quote, query))) return undefined;
  return finding;
}

function speaksFor(text: string, { hit, quote }: Finding['sentence']): boolean {
  const languages = languagesOf(sourceOf(hit));
  const asked = termsIn(text, languages);
  const said = termsIn(quote, languages);
  return [...asked].filter((term) => said.has(term)).length >= asked.size * leastShareBeside;
}

function quotedIn(candidates: readonly Candidate[], hit: SearchHit, quote: string): Finding | undefined {
  const span = findQuote(hit.text, quote);
  if (!span || span.end - span.start > maxQuoteLength) return undefined;
  const evidence = evidenceAt(hit, span.start, span.end);
  const sentence = candidates.find(({ start, end }) => start <= evidence.start && evidence.end <= end);
  return { evidence, isQuoted: true, sentence: sentence ?? { ...evidence, kind: 'prose' } };
}

function closest(candidates: readonly Candidate[], hit: SearchHit, text: string): Finding | undefined {
  const languages = languagesOf(sourceOf(hit));
  const asked = termsIn(text, languages);
  const said = termsIn(sourceOf(hit), languages);
  const shared = (terms: ReadonlySet<string>): number => [...asked].filter((term) => terms.has(term)).length;
  if (asked.size === 0 || shared(said) / asked.size < leastShare) return undefined;
  let best: Candidate | undefined;
  let most = 0;
  for (const candidate of candidates) {
    const score = saysNoMore(text, shown(candidate)) ? Infinity : shared(candidate.said) / Math.sqrt(candidate.said.size + 3);
    if (score <= most) continue;
    best = candidate;
    most = score;
  }
  return best && { evidence: evidenceAt(hit, best.start - hit.start, best.end - hit.start), isQuoted: false, sentence: best };
}

function evidenceAt(hit: SearchHit, from: number, to: number): Evidence {
  return { hit, quote: hit.text.slice(from, to), start: hit.start + from, end: hit.start + to };
}

export function sourceOf({ title, headings, text }: SearchHit): string {
  return [title, ...headings, text].join('\n');
}

/** A translation cannot be compared by its words, only by what `agrees` can tell; it names no address. */
function translates(text: string, { isQuoted, sentence }: Finding, query: string): boolean {
  const source = displayed(sentence.quote);
  return (
    isQuoted &&
    isTranslated(text, { query, source }) &&
    agrees(text, { source, passage: sourceOf(sentence.hit) }) &&
    addressesIn(text).every((address) => sentence.quote.includes(address))
  );
}

const addressLike = /@|\/\/|\p{L}\.\p{L}{2,}/u;

/** What stands between blanks, quotes and brackets and looks like an address. */
function addressesIn(text: string): readonly string[] {
  return text.split(/[\s()<>"']+/).filter((word) => addressLike.test(word));
}

function bears(sentence: string, query: string): boolean {
  const said = termsIn(sentence, languagesOf(sentence));
  return askedTerms(query).some((asked) => says(said, asked));
}

function numbersOnlyKnown(text: string, sources: readonly string[]): boolean {
  const known = new Set(sources.flatMap((source) => numbersIn(source, languagesOf(source)).map(({ value }) => value)));
  const inText = languagesOf(text);
  // A short sentence does not tell how it writes its decimals; the passages do.
  const languages = inText.length > 0 && inText.length <= 3 ? inText : sources.flatMap((source) => languagesOf(source));
  return numbersIn(text, languages).every(({ value, isSpelled }) => isSpelled || known.has(value));
}

function quotesOnlyKnown(text: string, sources: readonly string[]): boolean {
  return Array.from(text.matchAll(/["“„«]([^"“”„«»]{16,})["”“»]/g)).every(([, words = '']) =>
    sources.some((source) => findQuote(source, words) !== undefined),
  );
}
