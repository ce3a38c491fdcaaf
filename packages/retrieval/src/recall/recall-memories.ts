import type { Actor, LocatedMemory, Memory, MemoryIndex, MemoryLookup, RecallFilter } from '@cairn/core';
import { analyseQuery, lookUpTerms } from '../analysis/analyse.ts';
import { asksForIdentifiers } from '../analysis/identifiers.ts';
import type { QueryVectors } from '../dense/query-vectors.ts';
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
  readonly filter: RecallFilter;
  readonly signal?: AbortSignal | undefined;
}

export interface RecalledMemory {
  readonly memory: Memory;
  /** Greater is better; comparable within one search only. */
  readonly score: number;
}

/** Taken into account of each arm. */
const perArm = { lexical: 150, dense: 150 } as const;
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
}

async function findMemories(
  { index, keep, queries }: MemoryRecallDeps,
  actor: Actor,
  { search, terms, vector: vectorComes }: Asked,
): Promise<{ candidates: readonly KnownMemory[]; isStale: boolean }> {
  const lookup = await index.lookup(actor, [...new Set(terms)], { filter: search.filter, unindexed: maxUnindexed });
  const unindexed = await keep.unindexed.read(index, actor, lookup);
  const vector = await vectorComes;
  const { board, scores } = rank(terms, lookup, unindexed);
  const best = board.best(perArm.lexical).map(({ position }) => position);
  const near = queries && vector ? await keep.codes.nearest(index, actor, nearSearch(queries, vector, lookup)) : [];
  const located = await index.locate(actor, [...new Set([...best, ...near])], vector && queries?.modelId);
  const known = [
    ...located.map(({ position, memory, vector: own }) =>
      toKnown(memory, { order: position, lexical: board.scoreOf(position), dense: vector && own ? cosine(vector, own) : undefined }),
    ),
    ...scores.map(({ memory, order, score }) => toKnown(memory, { order, lexical: score, dense: undefined })),
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

function isAskedFor({ sessionId, content, agentName, occurredAt }: LocatedMemory['memory'], terms: readonly string[]): boolean {
  if (sessionId !== null || content === undefined) return true;
  const own = memoryIndexTerms({ content, agentName, occurredAt }, []).counts;
  return terms.some((term) => own.has(term));
}

function nearSearch({ modelId }: QueryVectors, vector: Float32Array, { vectors, allowed }: MemoryLookup) {
  return { modelId, vector, limit: perArm.dense, version: vectors, allowed };
}

interface Ranking {
  readonly board: MemoryBoard;
  /** The best of those that are not in the index; `order` is that of saving, after every position. */
  readonly scores: readonly { readonly memory: Memory; readonly order: number; readonly score: number }[];
}

/** One BM25 over what is in the index and what is not. */
function rank(terms: readonly string[], lookup: MemoryLookup, unindexed: readonly UnindexedMemory[]): Ranking {
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
  return { board, scores: topK(found, perArm.lexical, (a, b) => a.score > b.score || (a.score === b.score && a.memory.id > b.memory.id)) };
}

function toKnown(
  memory: LocatedMemory['memory'],
  { order, ...scores }: Pick<MemoryCandidate, 'lexical' | 'dense'> & { readonly order: number },
): KnownMemory {
  const { id, agentId, agentName, sessionId, occurredAt } = memory;
  const speaker = memorySpeaker({ content: memory.content ?? '', agentName });
  const place = sessionId === null ? { order, at: Date.parse(occurredAt), agentId } : undefined;
  return { memory, candidate: { ...scores, key: id, session: sessionId, place, speaker } };
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
  const fused = fuseMemories(
    search.query,
    candidates.map(({ candidate }) => candidate),
    search.limit,
  );
  const known = new Map(candidates.map(({ memory }) => [memory.id, memory]));
  const long = fused.flatMap(({ key }) => (known.get(key)?.content === undefined ? [key] : []));
  const whole = new Map((await index.neighbourhoods(actor, long)).map(({ memory }) => [memory.id, memory]));
  return fused.flatMap(({ key, score }) => {
    const memory = wholeOf(known.get(key)) ?? whole.get(key);
    return memory ? [{ memory, score }] : [];
  });
}

function wholeOf(memory: LocatedMemory['memory'] | undefined): Memory | undefined {
  return memory?.content === undefined ? undefined : { ...memory, content: memory.content };
}
