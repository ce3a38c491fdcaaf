import { archiveBounds, type ArchiveRecord } from '@cairn/contracts';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import { readParts } from '../repositories/document-parts.ts';
import type { ProjectKeys } from '../sealing/project-keys.ts';

const idsAtOnce = 200;

interface DocumentRow {
  readonly id: string;
  readonly title: string;
  readonly version_id: string;
  readonly media_type: string;
  readonly size_bytes: number;
  readonly warnings: string[];
  readonly created_at: string;
  readonly updated_at: string;
}

/** Documents with their originals; no more than one of them is in memory at a time. */
export async function* readDocuments(session: Session, keys: ProjectKeys, projectId: string): AsyncGenerator<readonly ArchiveRecord[]> {
  for (let after: string | undefined; ;) {
    const ids = await session.inProject(projectId, (trx) => idsAfter(trx, projectId, after));
    for (const id of ids) {
      const key = await keys.of(session, projectId);
      const read = await session.inProject(projectId, async (trx) => {
        const row = await findDocument(trx, projectId, id);
        if (!row) return undefined;
        const place = { projectId, versionId: row.version_id, kind: 'original' } as const;
        const parts = await readParts(trx, key.seal, place, { from: 0, to: row.size_bytes });
        return { row, bytes: Buffer.concat(parts.map((part) => part.bytes)) };
      });
      if (read) yield* recordsOf(read);
    }
    after = ids.at(-1);
    if (ids.length < idsAtOnce) return;
  }
}

async function idsAfter(trx: Transaction<Schema>, projectId: string, after: string | undefined): Promise<readonly string[]> {
  const query = trx.selectFrom('documents').select('id').where('project_id', '=', projectId).orderBy('id').limit(idsAtOnce);
  const rows = await (after === undefined ? query : query.where('id', '>', after)).execute();
  return rows.map(({ id }) => id);
}

/** With its newest version, or with the one that is read when the newest failed. Nobody replaces it before the transaction ends. */
async function findDocument(trx: Transaction<Schema>, projectId: string, id: string): Promise<DocumentRow | undefined> {
  const { rows } = await sql<DocumentRow>`
    select d.id, d.title, v.id as version_id, v.media_type, v.size_bytes, v.warnings, d.created_at, d.updated_at
    from cairn.documents d
    join cairn.document_versions l on l.project_id = d.project_id and l.id = d.latest_version
    join cairn.document_versions v on v.project_id = d.project_id
      and v.id = case when l.status = 'failed' then coalesce(d.live_version, l.id) else l.id end
    where d.project_id = ${projectId} and d.id = ${id} for share of d`.execute(trx);
  return rows[0];
}

function* recordsOf({ row, bytes }: { readonly row: DocumentRow; readonly bytes: Buffer }): Generator<readonly ArchiveRecord[]> {
  const { version_id: _version, ...rest } = row;
  yield [{ kind: 'document', ...rest }];
  for (let start = 0; start < bytes.length; start += archiveBounds.partBytes) {
    const data = bytes.toString('base64', start, Math.min(start + archiveBounds.partBytes, bytes.length));
    yield [{ kind: 'original', document_id: row.id, start, data }];
  }
}
