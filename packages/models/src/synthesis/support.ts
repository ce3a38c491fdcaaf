import type { SearchHit } from '@cairn/core';
import { analyse } from '@cairn/retrieval';
import { candidatesOf } from '../extractive/candidates.ts';
import type { Reference } from './claims.ts';
import { findQuote } from './find-quote.ts';
import { numbersIn, numeralsIn } from './numbers.ts';

/** Verbatim words of a passage, with their place in the document's full text. */
export interface Evidence {
  readonly hit: SearchHit;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
}

/** Least share of a sentence's words that a passage has to have when the model quoted nothing of it. */
const leastShare = 0.3;
const maxQuoteLength = 600;

/**
 * What in the passages speaks for a sentence: for each reference the quoted words, when they stand there word for word, else the
 * sentence of the passage that shares most with it, when the passage shares enough. A reference that points nowhere counts for nothing.
 * Empty as well when the sentence names a number or quotes words that neither the passages nor the question have.
 */
export function evidenceFor(text: string, references: readonly Reference[], { query, hits }: Asked): readonly Evidence[] {
  const evidence = references.flatMap(({ passage, quote }) => {
    const hit = hits[passage - 1];
    if (!hit) return [];
    return (quote === undefined ? undefined : quoted(hit, quote)) ?? closest(hit, text) ?? [];
  });
  const sources = [...new Set(evidence.map(({ hit }) => sourceOf(hit)))];
  return namesOnlyKnown(text, [...sources, query]) && quotesOnlyKnown(text, sources) ? evidence : [];
}

interface Asked {
  readonly query: string;
  /** In the order of the numbers that the model was given; the first is 1. */
  readonly hits: readonly SearchHit[];
}

function quoted(hit: SearchHit, quote: string): Evidence | undefined {
  const span = findQuote(hit.text, quote);
  return span && span.end - span.start <= maxQuoteLength ? evidenceAt(hit, span.start, span.end) : undefined;
}

function closest(hit: SearchHit, text: string): Evidence | undefined {
  const asked = new Set(analyse(text));
  const said = new Set(analyse(sourceOf(hit)));
  const shared = (terms: ReadonlySet<string>): number => [...asked].filter((term) => terms.has(term)).length;
  if (asked.size === 0 || shared(said) / asked.size < leastShare) return undefined;
  let best: Evidence | undefined;
  let most = 0;
  for (const { terms, start, end } of candidatesOf(hit)) {
    const score = shared(terms) / Math.sqrt(terms.size + 3);
    if (score <= most) continue;
    best = evidenceAt(hit, start - hit.start, end - hit.start);
    most = score;
  }
  return best;
}

function evidenceAt(hit: SearchHit, from: number, to: number): Evidence {
  return { hit, quote: hit.text.slice(from, to), start: hit.start + from, end: hit.start + to };
}

export function sourceOf({ title, headings, text }: SearchHit): string {
  return [title, ...headings, text].join('\n');
}

function namesOnlyKnown(text: string, sources: readonly string[]): boolean {
  const known = numbersIn(sources.join('\n'));
  return [...numeralsIn(text)].every((number) => known.has(number));
}

function quotesOnlyKnown(text: string, sources: readonly string[]): boolean {
  return Array.from(text.matchAll(/["“„«]([^"“”„«»]{16,})["”“»]/g)).every(([, words = '']) =>
    sources.some((source) => findQuote(source, words) !== undefined),
  );
}
