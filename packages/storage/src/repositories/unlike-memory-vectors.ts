import type { MemoryOwner, VectorsOfModel } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import { lockIndex } from './memory-locks.ts';
import { forgetPacks } from './memory-vectors.ts';

/** Of the project's memories: a pack of vectors of another length goes whole, since it does not say which of them is wrong. */
export async function dropUnlikeMemories(session: Session, projectId: string, vectors: VectorsOfModel): Promise<void> {
  const users = await session.inProject(projectId, (trx) => usersWithUnlike(trx, projectId, vectors));
  for (const userId of users) await session.inProject(projectId, (trx) => dropOwners(trx, { projectId, userId }, vectors));
}

async function usersWithUnlike(trx: Transaction<Schema>, projectId: string, vectors: VectorsOfModel): Promise<readonly string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id as "userId" from cairn.memory_vectors where project_id = ${projectId} and ${isUnlike(vectors)}`.execute(trx);
  return rows.map(({ userId }) => userId);
}

async function dropOwners(trx: Transaction<Schema>, owner: MemoryOwner, vectors: VectorsOfModel): Promise<void> {
  await lockIndex(trx, owner);
  const { rows } = await sql<{ pack: number }>`
    select pack from cairn.memory_vectors
    where project_id = ${owner.projectId} and user_id = ${owner.userId} and ${isUnlike(vectors)}`.execute(trx);
  await forgetPacks(trx, owner, { modelId: vectors.modelId, packs: rows.map(({ pack }) => pack) });
}

const isUnlike = ({ modelId, dimensions }: VectorsOfModel) =>
  sql<boolean>`model = ${modelId} and octet_length(vectors) <> octet_length(slots) * ${dimensions}::int`;
