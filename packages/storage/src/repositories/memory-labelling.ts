import type { MemoryOwner } from '@cairn/core';
import { sql } from 'kysely';
import type { Session } from '../database/session.ts';
import type { ProjectKey } from '../sealing/project-keys.ts';
import { planByKeys } from './memory-locks.ts';
import { hashLabels, openMetadataOf } from './memory-rows.ts';

/** Makes the labels of memories whose metadata is older than labels are; how many it took from those that wait. */
export function labelMemories(
  session: Session,
  key: ProjectKey,
  { owner: { projectId, userId }, limit }: { readonly owner: MemoryOwner; readonly limit: number },
): Promise<number> {
  return session.inProject(projectId, async (trx) => {
    await planByKeys(trx);
    const waiting = await sql<{ memory_id: string }>`
      delete from cairn.memory_unlabelled u
      where u.project_id = ${projectId} and u.user_id = ${userId} and u.memory_id = any (array(
        select w.memory_id from cairn.memory_unlabelled w
        where w.project_id = ${projectId} and w.user_id = ${userId} order by w.memory_id limit ${limit}))
      returning u.memory_id`.execute(trx);
    const memories = await trx
      .selectFrom('memories')
      .select(['id', 'metadata'])
      .where('project_id', '=', projectId)
      .where('id', 'in', [userId, ...waiting.rows.map((row) => row.memory_id)])
      .where('metadata', 'is not', null)
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const { id, metadata } of memories) {
      const labels = hashLabels(key.labels, openMetadataOf({ projectId, key: key.seal }, id, metadata as Uint8Array));
      await sql`select cairn.label_memory(${projectId}, ${id}, ${labels}::bigint[])`.execute(trx);
    }
    return waiting.rows.length;
  });
}
