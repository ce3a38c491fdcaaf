import type { Actor, MemoryCodePack, MemoryIndex } from '@cairn/core';
import { nearestCodes, type CodeStretch } from '../dense/code-scan.ts';

/** Keeps codes of memories, so that a search reads only what changed. */
export interface MemoryCodeCache {
  /** Positions whose codes lie nearest to the query, nearest first. `version` is the one of the lookup that they go with. */
  nearest(index: MemoryIndex, actor: Actor, search: NearSearch): Promise<readonly number[]>;
}

export interface NearSearch {
  readonly modelId: string;
  readonly vector: Float32Array;
  readonly limit: number;
  /** `MemoryLookup.vectors`. */
  readonly version: number;
  /** Positions to keep to; undefined for all. */
  readonly allowed: ReadonlySet<number> | undefined;
}

interface KeptCodes {
  readonly packs: ReadonlyMap<number, MemoryCodePack>;
  readonly version: number;
  readonly bytes: number;
}

const packSize = 64;
const packBytes = 300;

/** `maxBytes`: of all users together; the user who searched longest ago goes first. */
export function createMemoryCodeCache(maxBytes: number): MemoryCodeCache {
  const kept = new Map<string, KeptCodes>();

  async function current(index: MemoryIndex, actor: Actor, { modelId, version }: NearSearch): Promise<KeptCodes> {
    const name = `${actor.projectId} ${actor.userId} ${modelId}`;
    const known = kept.get(name);
    const codes = known?.version === version ? known : merged(known, await index.codes(actor, modelId, known?.version ?? 0));
    kept.delete(name);
    kept.set(name, codes);
    let bytes = [...kept.values()].reduce((sum, each) => sum + each.bytes, 0);
    for (const [oldest, each] of kept) {
      if (bytes <= maxBytes) break;
      kept.delete(oldest);
      bytes -= each.bytes;
    }
    return codes;
  }

  return {
    async nearest(index, actor, search) {
      const { packs } = await current(index, actor, search);
      const near = nearestCodes(search.vector, stretches(packs.values(), search.allowed), search.limit);
      return near.map(({ block, slot }) => block * packSize + slot);
    },
  };
}

function merged(known: KeptCodes | undefined, read: Awaited<ReturnType<MemoryIndex['codes']>>): KeptCodes {
  const packs = new Map(read.complete ? [] : known?.packs);
  for (const pack of read.packs) packs.set(pack.pack, pack);
  let bytes = 0;
  for (const { slots, codes } of packs.values()) bytes += packBytes + slots.length + codes.length;
  return { packs, version: read.version, bytes };
}

/** Runs of slots side by side; a whole pack is one. */
function* stretches(packs: Iterable<MemoryCodePack>, allowed: ReadonlySet<number> | undefined): Generator<CodeStretch> {
  for (const { pack, slots, codes } of packs) {
    const size = slots.length > 0 ? codes.length / slots.length : 0;
    for (let from = 0; from < slots.length;) {
      const first = slots[from] as number;
      let to = from;
      while (to < slots.length && slots[to] === first + to - from && allowed?.has(pack * packSize + first + to - from) !== false) to += 1;
      if (to > from) yield { block: pack, slot: first, passages: to - from, codes: codes.subarray(from * size, to * size) };
      from = Math.max(to, from + 1);
    }
  }
}
