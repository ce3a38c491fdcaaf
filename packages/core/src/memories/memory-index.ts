import type { PassageTerms } from '../knowledge/passage.ts';
import type { ReindexRepository } from '../knowledge/reindex-repository.ts';
import type { Actor } from '../principal.ts';
import type { Memory, MemoryFilter } from './memory.ts';

/** Bounds of a search of memories, and of a context of memories and passages for a task. */
export const recallBounds = {
  maxQueryCharacters: 4000,
  defaultLimit: 10,
  maxLimit: 100,
  /** How many of the best a search of memories may leave out. */
  maxOffset: 1000,
  maxTaskCharacters: 16_000,
  defaultTokens: 2000,
  maxTokens: 32_000,
} as const;

/** Whose memories an index is of: each user of each project has one. */
export interface MemoryOwner {
  readonly projectId: string;
  readonly userId: string;
}

/** A memory with those that stand around it: of its session, else those saved without one within the hour under the same agent id (or none). */
export interface MemoryNeighbourhood {
  readonly memory: Memory;
  /** At most two, in order of time. */
  readonly before: readonly Memory[];
  readonly after: Memory | undefined;
}

/** Where a term is found. The three lists go together; positions are never used again for another memory. */
export interface MemoryPostings {
  readonly positions: Int32Array;
  readonly counts: Uint8Array;
  /** Terms of the memory in all. */
  readonly lengths: Uint16Array;
}

export interface RecallFilter extends MemoryFilter {
  /** Only what this agent may read: its own memories, those of system scope and those that are no agent's. */
  readonly readableBy?: string | undefined;
}

export interface MemoryLookupOptions {
  readonly filter: RecallFilter;
  /** How many memories that are not in the index to name at most. */
  readonly unindexed: number;
}

export interface MemoryLookup {
  /** Of the index, whatever the filter. */
  readonly size: { readonly memories: number; readonly terms: number };
  /** Terms that no memory holds are absent, and so are the most common ones when together they are too many. */
  readonly postings: ReadonlyMap<string, MemoryPostings>;
  /** Positions that the filter lets through; undefined: all. */
  readonly allowed: ReadonlySet<number> | undefined;
  /** What the filter lets through and is not in the index yet, newest first. */
  readonly unindexed: readonly { readonly id: string; readonly updatedAt: string }[];
  /** Stands still while no memory of the user is updated or deleted. */
  readonly changes: number;
  /** Changes with every change of a vector. */
  readonly vectors: number;
}

export interface LocatedMemory {
  readonly position: number;
  /** `content` is undefined when it is too long to read for a look. */
  readonly memory: Omit<Memory, 'content'> & { readonly content: string | undefined };
  /** One signed byte a dimension; null when it has no vector of the model. */
  readonly vector: Int8Array | null;
}

/** Codes of up to 64 positions, those that have a vector. */
export interface MemoryCodePack {
  /** `pack * 64` is its first position. */
  readonly pack: number;
  /** Positions in the pack; each has its code at the same place. */
  readonly slots: Uint8Array;
  readonly codes: Uint8Array;
}

export interface MemoryCodes {
  /** Packs that changed since; each takes the place of the one before. */
  readonly packs: readonly MemoryCodePack[];
  /** What `since` may be the next time. */
  readonly version: number;
  /** Whether these are all there are: what was known before is void. */
  readonly complete: boolean;
}

/**
 * Finds memories of the actor's project and user. A memory is found by its words from the transaction that saves it on: it is
 * either in the index or named as not in it.
 */
export interface MemoryIndex {
  /** One snapshot. */
  lookup(actor: Actor, terms: readonly string[], options: MemoryLookupOptions): Promise<MemoryLookup>;
  /** What is gone meanwhile is left out. Without `modelId` no vectors are read. */
  locate(actor: Actor, positions: readonly number[], modelId?: string): Promise<readonly LocatedMemory[]>;
  /** In the order asked; what is gone is left out. */
  neighbourhoods(owner: MemoryOwner, ids: readonly string[]): Promise<readonly MemoryNeighbourhood[]>;
  /** Codes of the model's vectors that changed after `since` (0: all). */
  codes(actor: Actor, modelId: string, since: number): Promise<MemoryCodes>;
}

/** A vector on its way into the index. */
export interface MemoryVector {
  readonly position: number;
  /** What it was made of. */
  readonly of: MemoryNeighbourhood;
  /** One bit a dimension. */
  readonly code: Uint8Array;
  /** One signed byte a dimension. */
  readonly vector: Int8Array;
}

/** A memory on its way into the index. */
export interface IndexedMemory {
  /** What the terms are made of. */
  readonly of: MemoryNeighbourhood;
  readonly terms: PassageTerms;
}

/** How memories are to be indexed. */
export interface MemoryIndexedBy {
  /** Version of the analysis. */
  readonly analyser: number;
  /** Undefined: without vectors. */
  readonly modelId: string | undefined;
}

/**
 * The worker's side of the index. What was read of a memory and its neighbours is checked again in the transaction that writes:
 * when one of the texts changed or went meanwhile nothing is written of it, and it stays to be done.
 */
export interface MemoryIndexing {
  /** Memories that are not in the index, oldest first. */
  pending(owner: MemoryOwner, limit: number): Promise<readonly MemoryNeighbourhood[]>;
  /** Puts them into the index; how many it took. */
  fold(owner: MemoryOwner, analyser: number, memories: readonly IndexedMemory[]): Promise<number>;
  /** Takes memories out of the index that another analysis put there; how many. They are pending then. */
  retire(owner: MemoryOwner, analyser: number, limit: number): Promise<number>;
  /** Indexed memories that have no vector of the model, or one that was made before a neighbour came. */
  unembedded(owner: MemoryOwner, modelId: string, limit: number): Promise<readonly Pick<MemoryVector, 'position' | 'of'>[]>;
  /** Each takes the place of the memory's vectors of any model; how many it took. */
  embed(owner: MemoryOwner, modelId: string, vectors: readonly MemoryVector[]): Promise<number>;
  /** Makes the labels of memories that lack them, so that filters find them by their metadata; how many. */
  label(owner: MemoryOwner, limit: number): Promise<number>;
  /** Leaves a job for the owner, by and by. */
  wake(owner: MemoryOwner): void;
  /** Leaves a job for every owner whose index is behind, or not made as it should be; how many. */
  offerBehind(by: MemoryIndexedBy): Promise<number>;
  /** As that of passages, for the vectors of memories: those that it drops are `unembedded` then. */
  readonly dropUnlike: ReindexRepository['dropUnlike'];
}
