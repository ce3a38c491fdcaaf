import {
  newId,
  smallDocumentBytes,
  type Actor,
  type Document,
  type DocumentContent,
  type DocumentRepository,
  type NewDocument,
  type Page,
  type PageOf,
} from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import type { ProjectKey, ProjectKeys } from '../sealing/project-keys.ts';
import { keyedDigest } from '../sealing/term-hash.ts';
import { recordAudit } from './audit.ts';
import { readParts, wholeCharacterEnd, wholeCharacterStart, writeOriginal } from './document-parts.ts';
import { documentRows, toDocument } from './document-rows.ts';
import { claimTitle, claimVersion, holdDocument, type Claim } from './document-claim.ts';
import { forgetVersion } from './live-index.ts';
import { newestVersion, originalHash } from './newest-version.ts';
import { leaveJob } from './outbox.ts';
import { isAfter } from './walk.ts';

export function createDocumentRepository(session: Session, keys: ProjectKeys): DocumentRepository {
  return {
    async submit(actor, document) {
      const key = await keys.of(session, actor.projectId);
      const digest = keyedDigest(key.digest, document.bytes);
      return session.inProject(actor.projectId, async (trx) =>
        submit(trx, { actor, key, document, digest }, await claimTitle(trx, actor, document.title)),
      );
    },

    async submitOnto(actor, document, version) {
      const key = await keys.of(session, actor.projectId);
      const digest = keyedDigest(key.digest, document.bytes);
      return session.inProject(actor.projectId, async (trx) => {
        const claim = await claimVersion(trx, actor, { title: document.title, version });
        return claim ? submit(trx, { actor, key, document, digest }, claim) : 'changed';
      });
    },

    newest: (actor, by, held) => session.inProject(actor.projectId, (trx) => newestVersion(trx, actor.projectId, by, held)),

    async originalHash(actor, { version, sizeBytes }) {
      const key = await keys.of(session, actor.projectId);
      return session.inProject(actor.projectId, (trx) => originalHash(trx, key, { projectId: actor.projectId, version, sizeBytes }));
    },

    page: (actor, page) => session.inProject(actor.projectId, (trx) => readPage(trx, actor, page)),

    walk: (actor, { limit, after, status }) =>
      session.inProject(actor.projectId, async (trx) => {
        let query = documentRows(trx, actor.projectId).orderBy('d.created_at', 'desc').orderBy('d.id', 'desc').limit(limit);
        if (after) query = query.where(isAfter(after, 'd.'));
        if (status) query = query.where('v.status', '=', status);
        return (await query.execute()).map(toDocument);
      }),

    get: (actor, id) => session.inProject(actor.projectId, (trx) => find(trx, actor.projectId, id)),

    async content(actor, id, slice) {
      const key = await keys.of(session, actor.projectId);
      return session.inProject(actor.projectId, (trx) => readContent(trx, key, { projectId: actor.projectId, id, ...slice }));
    },

    async original(actor, id) {
      const key = await keys.of(session, actor.projectId);
      return session.inProject(actor.projectId, async (trx) => {
        // Nobody replaces the version while its parts are read.
        await holdDocument(trx, actor.projectId, { id }, 'share');
        const version = await documentRows(trx, actor.projectId)
          .select(['v.id as version_id', 'v.media_type', 'v.size_bytes'])
          .where('d.id', '=', id)
          .executeTakeFirst();
        if (!version) return undefined;
        const place = { projectId: actor.projectId, versionId: version.version_id, kind: 'original' } as const;
        const parts = await readParts(trx, key.seal, place, { from: 0, to: version.size_bytes });
        return { mediaType: version.media_type, bytes: Buffer.concat(parts.map((part) => part.bytes)) };
      });
    },

    remove: (actor, id) => session.inProject(actor.projectId, (trx) => remove(trx, actor, id)),

    retry: (actor, id) => session.inProject(actor.projectId, (trx) => retry(trx, actor, id)),

    async reindex(actor, id) {
      const key = await keys.of(session, actor.projectId);
      return session.inProject(actor.projectId, (trx) => reindex(trx, key, { actor, id }));
    },
  };
}

