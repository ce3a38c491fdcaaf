import type {
  LocatedMemory,
  Memory,
  MemoryIndex,
  MemoryLookup,
  MemoryLookupOptions,
  MemoryNeighbourhood,
  MemoryOwner,
  MemoryPostings,
  RecallFilter,
} from '@cairn/core';
import type { Session } from '../database/session.ts';
import type { ProjectKeys } from '../sealing/project-keys.ts';
import { hashTerm } from '../sealing/term-hash.ts';
import { decodePositions, decodePostings } from './memory-entries.ts';
import { hashLabels, openDetails, openMemory, type MemoryOpener, type MemoryRow } from './memory-rows.ts';

/** The index over memories, as far as searches read it: each call is one round trip. */
export function createMemoryIndex(session: Session, keys: ProjectKeys): MemoryIndex {
  return {
    async lookup(actor, terms, options) {
      const key = await keys.of(session, actor.projectId);
      const asked = new Map(terms.map((term) => [hashTerm(key.terms, term), term]));
      const values = [...lookupValues(actor, [...asked.keys()], options), labelsOf(key.labels, options.filter), ...timeOf(options.filter)];
      return toLookup(await session.run<LookupRow>(statements.lookup, values), asked);
    },

    async locate(actor, positions, modelId) {
      if (positions.length === 0) return [];
      const key = await keys.of(session, actor.projectId);
      const values = [actor.projectId, actor.userId, positions, modelId ?? null];
      const rows = await session.run<LocatedRow>(statements.locate, values);
      return rows.map((row) => toLocated({ projectId: actor.projectId, key: key.seal }, row));
    },

    neighbourhoods: (owner, ids) => readNeighbourhoods(session, keys, { owner, ids }),

    async codes(actor, modelId, since) {
      const [head, ...rows] = await session.run<CodesRow>(statements.codes, [actor.projectId, actor.userId, modelId, since]);
      return {
        packs: rows.map(({ pack, slots, codes }) => ({ pack, slots, codes })),
        version: head?.version ?? 0,
        complete: head?.complete ?? true,
      };
    },
  };
}

const statements = {
  lookup: { name: 'lookup_memories', text: 'select * from cairn.lookup_memories($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)' },
  locate: { name: 'read_memory_positions', text: 'select * from cairn.read_memory_positions($1, $2, $3, $4)' },
  neighbours: { name: 'read_memory_neighbours', text: 'select * from cairn.read_memory_neighbours($1, $2, $3)' },
  codes: { name: 'read_memory_codes', text: 'select * from cairn.read_memory_codes($1, $2, $3, $4)' },
} as const;

interface LookupRow {
  readonly part: 'size' | 'allowed' | 'term' | 'unindexed';
  readonly term: string | null;
  readonly memories: number;
  readonly terms: number;
  readonly changes: number;
  readonly vectors: number;
  readonly entries: Uint8Array | null;
  readonly id: string | null;
  readonly updated_at: string | null;
}

interface LocatedRow extends Omit<MemoryRow, 'content'> {
  readonly at: number;
  readonly vector: Uint8Array | null;
  /** Null when it is long. */
  readonly content: Uint8Array | null;
}

interface NeighbourRow extends MemoryRow {
  readonly asked: string;
  /** 0: the one that was asked for; -1, -2: before it; 1: after it. */
  readonly place: number;
}

interface CodesRow {
  readonly version: number;
  readonly complete: boolean;
  readonly pack: number;
  readonly slots: Uint8Array;
  readonly codes: Uint8Array;
}

function lookupValues(actor: MemoryOwner, hashes: readonly string[], { filter, unindexed }: MemoryLookupOptions): readonly unknown[] {
  const { scope, agentId, sessionId, readableBy } = filter;
  return [actor.projectId, actor.userId, hashes, scope ?? null, agentId ?? null, sessionId ?? null, readableBy ?? null, unindexed];
}

/** Null: whatever their metadata. */
function labelsOf(labelKey: Uint8Array, { metadata }: RecallFilter): readonly string[] | null {
  const labels = metadata ? hashLabels(labelKey, metadata) : [];
  return labels.length === 0 ? null : labels;
}

/** Null: no bound. */
const timeOf = ({ from, to }: RecallFilter): readonly (string | null)[] => [from ?? null, to ?? null];

function toLookup(rows: readonly LookupRow[], asked: ReadonlyMap<string, string>): MemoryLookup {
  const postings = new Map<string, MemoryPostings>();
  const unindexed: { id: string; updatedAt: string }[] = [];
  let allowed: ReadonlySet<number> | undefined;
  let size: Pick<LookupRow, 'memories' | 'terms' | 'changes' | 'vectors'> = { memories: 0, terms: 0, changes: 0, vectors: 0 };
  for (const row of rows) {
    if (row.part === 'size') size = row;
    else if (row.part === 'allowed') allowed = row.entries ? decodePositions(row.entries) : new Set();
    else if (row.part === 'unindexed') unindexed.push({ id: row.id ?? '', updatedAt: row.updated_at ?? '' });
    else postings.set(asked.get(row.term ?? '') ?? '', decodePostings(row.entries ?? new Uint8Array()));
  }
  const { memories, terms, changes, vectors } = size;
  return { size: { memories, terms }, postings, allowed, unindexed, changes, vectors };
}

function toLocated(opener: MemoryOpener, { at, vector, content, ...row }: LocatedRow): LocatedMemory {
  return {
    position: at,
    memory: content ? openMemory(opener, { ...row, content }) : { ...openDetails(opener, { ...row, metadata: null }), content: undefined },
    vector: vector && new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength),
  };
}

/** In the order asked; what is gone is left out. */
export async function readNeighbourhoods(
  session: Session,
  keys: ProjectKeys,
  { owner, ids }: { owner: MemoryOwner; ids: readonly string[] },
): Promise<readonly MemoryNeighbourhood[]> {
  if (ids.length === 0) return [];
  const { projectId, userId } = owner;
  const opener = { projectId, key: (await keys.of(session, projectId)).seal };
  const rows = await session.run<NeighbourRow>(statements.neighbours, [projectId, userId, ids]);
  const byAsked = Map.groupBy(rows, ({ asked }) => asked);
  // A memory stands in several neighbourhoods; it is opened once.
  const opened = new Map<string, Memory>();
  for (const row of rows) if (!opened.has(row.id)) opened.set(row.id, openMemory(opener, row));
  return ids.flatMap((id) => {
    const own = byAsked.get(id) ?? [];
    const at = (place: number) => opened.get(own.find((row) => row.place === place)?.id ?? '');
    const memory = at(0);
    const before = [at(-2), at(-1)].filter((each) => each !== undefined);
    return memory ? [{ memory, before, after: at(1) }] : [];
  });
}
