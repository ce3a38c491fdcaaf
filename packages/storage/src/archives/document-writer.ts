import { archiveBounds, type ArchiveRecordOf } from '@cairn/contracts';
import { CairnError, documentBounds, newId } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { writeParts } from '../repositories/document-parts.ts';
import type { ProjectKey } from '../sealing/project-keys.ts';
import { createKeyedDigest, type KeyedDigest } from '../sealing/term-hash.ts';
import { arrivingDocument } from './begin-work.ts';

interface OpenDocument {
  readonly id: string;
  readonly versionId: string;
  readonly size: number;
  digest: KeyedDigest | undefined;
  at: number;
}

/** Puts documents of an archive into a project, one after another, each with the parts of its original in order. */
export class DocumentWriter {
  readonly #projectId: string;
  #open: OpenDocument | undefined;

  constructor(projectId: string) {
    this.#projectId = projectId;
  }

  async begin(trx: Transaction<Schema>, { kind: _kind, ...document }: ArchiveRecordOf<'document'>): Promise<void> {
    if (document.size_bytes > documentBounds.mostBytes)
      throw bad(`an original has more than the limit of ${documentBounds.mostBytes} bytes`);
    const versionId = newId();
    const { id, title, created_at, updated_at } = document;
    await trx
      .insertInto('documents')
      .values({ project_id: this.#projectId, id, title, latest_version: versionId, live_version: null, created_at, updated_at })
      .execute();
    await trx
      .insertInto('document_versions')
      .values({
        project_id: this.#projectId,
        id: versionId,
        document_id: id,
        media_type: document.media_type,
        size_bytes: document.size_bytes,
        digest: Buffer.alloc(0),
        status: arrivingDocument.status,
        error_code: arrivingDocument.errorCode,
        error_message: null,
        warnings: [...document.warnings],
        claim_token: null,
        claim_expires_at: null,
        embedding_model: null,
        reindex_offered_at: null,
      })
      .execute();
    this.#open = { id, versionId, size: document.size_bytes, digest: undefined, at: 0 };
  }

  async add(trx: Transaction<Schema>, key: ProjectKey, part: ArchiveRecordOf<'original'>): Promise<void> {
    const open = this.#open;
    const bytes = Buffer.from(part.data, 'base64');
    if (!open || part.document_id !== open.id || part.start !== open.at) throw bad('a part of an original does not come here');
    if (bytes.length === 0 || bytes.length > archiveBounds.partBytes)
      throw bad(`a part of an original has 1 to ${archiveBounds.partBytes} bytes`);
    open.digest ??= createKeyedDigest(key.digest);
    open.digest.add(bytes);
    const place = { projectId: this.#projectId, versionId: open.versionId, kind: 'original' } as const;
    await writeParts(trx, key.seal, place, [{ start: part.start, size: bytes.length, bytes }]);
    open.at += bytes.length;
    if (open.at > open.size) throw bad('an original is longer than the archive says');
    if (open.at === open.size)
      await sql`update cairn.document_versions set digest = ${open.digest.end()}
        where project_id = ${this.#projectId} and id = ${open.versionId}`.execute(trx);
  }

  /** @throws INVALID_ARGUMENT when the last one is not whole */
  end(): void {
    if (this.#open && this.#open.at < this.#open.size) throw bad('an original is not whole');
    this.#open = undefined;
  }
}

const bad = (message: string): CairnError => new CairnError('INVALID_ARGUMENT', { message });
