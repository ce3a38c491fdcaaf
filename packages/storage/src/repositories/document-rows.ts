import type { Document } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** Documents of a project with their newest version, as `d` and `v`. */
export function documentRows(trx: Transaction<Schema>, projectId: string) {
  return trx
    .selectFrom('documents as d')
    .innerJoin('document_versions as v', (join) => join.onRef('v.project_id', '=', 'd.project_id').onRef('v.id', '=', 'd.latest_version'))
    .select([
      'd.id',
      'd.title',
      'd.created_at',
      'v.media_type',
      'v.size_bytes',
      'v.status',
      'v.progress',
      'v.error_code',
      'v.error_message',
      'v.warnings',
      sql<string>`greatest(d.updated_at, v.updated_at)`.as('updated_at'),
    ])
    .where('d.project_id', '=', projectId);
}

type DocumentRow = Awaited<ReturnType<ReturnType<typeof documentRows>['executeTakeFirstOrThrow']>>;

export function toDocument(row: DocumentRow): Document {
  return {
    id: row.id,
    title: row.title,
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    status: row.status,
    progress: row.progress,
    error: row.status === 'failed' && row.error_code !== null ? { code: row.error_code, message: row.error_message ?? '' } : null,
    // Of one that is not done, it is why it waits.
    warnings: row.status !== 'failed' && row.error_message !== null ? [...row.warnings, row.error_message] : row.warnings,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