interface Submission {
  readonly actor: Actor;
  readonly key: ProjectKey;
  readonly document: Pick<NewDocument, 'bytes' | 'warnings'> & { readonly mediaType: string };
  readonly digest: Uint8Array;
}

async function submit(trx: Transaction<Schema>, submission: Submission, claim: Claim): Promise<{ document: Document; created: boolean }> {
  const { actor, digest } = submission;
  const { id, versionId } = claim;
  const same = await sameVersion(trx, actor.projectId, id, digest);
  if (!same) {
    await addVersion(trx, submission, { id, versionId });
    await recordAudit(trx, actor, { action: 'document.submit', target: id, outcome: 'done' });
  }
  return { document: (await find(trx, actor.projectId, id)) as Document, created: !same };
}

/** Whether the newest version holds these very bytes. */
async function sameVersion(trx: Transaction<Schema>, projectId: string, id: string, digest: Uint8Array): Promise<boolean> {
  const latest = await documentRows(trx, projectId).select('v.digest').where('d.id', '=', id).executeTakeFirst();
  return latest !== undefined && Buffer.from(latest.digest).equals(digest);
}

async function addVersion(trx: Transaction<Schema>, submission: Submission, ids: { id: string; versionId: string }): Promise<void> {
  const { actor, key, document, digest } = submission;
  const projectId = actor.projectId;
  await trx
    .insertInto('document_versions')
    .values({
      project_id: projectId,
      id: ids.versionId,
      document_id: ids.id,
      media_type: document.mediaType,
      size_bytes: document.bytes.length,
      digest,
      status: 'queued',
      warnings: [...(document.warnings ?? [])],
      error_code: null,
      error_message: null,
      claim_token: null,
      claim_expires_at: null,
      embedding_model: null,
      reindex_offered_at: null,
    })
    .execute();
  await writeOriginal(trx, key.seal, { projectId, versionId: ids.versionId, kind: 'original' }, document.bytes);
  await trx
    .updateTable('documents')
    .set({ latest_version: ids.versionId, updated_at: sql`clock_timestamp()` })
    .where('project_id', '=', projectId)
    .where('id', '=', ids.id)
    .execute();
  await dropUnusedVersions(trx, projectId, ids.id);
  await leaveIngestion(trx, { projectId, versionId: ids.versionId, sizeBytes: document.bytes.length });
}

/** Versions that are neither read nor awaited any more; a worker that still holds one finds its claim gone. */
async function dropUnusedVersions(trx: Transaction<Schema>, projectId: string, id: string): Promise<void> {
  await sql`delete from cairn.document_versions v using cairn.documents d
    where v.project_id = ${projectId} and v.document_id = ${id} and d.project_id = v.project_id and d.id = v.document_id
      and v.id <> d.latest_version and v.id is distinct from d.live_version`.execute(trx);
}

async function find(trx: Transaction<Schema>, projectId: string, id: string): Promise<Document | undefined> {
  const row = await documentRows(trx, projectId).where('d.id', '=', id).executeTakeFirst();
  return row && toDocument(row);
}

async function readPage(trx: Transaction<Schema>, actor: Actor, page: Page): Promise<PageOf<Document>> {
  const { total } = await trx
    .selectFrom('documents')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('project_id', '=', actor.projectId)
    .executeTakeFirstOrThrow();
  const rows = await documentRows(trx, actor.projectId)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { items: rows.map(toDocument), total, limit: page.limit, offset: page.offset };
}

interface Slice {
  readonly projectId: string;
  readonly id: string;
  readonly offset: number;
  readonly maxCharacters?: number | undefined;
}

