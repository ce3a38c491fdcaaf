import { newId, type IngestionClaim, type IngestionRepository } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import type { ProjectKey, ProjectKeys } from '../sealing/project-keys.ts';
import { readParts } from './document-parts.ts';
import { change, heldVersion, lease, unfinished } from './held-version.ts';
import { publish } from './publish.ts';
import { insertVectors, missingVectors } from './version-vectors.ts';

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

    async missingVectors(held, modelId, places) {
      const key = await keys.of(session, held.projectId);
      return session.inProject(held.projectId, (trx) => missingVectors(trx, key.digest, { of: { ...held, modelId }, places }));
    },

    async stageVectors(held, modelId, segment, percent) {
      const key = await keys.of(session, held.projectId);
      return session.inProject(held.projectId, async (trx) => {
        if (!(await change(heldVersion(trx, held).set({ progress: percent, claim_expires_at: lease })))) return false;
        await insertVectors(trx, key.digest, { of: { ...held, modelId }, segment });
        return true;
      });
    },

    async publish(held, document, by) {
      return publish(session, await keys.of(session, held.projectId), { held, document, by });
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

    async release(held, waiting) {
      const reason = { error_code: waiting?.code ?? null, error_message: waiting?.message ?? null };
      await session.inProject(held.projectId, (trx) =>
        change(heldVersion(trx, held).set({ status: 'queued', progress: 0, claim_token: null, claim_expires_at: null, ...reason })),
      );
    },
  };
}

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
