import { smallDocumentBytes } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { endMovedSteps } from './task-writer.ts';

/** What an arriving document waits as, so that nothing begins to read it before it is whole. */
export const arrivingDocument = { status: 'failed', errorCode: 'arriving' } as const;

/** Counts the memories of a project that has arrived, ends its steps, and leaves the jobs that read its documents and index its memories. */
export async function beginWork(trx: Transaction<Schema>, projectId: string): Promise<void> {
  await endMovedSteps(trx, projectId);
  await sql`insert into cairn.memory_totals (project_id, user_id, slot, n)
    select project_id, user_id, 0, count(*) from cairn.memories where project_id = ${projectId} group by project_id, user_id`.execute(trx);
  await sql`with queued as (
      update cairn.document_versions set status = 'queued', error_code = null, error_message = null, updated_at = clock_timestamp()
      where project_id = ${projectId} and error_code = ${arrivingDocument.errorCode} returning id, size_bytes)
    insert into cairn.outbox (project_id, id, job, payload)
      select ${projectId}, id, 'knowledge.ingest',
        jsonb_build_object('projectId', ${projectId}::text, 'versionId', id, 'small', size_bytes <= ${smallDocumentBytes})
      from queued`.execute(trx);
  await sql`insert into cairn.outbox (project_id, id, job, payload)
    select ${projectId}, user_id, 'memory.index', jsonb_build_object('projectId', ${projectId}::text, 'userId', user_id)
    from cairn.memory_totals where project_id = ${projectId}`.execute(trx);
}
