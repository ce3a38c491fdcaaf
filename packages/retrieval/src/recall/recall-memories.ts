import type { Actor, LocatedMemory, Memory, MemoryIndex, MemoryLookup, RecallFilter } from '@cairn/core';
import { analyseQuery, lookUpTerms } from '../analysis/analyse.ts';
import { asksForIdentifiers } from '../analysis/identifiers.ts';
import type { QueryVectors } from '../dense/query-vectors.ts';
import type { Fused } from '../fusion/fuse.ts';
import { cosine } from '../dense/vector-codec.ts';
import { topK } from '../ranking/top-k.ts';
import { fuseMemories, type MemoryCandidate } from '../recipes/fuse-memories.ts';
import { memoryIndexTerms } from '../recipes/memory-recipe.ts';
import { memorySpeaker } from '../recipes/memory-text.ts';
import { MemoryBoard } from './memory-board.ts';
import type { RecallKeep } from './recall-keep.ts';
import type { UnindexedMemory } from './unindexed-memories.ts';

export interface MemoryRecallDeps {
  readonly index: MemoryIndex;
  readonly keep: RecallKeep;
  /** Absent: words alone decide. */
  readonly queries?: QueryVectors | undefined;
}

export interface MemorySearch {
  readonly query: string;
  readonly limit: number;
  /** How many of the best to leave out. Default: none. */
  readonly offset?: number | undefined;
  readonly filter: RecallFilter;
  readonly signal?: AbortSignal | undefined;
}

export interface RecalledMemory {
  readonly memory: Memory;
  /** Greater is better; comparable within one search only. */
  readonly score: number;
}

/** Taken into account of each arm. What the arms find further down comes in tiers of as many, each behind the one before: so no page moves another. */
const perArm = 150;
/** Some of what is found is left out again: further down a list there are as many to spare. */
const armOf = ({ limit, offset = 0 }: MemorySearch): number => Math.ceil((offset + limit) / perArm) * perArm * (offset > 0 ? 2 : 1);
/** Cosine below which a memory without any of the query's words is about something else, whatever the model. */
const leastCosine = 0.3;
/** Who asks with fewer terms than this looks for what holds them: without a session, neighbours' words alone do not make it found. */
const fewTerms = 4;
/** The newest memories that are not in the index yet are read by every search; older ones wait for the worker. */
const maxUnindexed = 4096;
/** A memory may be indexed anew between the look at the index and the reading of it; then both are done again. */
const attempts = 3;

/**
 * The user's memories that a query is about, best first: by their words, by those of their neighbours and by their meaning.
 * Operators and quotes are plain text. What was saved is found at once, whether or not it has been indexed; a model that is away
 * costs quality, never the search.
 */
export async function recallMemories(deps: MemoryRecallDeps, actor: Actor, search: MemorySearch): Promise<readonly RecalledMemory[]> {
  const terms = lookUpTerms(search.query);
  if (terms.length === 0) return [];
  const vector = deps.queries?.of(search.query, search.signal);
  // Whoever waits for it hears of a failure; a search that ends before does not leave one unheard.
  vector?.catch(() => {});
  for (let attempt = 1; ; attempt++) {
    const { candidates, isStale } = await findMemories(deps, actor, { search, terms, vector });
    search.signal?.throwIfAborted();
    if (isStale && attempt < attempts) continue;
    return readBest(deps.index, actor, { search, candidates });
  }
}

interface Asked {
  readonly search: MemorySearch;
  readonly terms: readonly string[];
  readonly vector: Promise<Float32Array | undefined> | undefined;
}

interface KnownMemory {
  readonly memory: LocatedMemory['memory'];
  readonly candidate: MemoryCandidate;
  readonly tier: number;
}

async function findMemories(
  { index, keep, queries }: MemoryRecallDeps,
  actor: Actor,
  { search, terms, vector: vectorComes }: Asked,
): Promise<{ candidates: readonly KnownMemory[]; isStale: boolean }> {
  const lookup = await index.lookup(actor, [...new Set(terms)], { filter: search.filter, unindexed: maxUnindexed });
  const unindexed = await keep.unindexed.read(index, actor, lookup);
  const vector = await vectorComes;
  const arm = armOf(search);
  const { board, scores } = rank(terms, lookup, { unindexed, arm });
  const best = board.best(arm).map(({ position }) => position);
  const near = queries && vector ? await keep.codes.nearest(index, actor, nearSearch(queries, vector, { lookup, arm })) : [];
  const tiers = tiersOf([best, near]);
  const located = await index.locate(actor, [...new Set([...best, ...near])], vector && queries?.modelId);
  const known = [
    ...located.map(({ position, memory, vector: own }) => {
      const dense = vector && own ? cosine(vector, own) : undefined;
      return toKnown(memory, { order: position, lexical: board.scoreOf(position), dense, tier: tiers.get(position) ?? 0 });
    }),
    ...scores.map(({ memory, order, score }, at) => toKnown(memory, { order, lexical: score, dense: undefined, tier: tierAt(at) })),
  ];
  const isBrief = analyseQuery(search.query).length < fewTerms;
  const there = new Set(located.map(({ position }) => position));
  const holding = known.filter(({ memory, candidate }) => candidate.lexical > 0 && (!isBrief || isAskedFor(memory, terms)));
  const isExact = holding.length > 0 && asksForIdentifiers(search.query);
  const held = new Set(holding);
  return {
    candidates: isExact ? holding : known.filter((each) => held.has(each) || (each.candidate.dense ?? 0) >= leastCosine),
    isStale: best.some((position) => !there.has(position)) || unindexed.length < lookup.unindexed.length,
  };
}

