import type { Answer, Citation, SearchHit } from '@cairn/core';
import { displayed } from '../extractive/display.ts';
import { parted, withKnown } from './addresses.ts';
import { claimsOf } from './claims.ts';
import { type Evidence, sourceOf, supported } from './support.ts';
import { visible } from './visible.ts';

/** Characters of an answer; sentences beyond are left out. */
const maxLength = 6000;
/** Characters that are looked at; a model that keeps to its bound writes fewer. */
const maxWritten = 32_768;

/**
 * The answer with only what the passages speak for, each sentence once and with its citations; undefined when nothing is left. Markers are numbered anew in the order in which they come.
 */
export function writtenUp(text: string, asked: { readonly query: string; readonly hits: readonly SearchHit[] }): Answer | undefined {
  const citations = new Citations();
  const sentences: string[] = [];
  const said = new Set<string>();
  let length = 0;
  const { text: plain, addresses } = parted(visible(text.slice(0, maxWritten)));
  for (const { text: claim, references } of claimsOf(plain)) {
    const sources = references.flatMap(({ passage }) => asked.hits[passage - 1] ?? []).map((hit) => sourceOf(hit));
    const sentence = displayed(withKnown(claim, addresses, sources));
    const quotes = references.map(({ passage, quote }) => ({ passage, quote: quote && withKnown(quote, addresses, sources) }));
    const support = /[\p{L}\p{N}]/u.test(sentence) ? supported(sentence, quotes, asked) : undefined;
    if (support === undefined || said.has(support.text)) continue;
    said.add(support.text);
    length += support.text.length;
    if (length > maxLength) break;
    const markers = [...new Set(support.evidence.map((found) => citations.markerOf(found)))];
    sentences.push(`${support.text} ${markers.map((marker) => `[${marker}]`).join('')}`);
  }
  return sentences.length === 0 ? undefined : { answer: sentences.join(' '), kind: 'model', citations: citations.all };
}

/** One citation for each quote, however often it is cited. */
class Citations {
  readonly all: Citation[] = [];

  markerOf({ hit, quote, start, end }: Evidence): number {
    const known = this.all.find((citation) => citation.documentId === hit.documentId && citation.start === start && citation.end === end);
    if (known) return known.marker;
    const marker = this.all.length + 1;
    this.all.push({ marker, documentId: hit.documentId, title: hit.title, quote, start, end });
    return marker;
  }
}
