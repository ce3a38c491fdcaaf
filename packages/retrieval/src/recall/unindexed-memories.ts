import type { Memory, MemoryIndex, MemoryLookup, MemoryOwner, PassageTerms } from '@cairn/core';
import { memoryIndexTerms } from '../recipes/memory-recipe.ts';

/** A memory that is not in the index, with what it is found by. */
export interface UnindexedMemory {
  readonly memory: Memory;
  readonly terms: PassageTerms;
}

interface Kept extends UnindexedMemory {
  readonly changes: number;
  readonly bytes: number;
}

/** Reads what is not in the index, and keeps it as long as it holds. */
export interface UnindexedMemories {
  /** In the order of the lookup; what is gone meanwhile is left out. */
  read(index: MemoryIndex, owner: MemoryOwner, lookup: Pick<MemoryLookup, 'unindexed' | 'changes'>): Promise<readonly UnindexedMemory[]>;
}

/** Memories read at a time, each with its neighbours. */
const batch = 128;
/** Beside its content: the memory, its terms and their counts. */
const termBytes = 80;
const memoryBytes = 500;

/** `maxBytes`: of all users together, roughly; what was used longest ago goes first. */
export function createUnindexedMemories(maxBytes: number): UnindexedMemories {
  const kept = new Map<string, Kept>();
  let bytes = 0;

  function drop(id: string): void {
    bytes -= kept.get(id)?.bytes ?? 0;
    kept.delete(id);
  }

  function keep(entry: Kept): void {
    drop(entry.memory.id);
    kept.set(entry.memory.id, entry);
    bytes += entry.bytes;
    for (const id of kept.keys()) {
      if (bytes <= maxBytes) break;
      drop(id);
    }
  }

  return {
    async read(index, owner, { unindexed, changes }) {
      const found = new Map<string, Kept>();
      for (const { id, updatedAt } of unindexed) {
        const entry = kept.get(id);
        // Any change of the user's memories may be one of a neighbour, whose words this one is found by.
        if (entry?.memory.updatedAt === updatedAt && entry.changes === changes) found.set(id, entry);
      }
      const missing = unindexed.filter(({ id }) => !found.has(id));
      for (let from = 0; from < missing.length; from += batch) {
        const ids = missing.slice(from, from + batch).map(({ id }) => id);
        for (const { memory, before } of await index.neighbourhoods(owner, ids)) {
          const terms = memoryIndexTerms(memory, before);
          found.set(memory.id, { memory, terms, changes, bytes: memoryBytes + memory.content.length * 2 + terms.counts.size * termBytes });
        }
      }
      for (const entry of found.values()) keep(entry);
      return unindexed.flatMap(({ id }) => found.get(id) ?? []);
    },
  };
}
