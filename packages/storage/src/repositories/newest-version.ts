import { createHash } from 'node:crypto';
import type { NewestVersion } from '@cairn/core';
import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { ProjectKey } from '../sealing/project-keys.ts';
import { readParts } from './document-parts.ts';
import { documentRows } from './document-rows.ts';
import { holdDocument } from './document-claim.ts';
import type { DocumentName } from './document-claim.ts';

/** What is there of a document in its newest version. */
export async function newestVersion(
  trx: Transaction<Schema>,
  projectId: string,
  by: DocumentName,
  held?: 'held',
): Promise<NewestVersion | undefined> {
  const rows = documentRows(trx, projectId).select('v.id as version_id');
  if (held !== undefined) await holdDocument(trx, projectId, by);
  const row = await ('title' in by ? rows.where('d.title', '=', by.title) : rows.where('d.id', '=', by.id)).executeTakeFirst();
  return row && { documentId: row.id, version: row.version_id, title: row.title, mediaType: row.media_type, sizeBytes: row.size_bytes };
}

/** Bytes of an original that are held at once to hash it. */
const hashedAtOnce = 8_388_608;

/** SHA-256 of its original in hexadecimal; undefined once the version is gone. */
export async function originalHash(
  trx: Transaction<Schema>,
  key: ProjectKey,
  { projectId, version, sizeBytes }: { readonly projectId: string } & Pick<NewestVersion, 'version' | 'sizeBytes'>,
): Promise<string | undefined> {
  const sha256 = createHash('sha256');
  let read = 0;
  for (let from = 0; from < sizeBytes; from += hashedAtOnce) {
    const parts = await readParts(trx, key.seal, { projectId, versionId: version, kind: 'original' }, { from, to: from + hashedAtOnce });
    for (const { bytes } of parts) {
      sha256.update(bytes);
      read += bytes.length;
    }
  }
  return read === sizeBytes ? sha256.digest('hex') : undefined;
}
