import type { MemoryIndexing, MemoryOwner } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import type { ProjectKeys } from '../sealing/project-keys.ts';
import { foldMemories, retireMemories } from './memory-fold.ts';
import type { MemoryIndexJobs } from './memory-index-jobs.ts';
import { readNeighbourhoods } from './memory-index.ts';
import { labelMemories } from './memory-labelling.ts';
import { planByKeys } from './memory-locks.ts';
import { putVectors, unembedded } from './memory-vectors.ts';

/** The worker's side of the index over memories. */
export function createMemoryIndexing(session: Session, keys: ProjectKeys, jobs: MemoryIndexJobs): Omit<MemoryIndexing, 'dropUnlike'> {
  return {
    async pending(owner, limit) {
      const ids = await session.inProject(owner.projectId, (trx) => pendingIds(trx, owner, limit));
      return readNeighbourhoods(session, keys, { owner, ids });
    },

    async fold(owner, analyser, memories) {
      const key = await keys.of(session, owner.projectId);
      return session.inProject(owner.projectId, (trx) => foldMemories(trx, key.terms, { owner, analyser, memories }));
    },

    retire: (owner, analyser, limit) => session.inProject(owner.projectId, (trx) => retireMemories(trx, owner, { analyser, limit })),

    async unembedded(owner, modelId, limit) {
      const places = await session.inProject(owner.projectId, (trx) => unembedded(trx, owner, { modelId, limit }));
      const found = await readNeighbourhoods(session, keys, { owner, ids: places.map(({ memoryId }) => memoryId) });
      const positions = new Map(places.map(({ memoryId, position }) => [memoryId, position]));
      return found.map((of) => ({ position: positions.get(of.memory.id) ?? 0, of }));
    },

    embed: (owner, modelId, vectors) => session.inProject(owner.projectId, (trx) => putVectors(trx, owner, { modelId, vectors })),

    label: async (owner, limit) => labelMemories(session, await keys.of(session, owner.projectId), { owner, limit }),

    wake: jobs.wake,

    offerBehind: (by) => jobs.offerBehind(by),
  };
}

async function pendingIds(trx: Transaction<Schema>, { projectId, userId }: MemoryOwner, limit: number): Promise<readonly string[]> {
  await planByKeys(trx);
  const { rows } = await sql<{ id: string }>`
    select p.id from (
      (select m.id, m.created_at from cairn.memories m
       where m.project_id = ${projectId} and m.user_id = ${userId} and m.index_position is null
       order by m.created_at, m.id limit ${limit})
      union all
      (select m.id, m.created_at
       from (select r.memory_id from cairn.memory_reindex r
             where r.project_id = ${projectId} and r.user_id = ${userId} order by r.memory_id limit ${limit}) r
       cross join lateral (select x.id, x.created_at from cairn.memories x where x.project_id = ${projectId} and x.id = r.memory_id limit 1) m)) p
    order by p.created_at, p.id limit ${limit}`.execute(trx);
  return rows.map((row) => row.id);
}
