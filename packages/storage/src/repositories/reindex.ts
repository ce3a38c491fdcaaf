import type { Passage, PassageTerms, ReindexRepository, ReindexTask } from '@cairn/core';
import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import type { ProjectKey, ProjectKeys } from '../sealing/project-keys.ts';
import { blockPassages, dropStagedBlocks, joinBlock, leaveBlocks, lockIndex, sharesBlock, showBlocks, stageBlock } from './index-blocks.ts';
import { changeStats, termsOf } from './live-index.ts';
import { openPassage } from './sealed-passage.ts';
import { insertVectors, missingVectors, showVectors } from './version-vectors.ts';

export function createReindexRepository(session: Session, keys: ProjectKeys): Omit<ReindexRepository, 'offerStale' | 'dropUnlike'> {
  const vectorsOf = ({ projectId, versionId }: ReindexTask, modelId: string) => ({ projectId, versionId, modelId });
  return {
    find: (projectId, versionId) => session.inProject(projectId, (trx) => findLive(trx, projectId, versionId)),

    async passages(task, from, limit) {
      const key = await keys.of(session, task.projectId);
      return session.inProject(task.projectId, (trx) => readPassages(trx, key, { task, from, limit }));
    },

    async replaceTerms(task, terms, analyser) {
      const key = await keys.of(session, task.projectId);
      if (!sharesBlock(terms.length) && !(await stageBlocks(session, key, { task, terms }))) return false;
      return session.inProject(task.projectId, (trx) => swapTerms(trx, key, { task, terms, analyser }));
    },

    async missingVectors(task, modelId, places) {
      const key = await keys.of(session, task.projectId);
      return session.inProject(task.projectId, (trx) => missingVectors(trx, key.digest, { of: vectorsOf(task, modelId), places }));
    },

    async stageVectors(task, modelId, segment) {
      const key = await keys.of(session, task.projectId);
      return session.inProject(task.projectId, async (trx) => {
        if (!(await lockLive(trx, task))) return false;
        await insertVectors(trx, key.digest, { of: vectorsOf(task, modelId), segment });
        return true;
      });
    },

    showVectors: (task, modelId) =>
      session.inProject(task.projectId, async (trx) => {
        if (!(await lockLive(trx, task))) return false;
        await lockIndex(trx, task.projectId);
        await showVectors(trx, vectorsOf(task, modelId), task.passages);
        await note(trx, task, { embedding_model: modelId });
        return true;
      }),
  };
}

async function findLive(trx: Transaction<Schema>, projectId: string, versionId: string): Promise<ReindexTask | undefined> {
  const row = await trx
    .selectFrom('documents as d')
    .innerJoin('document_versions as v', (join) => join.onRef('v.project_id', '=', 'd.project_id').onRef('v.id', '=', 'd.live_version'))
    .select(['d.id', 'd.title', 'v.passages', 'v.analyser', 'v.embedding_model'])
    .where('v.project_id', '=', projectId)
    .where('v.id', '=', versionId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, title, passages, analyser, embedding_model } = row;
  return { projectId, documentId: id, versionId, title, passages, analyser, modelId: embedding_model ?? undefined };
}

interface Range {
  readonly task: ReindexTask;
  readonly from: number;
  readonly limit: number;
}

async function readPassages(trx: Transaction<Schema>, key: ProjectKey, { task, from, limit }: Range): Promise<Passage[]> {
  const { projectId, versionId } = task;
  const rows = await trx
    .selectFrom('passages')
    .select(['ordinal', 'start_at', 'end_at', 'sealed'])
    .where('project_id', '=', projectId)
    .where('version_id', '=', versionId)
    .where('ordinal', '>=', from)
    .orderBy('ordinal')
    .limit(limit)
    .execute();
  return rows.map(({ ordinal, start_at, end_at, sealed }) => ({
    start: start_at,
    end: end_at,
    ...openPassage(key.seal, { projectId, versionId, ordinal }, sealed),
  }));
}

/** Whether the version is live; then it stays so until the transaction ends. */
async function lockLive(trx: Transaction<Schema>, { projectId, documentId, versionId }: ReindexTask): Promise<boolean> {
  const document = await trx
    .selectFrom('documents')
    .select('live_version')
    .where('project_id', '=', projectId)
    .where('id', '=', documentId)
    .forUpdate()
    .executeTakeFirst();
  return document?.live_version === versionId;
}

interface NewTerms {
  readonly task: ReindexTask;
  readonly terms: readonly PassageTerms[];
}

/** The blocks of a long version beside those that are found. */
async function stageBlocks(session: Session, key: ProjectKey, { task, terms }: NewTerms): Promise<boolean> {
  for (let from = 0; from < terms.length; from += blockPassages) {
    const isLive = await session.inProject(task.projectId, async (trx) => {
      if (!(await lockLive(trx, task))) return false;
      if (from === 0) await dropStagedBlocks(trx, task);
      await stageBlock(trx, key.terms, { version: task, from, passages: terms.slice(from, from + blockPassages) });
      return true;
    });
    if (!isLive) return false;
  }
  return true;
}

async function swapTerms(
  trx: Transaction<Schema>,
  key: ProjectKey,
  { task, terms, analyser }: NewTerms & { readonly analyser: number },
): Promise<boolean> {
  const { projectId, versionId } = task;
  if (!(await lockLive(trx, task))) return false;
  await lockIndex(trx, projectId);
  const before = await trx
    .selectFrom('document_versions')
    .select(['terms', 'embedding_model'])
    .where('project_id', '=', projectId)
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
  await leaveBlocks(trx, projectId, versionId);
  if (sharesBlock(terms.length)) await joinBlock(trx, key.terms, { version: task, from: 0, passages: terms });
  else await showBlocks(trx, task);
  // The passages stand in other slots now: whoever keeps their codes has to learn of it.
  if (before.embedding_model) await showVectors(trx, { projectId, versionId, modelId: before.embedding_model }, terms.length);
  await changeStats(trx, projectId, { passages: 0, terms: termsOf(terms) - before.terms });
  await note(trx, task, { terms: termsOf(terms), analyser });
  return true;
}

async function note(
  trx: Transaction<Schema>,
  { projectId, versionId }: ReindexTask,
  made: { terms?: number; analyser?: number; embedding_model?: string },
): Promise<void> {
  await trx.updateTable('document_versions').set(made).where('project_id', '=', projectId).where('id', '=', versionId).execute();
}
