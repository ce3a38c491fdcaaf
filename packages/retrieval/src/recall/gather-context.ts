import type { Actor, Memory, MetadataFilter, SearchHit } from '@cairn/core';
import { analyseQuery } from '../analysis/analyse.ts';
import { termWeights } from '../analysis/passage-terms.ts';
import { scan } from '../analysis/scan.ts';
import { type ContextCandidate, packContext } from '../context/pack-context.ts';
import { contextQueries } from './context-queries.ts';
import { type MemoryRecallDeps, recallMemories, saidTogether } from './recall-memories.ts';

export interface ContextDeps extends MemoryRecallDeps {
  /** The passages that a query is about, best first. */
  readonly findPassages: (query: string, limit: number) => Promise<readonly SearchHit[]>;
}

export interface ContextRequest {
  readonly task: string;
  /** Whose context: memories of other agents are left out unless they are of system scope. What has no agent is for everybody. */
  readonly agentId?: string | undefined;
  /** What the metadata of a memory must have to be in it. */
  readonly metadata?: MetadataFilter | undefined;
  readonly maxTokens: number;
  readonly signal?: AbortSignal | undefined;
}

/** Something that helps with a task; `score` is comparable across kinds, 0 to 1. */
export type ContextItem =
  | { readonly kind: 'memory'; readonly score: number; readonly memory: Memory }
  | { readonly kind: 'passage'; readonly score: number; readonly passage: SearchHit };

export interface Context {
  readonly items: readonly ContextItem[];
  /** Of the items' texts, by `estimateTokens`; never over the budget. */
  readonly tokens: number;
}

interface Candidate extends ContextCandidate {
  readonly item: ContextItem;
}

/**
 * What the user's memories and the project's documents say that helps with a task, ranked together and packed into a budget of
 * tokens: no text twice, and of memories that contradict each other the newest first.
 */
export async function gatherContext(deps: ContextDeps, actor: Actor, request: ContextRequest): Promise<Context> {
  const { maxTokens } = request;
  const found = await Promise.all(contextQueries(request.task).map((query) => findFor(deps, actor, { query, request })));
  const best = new Map<string, Candidate>();
  for (const candidate of found.flat()) {
    if (candidate.score > (best.get(candidate.key)?.score ?? 0)) best.set(candidate.key, candidate);
  }
  const { items, tokens } = packContext([...best.values()], maxTokens);
  return { items: items.map(({ item, score }) => ({ ...item, score })), tokens };
}

async function findFor(
  deps: ContextDeps,
  actor: Actor,
  { query, request }: { query: string; request: ContextRequest },
): Promise<readonly Candidate[]> {
  const { agentId, metadata, maxTokens, signal } = request;
  const [memories, passages] = await Promise.all([
    recallMemories(deps, actor, { query, limit: enough(maxTokens, memoryShare), filter: { readableBy: agentId, metadata }, signal }),
    deps.findPassages(query, enough(maxTokens, passageShare)),
  ]);
  const terms = new Set(analyseQuery(query));
  return [
    ...memories.map(({ memory, score }) => {
      const text = [memory.agentName ?? '', memory.content].join('\n');
      return ofMemory(memory, (affinity(terms, text, '') * score) / (memories[0]?.score ?? 1));
    }),
    ...passages.map((passage) => {
      const text = [passage.title, passage.text].join('\n');
      return ofPassage(passage, (affinity(terms, text, passage.headings.join('\n')) * passage.score) / (passages[0]?.score ?? 1));
    }),
  ];
}

/** How many to look at: what fills the budget if each has so many tokens, and some more, since repeats fall out. */
const memoryShare = { tokens: 20, least: 20, most: 150 } as const;
const passageShare = { tokens: 100, least: 8, most: 50 } as const;

function enough(maxTokens: number, { tokens, least, most }: { tokens: number; least: number; most: number }): number {
  return Math.min(most, Math.max(least, Math.ceil(maxTokens / tokens)));
}

/** What meaning alone is worth against holding every word of the query. */
const meaningAlone = 0.4;

/**
 * The two searches each rank their own; what they found is comparable by how much of the query it answers, what only stands above it counting
 * half. Without this the best of nothing but far-fetched memories would stand beside the best passage.
 */
function affinity(terms: ReadonlySet<string>, text: string, above: string): number {
  const [held, heldAbove] = [termsHeld(text), termsHeld(above)];
  let shared = 0;
  for (const term of terms) shared += held.has(term) ? 1 : heldAbove.has(term) ? termWeights.heading / termWeights.own : 0;
  return meaningAlone + ((1 - meaningAlone) * shared) / Math.max(terms.size, 1);
}

function termsHeld(text: string): ReadonlySet<string> {
  const { terms, numbers } = scan(text);
  return new Set([...terms, ...numbers.keys()]);
}

function ofMemory(memory: Memory, score: number): Candidate {
  // An updated memory says what it says since then.
  const at = memory.updatedAt === memory.createdAt ? memory.occurredAt : memory.updatedAt;
  return {
    key: `memory ${memory.id}`,
    kind: 'memory',
    text: memory.content,
    score,
    group: saidTogether(memory) ?? `memory ${memory.id}`,
    at: Date.parse(at),
    item: { kind: 'memory', score, memory },
  };
}

function ofPassage(passage: SearchHit, score: number): Candidate {
  return {
    key: `passage ${passage.versionId} ${passage.ordinal}`,
    kind: 'passage',
    text: passage.text,
    score,
    group: passage.documentId,
    at: passage.start,
    item: { kind: 'passage', score, passage },
  };
}
