import type { Answer, AnswerWriter, Citation, SearchHit } from '@cairn/core';
import { askedTerms } from '@cairn/retrieval';
import { type Candidate, candidatesOf } from './candidates.ts';
import { shown } from './display.ts';
import { scored } from './scoring.ts';
import { selected } from './selection.ts';

/** Hits below these say little that the ones above do not. */
const maxHits = 10;

/**
 * Answers in the documents' own words, without a model: the one to four sentences of the hits that cover most of the question,
 * each cited verbatim. Answers kind `none` when none covers enough of it. The same hits always give the same answer.
 */
export function createExtractiveAnswerWriter(): AnswerWriter {
  return {
    async write(query, hits, signal) {
      signal?.throwIfAborted();
      return answerFrom(query, hits);
    },
  };
}

function answerFrom(query: string, hits: readonly SearchHit[]): Answer {
  const candidates = hits.slice(0, maxHits).flatMap((hit) => candidatesOf(hit));
  const chosen = readingOrder(selected(scored(candidates, askedTerms(query))).map(({ candidate }) => candidate));
  if (chosen.length === 0) return { answer: '', kind: 'none', citations: [] };
  const citations = chosen.map((candidate, index) => citationOf(candidate, index + 1));
  const answer = chosen.map((candidate, index) => `${shown(candidate)} [${index + 1}]`).join(' ');
  return { answer, kind: 'extractive', citations };
}

/** Passages in the order of their best sentence, the sentences of one passage as they stand in it. */
function readingOrder(best: readonly Candidate[]): Candidate[] {
  const hits = [...new Set(best.map(({ hit }) => hit))];
  return hits.flatMap((hit) => best.filter((candidate) => candidate.hit === hit).toSorted((a, b) => a.start - b.start));
}

function citationOf({ hit, quote, start, end }: Candidate, marker: number): Citation {
  return { marker, documentId: hit.documentId, title: hit.title, quote, start, end };
}
