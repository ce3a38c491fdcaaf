import { newId, type IngestedDocument, type IngestionClaim, type IngestionRepository } from '@cairn/core';
import { sql, type Transaction, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import type { ProjectKey, ProjectKeys } from '../sealing/project-keys.ts';
import { readParts, writeText } from './document-parts.ts';
import { forgetVersion, indexVersion, termsOf } from './live-index.ts';
import { sealPassage } from './sealed-passage.ts';

/** A claim not heard of for this long is stranded; longer than any attempt may take. */
const claimMinutes = 6;
const unfinished = ['queued', 'parsing', 'indexing'] as const;
const rowsAtOnce = 500;

export function createIngestionRepository(session: Session, keys: ProjectKeys): IngestionRepository {
  return {
    async claim(projectId, versionId) {
      const key = await keys.of(session, projectId);
      return session.inProject(projectId, (trx) => claim(trx, key, { projectId, versionId }));
    },

    progress: (held, status, percent) =>
      session.inProject(held.projectId, (trx) =>
        change(heldVersion(trx, held).set({ status, progress: percent, claim_expires_at: lease })),
      ),

    async publish(held, document) {
      const key = await keys.of(session, held.projectId);
      return session.inProject(held.projectId, (trx) => publish(trx, key, held, document));
    },

    fail: (held, error) =>
      session.inProject(held.projectId, (trx) =>
        change(
          heldVersion(trx, held).set({
            status: 'failed',
            error_code: error.code,
            error_message: error.message,
            claim_token: null,
            claim_expires_at: null,
          }),
        ),
      ),

    async release(held) {
      await session.inProject(held.projectId, (trx) =>
        change(heldVersion(trx, held).set({ status: 'queued', progress: 0, claim_token: null, claim_expires_at: null })),
      );
    },
  };
}

const lease = sql<string>`now() + make_interval(mins => ${sql.lit(claimMinutes)})`;

async function claim(
  trx: Transaction<Schema>,
  key: ProjectKey,
  { projectId, versionId }: { projectId: string; versionId: string },
): Promise<IngestionClaim | undefined> {
  const token = newId();
  const version = await trx
    .updateTable('document_versions as v')
    .from('documents as d')
    .set({ claim_token: token, claim_expires_at: lease, attempts: sql`v.attempts + 1`, updated_at: sql`clock_timestamp()` })
    .where('v.project_id', '=', projectId)
    .where('v.id', '=', versionId)
    .where('v.status', 'in', unfinished)
    .whereRef('d.project_id', '=', 'v.project_id')
    .whereRef('d.id', '=', 'v.document_id')
    .returning(['v.document_id', 'v.media_type', 'v.size_bytes', 'v.attempts', 'd.title'])
    .executeTakeFirst();
  if (!version) return undefined;
  const parts = await readParts(trx, key.seal, { projectId, versionId, kind: 'original' }, { from: 0, to: version.size_bytes });
  return {
    projectId,
    versionId,
    token,
    documentId: version.document_id,
    title: version.title,
    mediaType: version.media_type,
    bytes: Buffer.concat(parts.map((part) => part.bytes)),
    attempt: version.attempts,
  };
}

/** The claimed version, as long as the claim is the newest one and the work is not done. */
function heldVersion(trx: Transaction<Schema>, held: IngestionClaim) {
  return trx
    .updateTable('document_versions')
    .set({ updated_at: sql`clock_timestamp()` })
    .where('project_id', '=', held.projectId)
    .where('id', '=', held.versionId)
    .where('claim_token', '=', held.token)
    .where('status', 'in', unfinished);
}

async function change(update: UpdateQueryBuilder<Schema, 'document_versions', 'document_versions', UpdateResult>): Promise<boolean> {
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function publish(trx: Transaction<Schema>, key: ProjectKey, held: IngestionClaim, document: IngestedDocument): Promise<boolean> {
  // The document first, as every other writer does: the same order of locks everywhere.
  const before = await trx
    .selectFrom('documents')
    .select('live_version')
    .where('project_id', '=', held.projectId)
    .where('id', '=', held.documentId)
    .forUpdate()
    .executeTakeFirst();
  if (!before || !(await markReady(trx, held, document))) return false;
  await writeText(trx, key.seal, { projectId: held.projectId, versionId: held.versionId, kind: 'text' }, document.text);
  await writePassages(trx, key, held, document);
  if (before.live_version) await dropVersion(trx, held.projectId, before.live_version);
  await indexVersion(
    trx,
    key.terms,
    held,
    document.passages.map((passage) => passage.terms),
  );
  await trx
    .updateTable('documents')
    .set({ live_version: held.versionId, updated_at: sql`clock_timestamp()` })
    .where('project_id', '=', held.projectId)
    .where('id', '=', held.documentId)
    .execute();
  return true;
}

function markReady(trx: Transaction<Schema>, held: IngestionClaim, document: IngestedDocument): Promise<boolean> {
  return change(
    heldVersion(trx, held).set({
      status: 'ready',
      progress: 100,
      characters: document.text.length,
      passages: document.passages.length,
      terms: termsOf(document.passages.map((passage) => passage.terms)),
      warnings: [...document.warnings],
      claim_token: null,
      claim_expires_at: null,
    }),
  );
}

async function writePassages(trx: Transaction<Schema>, key: ProjectKey, held: IngestionClaim, document: IngestedDocument): Promise<void> {
  const { projectId, versionId } = held;
  const rows = document.passages.map((passage, ordinal) => ({
    project_id: projectId,
    version_id: versionId,
    ordinal,
    start_at: passage.start,
    end_at: passage.end,
    sealed: sealPassage(key.seal, { projectId, versionId, ordinal }, passage),
  }));
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await trx
      .insertInto('passages')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
  }
}

async function dropVersion(trx: Transaction<Schema>, projectId: string, versionId: string): Promise<void> {
  await forgetVersion(trx, projectId, versionId);
  await trx.deleteFrom('document_versions').where('project_id', '=', projectId).where('id', '=', versionId).execute();
}
