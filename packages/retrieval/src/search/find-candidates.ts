import { alternativesIn } from '../analysis/alternatives.ts';
import { asksForIdentifiers } from '../analysis/identifiers.ts';
import type { Actor, CodeSpan, LocatedPassage, PassageIndex, PassageRef, PassageSlot } from '@cairn/core';
import { nearestCodes } from '../dense/code-scan.ts';
import type { DenseSearch } from '../dense/dense-search.ts';
import { cosine } from '../dense/vector-codec.ts';
import { rankByTerms, type TermRanking } from '../ranking/rank-by-terms.ts';
import { fuseKnowledge, type KnowledgeCandidate } from '../recipes/fuse-knowledge.ts';

export interface CandidateSearch {
  readonly query: string;
  readonly terms: readonly string[];
  readonly documentIds: readonly string[] | undefined;
  /** Candidates to return at most. */
  readonly limit: number;
  readonly signal: AbortSignal | undefined;
}

export interface Candidate {
  readonly ref: PassageRef;
  readonly score: number;
  /** Whether it holds any of the terms. */
  readonly holdsTerm: boolean;
  /** Cosine of the query's and its vector, where both have one. */
  readonly similarity: number | undefined;
}

export interface Candidates {
  /** Best first. */
  readonly found: readonly Candidate[];
  /** Passages that hold any of the terms; see `TermRanking`. */
  readonly holding: number;
  /** Whether passages that the words had found were gone a moment later. */
  readonly isStale: boolean;
}

/** Taken into account of each arm. */
const perArm = { lexical: 150, dense: 150 } as const;
/**
 * What a passage without any of the query's words has to be near to by its meaning: below such a cosine it is about something else, whatever the
 * model (the best passages for questions about something else have .22 in the median), and so it is below such a share of the nearest.
 */
const least = { cosine: 0.3, ofNearest: 0.5 } as const;

/** Finds passages by words and by meaning and ranks them together. Without a vector of the query the words decide alone. */
export async function findCandidates(
  { passages, dense }: { passages: PassageIndex; dense: DenseSearch | undefined },
  actor: Actor,
  search: CandidateSearch,
): Promise<Candidates> {
  const { documentIds, limit, signal } = search;
  const [ranking, near] = await Promise.all([
    rankByTerms(passages, actor, {
      terms: search.terms,
      wordOf: alternativesIn(search.query),
      documentIds,
      limit: Math.max(perArm.lexical, limit),
    }),
    dense ? nearPassages(passages, actor, { dense, search }) : undefined,
  ]);
  signal?.throwIfAborted();
  const slots = union(ranking.best, near?.slots ?? []);
  const located = await passages.locate(actor, slots, near && dense?.queries.modelId);
  const all = located.map((passage): Known => ({
    ref: passage,
    candidate: toCandidate(passage, { slots, ranking, vector: near?.vector }),
  }));
  const known = new Map(supported(all, search.query).map((each) => [each.candidate.key, each]));
  const fused = fuseKnowledge(
    Array.from(known.values(), ({ candidate }) => candidate),
    limit,
  );
  const found = fused.map(({ key, score }): Candidate => {
    const { ref, candidate } = known.get(key) as Known;
    return { ref, score, holdsTerm: candidate.lexical > 0, similarity: candidate.dense };
  });
  return { found, holding: ranking.total, isStale: anyGone(ranking.best.length, located) };
}

/** Those that hold one of the words or are near in meaning. Who asks for an identifier that is there wants nothing that only means something like it. */
function supported(all: readonly Known[], query: string): readonly Known[] {
  const holding = all.filter(({ candidate }) => candidate.lexical > 0);
  if (holding.length > 0 && asksForIdentifiers(query)) return holding;
  const nearest = all.reduce((most, { candidate }) => Math.max(most, candidate.dense ?? 0), 0);
  const leastDense = Math.max(least.cosine, least.ofNearest * nearest);
  return all.filter(({ candidate }) => candidate.lexical > 0 || (candidate.dense ?? 0) >= leastDense);
}

interface Known {
  readonly ref: PassageRef;
  readonly candidate: KnowledgeCandidate;
}

interface NearPassages {
  readonly vector: Float32Array;
  readonly slots: readonly PassageSlot[];
}

async function nearPassages(
  passages: PassageIndex,
  actor: Actor,
  { dense, search }: { dense: DenseSearch; search: CandidateSearch },
): Promise<NearPassages | undefined> {
  const { query, documentIds, signal } = search;
  const [vector, spans] = await Promise.all([dense.queries.of(query, signal), dense.codes.of(passages, actor, dense.queries.modelId)]);
  return vector && { vector, slots: nearestCodes(vector, within(spans, documentIds), perArm.dense) };
}

function within(spans: readonly CodeSpan[], documentIds: readonly string[] | undefined): readonly CodeSpan[] {
  if (documentIds === undefined) return spans;
  const asked = new Set(documentIds);
  return spans.filter(({ documentId }) => asked.has(documentId));
}

/** Those of the words first: `anyGone` counts on it. */
function union(best: readonly PassageSlot[], near: readonly PassageSlot[]): PassageSlot[] {
  const slots = new Map<string, PassageSlot>();
  for (const { block, slot } of [...best, ...near]) slots.set(`${block} ${slot}`, { block, slot });
  return [...slots.values()];
}

/** Codes of passages that are gone are nothing unusual; postings of such are: the index has changed since it was read. */
function anyGone(best: number, located: readonly LocatedPassage[]): boolean {
  return located.filter(({ place }) => place < best).length < best;
}

interface Evidence {
  readonly slots: readonly PassageSlot[];
  readonly ranking: TermRanking;
  readonly vector: Float32Array | undefined;
}

function toCandidate(passage: LocatedPassage, { slots, ranking, vector }: Evidence): KnowledgeCandidate {
  return {
    key: keyOf(passage),
    documentId: passage.documentId,
    ordinal: passage.ordinal,
    lexical: ranking.board.scoreOf(slots[passage.place] as PassageSlot),
    dense: vector && passage.vector ? cosine(vector, passage.vector) : undefined,
  };
}

/** Sorts as the passages stand in the document: of equally good ones the first is shown. */
function keyOf({ versionId, ordinal }: PassageRef): string {
  return `${versionId} ${String(ordinal).padStart(9, '0')}`;
}
