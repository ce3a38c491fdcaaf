import type { SearchHit } from '@cairn/core';
import { analyse, type Sentence, sentences } from '@cairn/retrieval';

/** A sentence that could be quoted. Offsets are those of the document's full text. */
export interface Candidate {
  readonly hit: SearchHit;
  readonly kind: Sentence['kind'];
  readonly start: number;
  readonly end: number;
  readonly quote: string;
  readonly terms: ReadonlySet<string>;
  /** Terms of the title, the headings and a question that it stands under. */
  readonly context: ReadonlySet<string>;
  /** Whether it is the first thing said under a heading or after a question. */
  readonly leads: boolean;
}

/** Longest quote, in UTF-16 code units; a longer sentence is quoted up to there. */
const maxQuoteLength = 600;

const question = /[?？؟⸮]["'”’»」)\]]*$/u;

/** The sentences, rows and lines of code of a hit. A question answers nothing; it says what the next sentence is about. */
export function candidatesOf(hit: SearchHit): Candidate[] {
  const candidates: Candidate[] = [];
  const path = new Set(analyse([hit.title, ...hit.headings].join('\n')));
  let context: ReadonlySet<string> = path;
  let leads = hit.headings.length > 0;
  for (const sentence of sentences(hit.text)) {
    const source = hit.text.slice(sentence.start, sentence.end);
    const asks = question.test(source);
    if (!asks && sentence.kind !== 'heading' && sentence.kind !== 'markup') {
      candidates.push({ hit, kind: sentence.kind, ...quoteOf(hit, sentence), terms: new Set(analyse(source)), context, leads });
    }
    leads = sentence.kind === 'heading' || asks || (leads && sentence.kind === 'markup');
    if (sentence.kind === 'heading') context = new Set([...path, ...analyse(source)]);
    else if (asks) context = new Set([...context, ...analyse(source)]);
  }
  return candidates;
}

function quoteOf(hit: SearchHit, { start, end }: Sentence): { start: number; end: number; quote: string } {
  const source = hit.text.slice(start, end);
  const cut = source.length <= maxQuoteLength ? source : source.slice(0, maxQuoteLength).replace(/\s+\S*$/u, '');
  const quote = cut.replace(/[\ud800-\udbff]$/, '');
  return { start: hit.start + start, end: hit.start + start + quote.length, quote };
}
