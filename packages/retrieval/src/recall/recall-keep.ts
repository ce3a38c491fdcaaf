import { createMemoryCodeCache, type MemoryCodeCache } from './memory-codes.ts';
import { createUnindexedMemories, type UnindexedMemories } from './unindexed-memories.ts';

/** What a process keeps between searches of memories; one for all users. It holds texts of memories. */
export interface RecallKeep {
  readonly unindexed: UnindexedMemories;
  readonly codes: MemoryCodeCache;
}

/** `maxBytes`: roughly, half of it for codes and half for what is not in the index yet. */
export const createRecallKeep = (maxBytes: number): RecallKeep => ({
  unindexed: createUnindexedMemories(maxBytes / 2),
  codes: createMemoryCodeCache(maxBytes / 2),
});
