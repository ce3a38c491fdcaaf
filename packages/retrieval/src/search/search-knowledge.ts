import type { Actor, Answer, AnswerWriter, PassageIndex, PassageRef, SearchHit } from '@cairn/core';
import { analyseQuery } from '../analysis/analyse.ts';
import { type RankedPassage, rankPassages } from '../ranking/rank-passages.ts';
import { isSupported } from './citations.ts';
import { onlyFirst } from './duplicates.ts';

export interface KnowledgeSearch {
  readonly query: string;
  /** Most hits to return. */
  readonly limit: number;
  /** Only passages of these documents; an empty list finds nothing. */
  readonly documentIds?: readonly string[] | undefined;
  /** Whether to have an answer written from the hits. */
  readonly synthesize: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface KnowledgeFindings extends Answer {
  /** Best first; passages of the same text come once. */
  readonly hits: readonly SearchHit[];
  /** How many passages hold any of the query's terms. */
  readonly total: number;
}

interface Deps {
  readonly passages: PassageIndex;
  readonly answers: AnswerWriter;
}

/** Ranked beyond the limit, so that repeats of the same text do not leave the page short. */
const spare = 4;

const noAnswer: Answer = { answer: '', kind: 'none', citations: [] };

/**
 * Finds the passages that a query is about and has an answer written that cites them. Operators and quotes in a query are
 * plain text. An answer with a quote that is not verbatim, or a marker that points nowhere, is withheld.
 */
export async function searchKnowledge({ passages, answers }: Deps, actor: Actor, search: KnowledgeSearch): Promise<KnowledgeFindings> {
  const { query, limit, documentIds, synthesize, signal } = search;
  const terms = analyseQuery(query);
  if (terms.length === 0 || documentIds?.length === 0) return { ...noAnswer, hits: [], total: 0 };
  const { hits, total } = await findHits(passages, actor, { terms, limit, documentIds, signal });
  const answer = synthesize && hits.length > 0 ? await answers.write(query, hits, signal) : noAnswer;
  return { ...(answer.kind === 'none' || isSupported(answer, hits) ? answer : noAnswer), hits, total };
}

interface Finding {
  readonly terms: readonly string[];
  readonly limit: number;
  readonly documentIds: readonly string[] | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A document may be replaced between the look at the index and the reading of its passages; then both are done again. */
const attempts = 3;

async function findHits(passages: PassageIndex, actor: Actor, finding: Finding): Promise<{ hits: SearchHit[]; total: number }> {
  const { terms, limit, documentIds, signal } = finding;
  for (let attempt = 1; ; attempt++) {
    const { stats, postings } = await passages.lookup(actor, terms, { documentIds });
    signal?.throwIfAborted();
    const ranked = rankPassages({ stats, postings, terms, limit: limit * spare });
    const { hits, repeats, gone } = await readHits(passages, actor, { ranked: ranked.hits, limit });
    signal?.throwIfAborted();
    if (gone === 0 || attempt === attempts) return { hits, total: ranked.total - repeats };
  }
}

async function readHits(
  passages: PassageIndex,
  actor: Actor,
  { ranked, limit }: { ranked: readonly RankedPassage[]; limit: number },
): Promise<{ hits: SearchHit[]; repeats: number; gone: number }> {
  const scores = new Map(ranked.map(({ ref, score }) => [keyOf(ref), score]));
  const isFirst = onlyFirst();
  const hits: SearchHit[] = [];
  let repeats = 0;
  let gone = 0;
  let read = 0;
  while (hits.length < limit && read < ranked.length) {
    const refs = ranked.slice(read, read + limit - hits.length).map(({ ref }) => ref);
    read += refs.length;
    const found = await passages.passages(actor, refs);
    gone += refs.length - found.length;
    for (const passage of found) {
      if (isFirst(passage.text)) hits.push({ ...passage, score: scores.get(keyOf(passage)) ?? 0 });
      else repeats += 1;
    }
  }
  return { hits, repeats, gone };
}

function keyOf({ versionId, ordinal }: PassageRef): string {
  return `${versionId} ${ordinal}`;
}