const tierAt = (place: number): number => Math.floor(place / perArm);

/** The tier of each position: by the arm that has it further up. */
function tiersOf(arms: readonly (readonly number[])[]): ReadonlyMap<number, number> {
  const tiers = new Map<number, number>();
  for (const arm of arms) {
    for (const [place, position] of arm.entries()) tiers.set(position, Math.min(tiers.get(position) ?? Infinity, tierAt(place)));
  }
  return tiers;
}

function isAskedFor({ sessionId, content, agentName, occurredAt }: LocatedMemory['memory'], terms: readonly string[]): boolean {
  if (sessionId !== null || content === undefined) return true;
  const own = memoryIndexTerms({ content, agentName, occurredAt }, []).counts;
  return terms.some((term) => own.has(term));
}

interface Near {
  readonly lookup: MemoryLookup;
  readonly arm: number;
}

function nearSearch({ modelId }: QueryVectors, vector: Float32Array, { lookup: { vectors, allowed }, arm }: Near) {
  return { modelId, vector, limit: arm, version: vectors, allowed };
}

interface Ranking {
  readonly board: MemoryBoard;
  /** The best of those that are not in the index; `order` is that of saving, after every position. */
  readonly scores: readonly { readonly memory: Memory; readonly order: number; readonly score: number }[];
}

interface Outside {
  readonly unindexed: readonly UnindexedMemory[];
  readonly arm: number;
}

/** One BM25 over what is in the index and what is not. */
function rank(terms: readonly string[], lookup: MemoryLookup, { unindexed, arm }: Outside): Ranking {
  const size = {
    memories: lookup.size.memories + unindexed.length,
    terms: lookup.size.terms + unindexed.reduce((sum, each) => sum + each.terms.length, 0),
  };
  const board = new MemoryBoard(size, lookup.allowed);
  const sums = new Map<UnindexedMemory, number>();
  // Sorted, so that floating-point sums do not depend on the order of the words.
  for (const term of terms.toSorted()) {
    const postings = lookup.postings.get(term);
    const holders = unindexed.filter((each) => each.terms.counts.has(term));
    const holding = (postings?.positions.length ?? 0) + holders.length;
    if (postings) board.add(postings, holding);
    for (const each of holders) {
      sums.set(each, (sums.get(each) ?? 0) + board.worth(holding, each.terms.counts.get(term) ?? 0, each.terms.length));
    }
  }
  const orders = new Map(unindexed.map((each, newer) => [each, Number.MAX_SAFE_INTEGER - newer]));
  const found = Array.from(sums, ([each, score]) => ({ memory: each.memory, order: orders.get(each) ?? 0, score }));
  return { board, scores: topK(found, arm, (a, b) => a.score > b.score || (a.score === b.score && a.memory.id > b.memory.id)) };
}

function toKnown(
  memory: LocatedMemory['memory'],
  { order, tier, ...scores }: Pick<MemoryCandidate, 'lexical' | 'dense'> & { readonly order: number; readonly tier: number },
): KnownMemory {
  const { id, agentId, agentName, sessionId, occurredAt } = memory;
  const speaker = memorySpeaker({ content: memory.content ?? '', agentName });
  const place = sessionId === null ? { order, at: Date.parse(occurredAt), agentId } : undefined;
  return { memory, candidate: { ...scores, key: id, session: sessionId, place, speaker }, tier };
}

/** The session, else what one agent saved in a day. */
export function saidTogether({ sessionId, agentId, agentName, occurredAt }: Omit<Memory, 'content'>): string | null {
  if (sessionId !== null) return `session ${sessionId}`;
  const agent = agentId ?? agentName;
  return agent === null ? null : `agent ${agent} ${occurredAt.slice(0, 10)}`;
}

async function readBest(
  index: MemoryIndex,
  actor: Actor,
  { search, candidates }: { search: MemorySearch; candidates: readonly KnownMemory[] },
): Promise<readonly RecalledMemory[]> {
  const fused = inTiers(search, candidates);
  const known = new Map(candidates.map(({ memory }) => [memory.id, memory]));
  const long = fused.flatMap(({ key }) => (known.get(key)?.content === undefined ? [key] : []));
  const whole = new Map((await index.neighbourhoods(actor, long)).map(({ memory }) => [memory.id, memory]));
  return fused.flatMap(({ key, score }) => {
    const memory = wholeOf(known.get(key)) ?? whole.get(key);
    return memory ? [{ memory, score }] : [];
  });
}

function inTiers({ query, limit, offset = 0 }: MemorySearch, candidates: readonly KnownMemory[]): readonly Fused[] {
  const tiers = Map.groupBy(candidates, ({ tier }) => tier);
  const ranked: Fused[] = [];
  for (const tier of [...tiers.keys()].toSorted((a, b) => a - b)) {
    const left = offset + limit - ranked.length;
    if (left <= 0) break;
    const own = (tiers.get(tier) ?? []).map(({ candidate }) => candidate);
    ranked.push(...fuseMemories(query, own, left));
  }
  return ranked.slice(offset);
}

function wholeOf(memory: LocatedMemory['memory'] | undefined): Memory | undefined {
  return memory?.content === undefined ? undefined : { ...memory, content: memory.content };
}
