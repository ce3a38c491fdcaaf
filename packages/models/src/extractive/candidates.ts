import type { SearchHit } from '@cairn/core';
import { analyse, columnsIn, languagesOf, longRecordsIn, type Sentence, sentences, termsIn, valuesIn } from '@cairn/retrieval';
import { asks } from './asks.ts';
import { rowReader } from './table-columns.ts';

/** A sentence that could be quoted. Offsets are those of the document's full text. */
export interface Candidate {
  readonly hit: SearchHit;
  readonly kind: Sentence['kind'];
  readonly start: number;
  readonly end: number;
  readonly quote: string;
  readonly terms: ReadonlySet<string>;
  /** Its terms, those of the names of its columns when it is a row, and the stems of its words in the languages of the passage. */
  readonly said: ReadonlySet<string>;
  /** Of these, what it says by itself: the values of a row or field, which others of the table need not have. */
  readonly own: ReadonlySet<string>;
  /** Terms and stems of the title, the headings and a question that it stands under, and of the record that it is a part of. */
  readonly context: ReadonlySet<string>;
  /** Whether it is a whole field of a record, which says something however short it is. */
  readonly isField: boolean;
  /** Whether it is the first thing said under a heading or after a question. */
  readonly leads: boolean;
}

/** Longest quote, in UTF-16 code units; a longer sentence is quoted up to there. */
const maxQuoteLength = 600;

/** The sentences, rows and lines of code of a hit. A question answers nothing; it says what the next sentence is about. */
export function candidatesOf(hit: SearchHit): Candidate[] {
  const candidates: Candidate[] = [];
  const languages = languagesOf([hit.text, ...hit.headings.toReversed(), hit.title].join('\n'));
  const path = termsIn([hit.title, ...hit.headings].join('\n'), languages);
  const lines = sentences(hit.text);
  const readRow = rowReader(hit.text, lines, hit.columns);
  const recordAt = recordReader(hit, languages);
  let context: ReadonlySet<string> = path;
  let leads = hit.headings.length > 0;
  for (const [at, sentence] of lines.entries()) {
    const source = hit.text.slice(sentence.start, sentence.end);
    const row = sentence.kind === 'row' ? readRow(at) : undefined;
    const isQuestion = row === undefined && asks(source);
    if (!isQuestion && !row?.isHead && sentence.kind !== 'heading' && sentence.kind !== 'markup') {
      const said = termsIn(row ? `${source}\n${row.columns}` : source, languages);
      const record = row ? undefined : recordAt(sentence.start);
      const around = record ? new Set([...context, ...record.terms]) : context;
      const isField = record !== undefined && source.startsWith(`${columnsIn(source)[0]}: `);
      const own = row || isField ? termsIn(row?.values ?? valuesIn(source), languages) : said;
      const terms = new Set(analyse(source));
      candidates.push({ hit, kind: sentence.kind, ...quoteOf(hit, sentence), terms, said, own, context: around, isField, leads });
    }
    leads = sentence.kind === 'heading' || isQuestion || (leads && sentence.kind === 'markup');
    if (sentence.kind === 'heading') context = new Set([...path, ...termsIn(source, languages)]);
    else if (isQuestion) context = new Set([...context, ...termsIn(source, languages)]);
  }
  return candidates;
}

/** Enough of a record to tell what it is about. */
const recordLength = 1200;

/** Of records that are written a field a line, the terms that tell what their fields are about, to a length. A passage may begin within one, of which it says the first field. */
function recordReader(
  hit: SearchHit,
  languages: ReturnType<typeof languagesOf>,
): (at: number) => { readonly terms: ReadonlySet<string> } | undefined {
  const begun = hit.columns ?? '';
  const [leading] = columnsIn(begun);
  const records = longRecordsIn(hit.text, leading).map(({ start, end }, at) => {
    const source = hit.text.slice(start, Math.min(end, start + recordLength));
    const goesOn = leading !== undefined && at === 0 && !source.startsWith(`${leading}: `);
    return { start, end, terms: termsIn(goesOn ? `${begun}\n${source}` : source, languages) };
  });
  const [first] = records;
  if (leading !== undefined && first?.start !== 0) {
    records.unshift({ start: 0, end: first?.start ?? hit.text.length, terms: termsIn(begun, languages) });
  }
  return (at) => records.find(({ start, end }) => start <= at && at < end);
}

function quoteOf(hit: SearchHit, { start, end }: Sentence): { start: number; end: number; quote: string } {
  const source = hit.text.slice(start, end);
  const cut = source.length <= maxQuoteLength ? source : source.slice(0, maxQuoteLength).replace(/\s+\S*$/u, '');
  const quote = cut.replace(/[\ud800-\udbff]$/, '');
  return { start: hit.start + start, end: hit.start + start + quote.length, quote };
}
