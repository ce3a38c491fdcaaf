import type { ReindexRepository } from '@cairn/core';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { storeError } from '../database/failures.ts';
import type { Database } from '../database/open.ts';
import type { Schema } from '../database/schema.ts';

/**
 * Runs as the maintenance role, which sees of every project what versions there are and what made them. An entry's id is the
 * version's: while one waits in the outbox or the queue, another adds nothing.
 */
export function createStaleOffers(database: Database): ReindexRepository['offerStale'] {
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: database.maintenance }) });
  return async ({ analyser, modelId }, limit) => {
    const model = modelId ?? null;
    try {
      const offered = await sql<{ id: string }>`
        with stale as (
          update cairn.document_versions v set reindex_offered_at = clock_timestamp()
          from (
            select project_id, id from cairn.document_versions
            where status = 'ready'
              and (analyser <> ${analyser} or (${model}::text is not null and embedding_model is distinct from ${model}::text))
            order by reindex_offered_at nulls first limit ${limit} for update skip locked) due
          where v.project_id = due.project_id and v.id = due.id
          returning v.project_id, v.id)
        insert into cairn.outbox (project_id, id, job, payload)
          select project_id, id, 'knowledge.reindex', jsonb_build_object('projectId', project_id, 'versionId', id) from stale
          on conflict do nothing
          returning id`.execute(db);
      return offered.rows.length;
    } catch (error) {
      throw storeError(error);
    }
  };
}