async function readContent(trx: Transaction<Schema>, key: ProjectKey, slice: Slice): Promise<DocumentContent | 'not_found' | 'not_ready'> {
  const { projectId, id } = slice;
  // Nobody replaces the version while its parts are read.
  await holdDocument(trx, projectId, { id }, 'share');
  const document = await trx
    .selectFrom('documents as d')
    .leftJoin('document_versions as v', (join) => join.onRef('v.project_id', '=', 'd.project_id').onRef('v.id', '=', 'd.live_version'))
    .select(['d.title', 'v.id as version_id', 'v.characters'])
    .where('d.project_id', '=', projectId)
    .where('d.id', '=', id)
    .executeTakeFirst();
  if (!document) return 'not_found';
  if (document.version_id === null || document.characters === null) return 'not_ready';
  const total = document.characters;
  const from = Math.min(slice.offset, total);
  const to = Math.min(from + (slice.maxCharacters ?? total), total);
  const place = { projectId, versionId: document.version_id, kind: 'text' } as const;
  // One unit more than asked for, so that a pair at the end is seen whole.
  const parts = from < to ? await readParts(trx, key.seal, place, { from, to: Math.min(to + 1, total) }) : [];
  const text = parts.map((part) => part.bytes.toString()).join('');
  const shift = parts[0]?.start ?? from;
  const end = shift + wholeCharacterEnd(text, to - shift);
  return {
    documentId: id,
    title: document.title,
    content: text.slice(wholeCharacterStart(text, from - shift), end - shift),
    totalCharacters: total,
    nextOffset: end < total ? end : null,
  };
}

async function remove(trx: Transaction<Schema>, actor: Actor, id: string): Promise<boolean> {
  const projectId = actor.projectId;
  const document = await trx
    .selectFrom('documents')
    .select('live_version')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (document?.live_version) await forgetVersion(trx, projectId, document.live_version);
  await trx.deleteFrom('documents').where('project_id', '=', projectId).where('id', '=', id).execute();
  await recordAudit(trx, actor, { action: 'document.delete', target: id, outcome: document ? 'done' : 'not_found' });
  return document !== undefined;
}

async function retry(trx: Transaction<Schema>, actor: Actor, id: string): Promise<Document | 'not_found' | 'not_failed'> {
  const projectId = actor.projectId;
  await holdDocument(trx, projectId, { id });
  const version = await documentRows(trx, projectId).select('v.id as version_id').where('d.id', '=', id).forUpdate('v').executeTakeFirst();
  if (!version) return 'not_found';
  if (version.status !== 'failed') return 'not_failed';
  await queueAgain(trx, projectId, version.version_id);
  await recordAudit(trx, actor, { action: 'document.retry', target: id, outcome: 'done' });
  return (await find(trx, projectId, id)) as Document;
}

async function queueAgain(trx: Transaction<Schema>, projectId: string, versionId: string): Promise<void> {
  const { size_bytes: sizeBytes } = await trx
    .updateTable('document_versions')
    .set({ status: 'queued', progress: 0, error_code: null, error_message: null, attempts: 0, updated_at: sql`clock_timestamp()` })
    .where('project_id', '=', projectId)
    .where('id', '=', versionId)
    .returning('size_bytes')
    .executeTakeFirstOrThrow();
  await leaveIngestion(trx, { projectId, versionId, sizeBytes });
}

interface Ingestion {
  readonly projectId: string;
  readonly versionId: string;
  readonly sizeBytes: number;
}

function leaveIngestion(trx: Transaction<Schema>, { projectId, versionId, sizeBytes }: Ingestion): Promise<void> {
  const payload = { projectId, versionId, small: sizeBytes <= smallDocumentBytes };
  return leaveJob(trx, { projectId, id: versionId, job: 'knowledge.ingest', payload });
}

async function reindex(
  trx: Transaction<Schema>,
  key: ProjectKey,
  { actor, id }: { actor: Actor; id: string },
): Promise<Document | 'not_found'> {
  const projectId = actor.projectId;
  await holdDocument(trx, projectId, { id });
  const version = await documentRows(trx, projectId)
    .select(['v.id as version_id', 'v.digest'])
    .where('d.id', '=', id)
    .forUpdate('v')
    .executeTakeFirst();
  if (!version) return 'not_found';
  if (version.status === 'failed') await queueAgain(trx, projectId, version.version_id);
  if (version.status === 'ready') {
    const place = { projectId, versionId: version.version_id, kind: 'original' } as const;
    const parts = await readParts(trx, key.seal, place, { from: 0, to: version.size_bytes });
    const document = { mediaType: version.media_type, bytes: Buffer.concat(parts.map((part) => part.bytes)) };
    await addVersion(trx, { actor, key, document, digest: version.digest }, { id, versionId: newId() });
  }
  await recordAudit(trx, actor, { action: 'document.reindex', target: id, outcome: 'done' });
  return (await find(trx, projectId, id)) as Document;
}
