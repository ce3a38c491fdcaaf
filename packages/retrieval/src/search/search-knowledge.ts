import type { Actor, Answer, AnswerWriter, FoundPassage, PassageIndex, Reranker, SearchHit } from '@cairn/core';
import { lookUpTerms } from '../analysis/analyse.ts';
import type { DenseSearch } from '../dense/dense-search.ts';
import { isSupported } from './citations.ts';
import { repeatFinder } from './duplicates.ts';
import { type Candidate, findCandidates } from './find-candidates.ts';
import { placed, sectionFor } from './place-in-document.ts';
import { rerank } from './rerank.ts';

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
  /** Best first; passages that repeat another one are left out. */
  readonly hits: readonly SearchHit[];
  /**
   * How many passages hold any of the query's terms, and which of the hits were found by their meaning alone. Exact until some
   * ten thousand passages hold the terms; at least so many beyond.
   */
  readonly total: number;
}

export interface KnowledgeSearchDeps {
  readonly passages: PassageIndex;
  readonly answers: AnswerWriter;
  /** Absent: words alone decide. */
  readonly dense?: DenseSearch | undefined;
  /** Judges the best passages once more; when it fails their order stays. */
  readonly reranker?: Reranker | undefined;
}

/** Ranked beyond the limit, so that repeats of the same text do not leave the page short. */
const spare = 4;
/** Passages that a reranker gets to see. */
const reranked = 30;

const noAnswer: Answer = { answer: '', kind: 'none', citations: [] };

/**
 * Finds the passages that a query is about, by its words and by its meaning, and has an answer written that cites them.
 * Operators and quotes in a query are plain text. An answer with a quote that is not verbatim, or a marker that points nowhere,
 * is withheld. A model that is away costs quality, never the search.
 */
export async function searchKnowledge(deps: KnowledgeSearchDeps, actor: Actor, search: KnowledgeSearch): Promise<KnowledgeFindings> {
  const { query, documentIds, synthesize, signal } = search;
  const terms = lookUpTerms(query);
  if (terms.length === 0 || documentIds?.length === 0) return { ...noAnswer, hits: [], total: 0 };
  const { hits, total } = await findHits(deps, actor, { ...search, terms });
  const answer = synthesize && hits.length > 0 ? await deps.answers.write(query, hits, signal) : noAnswer;
  const given = answer.kind === 'none' || isSupported(answer, hits) ? answer : noAnswer;
  return { ...given, citations: given.citations.map((citation) => placed(citation, hits)), hits, total };
}

/** A document may be replaced between the look at the index and the reading of its passages; then both are done again. */
const attempts = 3;

interface RankedHit extends SearchHit {
  readonly holdsTerm: boolean;
}

function toHit(query: string, { holdsTerm: _unneeded, ...hit }: RankedHit): SearchHit {
  const section = sectionFor(query, hit);
  return section ? { ...hit, section } : hit;
}

interface Found {
  readonly hits: SearchHit[];
  readonly total: number;
}

async function findHits(
  { passages, dense, reranker }: KnowledgeSearchDeps,
  actor: Actor,
  search: KnowledgeSearch & { readonly terms: readonly string[] },
): Promise<Found> {
  const { query, terms, documentIds, limit, signal } = search;
  const wanted = reranker ? Math.max(limit, reranked) : limit;
  for (let attempt = 1; ; attempt++) {
    const { found, holding, isStale } = await findCandidates({ passages, dense }, actor, {
      query,
      terms,
      documentIds,
      limit: wanted * spare,
      signal,
    });
    signal?.throwIfAborted();
    const { hits, repeats, gone } = await readHits(passages, actor, { found, wanted });
    signal?.throwIfAborted();
    if ((isStale || gone > 0) && attempt < attempts) continue;
    const best = reranker ? await rerank(reranker, { query, hits, signal }) : hits;
    const shown = best.slice(0, limit);
    const byMeaning = shown.filter((hit) => !hit.holdsTerm).length;
    return { hits: shown.map((hit) => toHit(query, hit)), total: holding - repeats + byMeaning };
  }
}

async function readHits(
  passages: PassageIndex,
  actor: Actor,
  { found, wanted }: { found: readonly Candidate[]; wanted: number },
): Promise<{ hits: RankedHit[]; repeats: number; gone: number }> {
  const repeatOf = repeatFinder();
  const hits: RankedHit[] = [];
  let repeats = 0;
  let gone = 0;
  let read = 0;
  while (hits.length < wanted && read < found.length) {
    const asked = found.slice(read, read + wanted - hits.length);
    read += asked.length;
    const texts = byPlace(
      await passages.passages(
        actor,
        asked.map(({ ref }) => ref),
      ),
    );
    for (const { ref, score, holdsTerm, similarity } of asked) {
      const passage = texts.get(`${ref.versionId} ${ref.ordinal}`);
      const repeated = passage && repeatOf(passage.text);
      if (!passage) gone += 1;
      else if (repeated === undefined) hits.push({ ...passage, score, holdsTerm, similarity });
      else {
        if (holdsTerm) repeats += 1;
        showFirst(hits, repeated, passage);
      }
    }
  }
  return { hits, repeats, gone };
}

/** What a document says twice is shown where it says it first. */
function showFirst(hits: RankedHit[], at: number, repeat: FoundPassage): void {
  const shown = hits[at];
  if (shown?.versionId === repeat.versionId && repeat.ordinal < shown.ordinal) hits[at] = { ...shown, ...repeat };
}

function byPlace(found: readonly FoundPassage[]): Map<string, FoundPassage> {
  return new Map(found.map((passage) => [`${passage.versionId} ${passage.ordinal}`, passage]));
}
