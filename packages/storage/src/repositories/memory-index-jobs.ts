import { idOf, type MemoryIndexedBy, type MemoryOwner } from '@cairn/core';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Database } from '../database/open.ts';
import { storeError } from '../database/failures.ts';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import { leaveJob } from './outbox.ts';
import type { IndexWake } from './memories.ts';

/** Saves of this long go together in one job. */
const gatherMs = 500;
/** Owners of one sweep. */
const maxOwners = 1000;

export interface MemoryIndexJobs {
  /** Leaves a job by and by: a save does not wait for it, and many saves need one only. */
  readonly wake: (owner: MemoryOwner) => void;
  /** See `MemoryIndexing`. */
  offerBehind(by: MemoryIndexedBy): Promise<number>;
}

/**
 * The outbox entries by which the worker learns whose index is behind. A job that is lost costs nothing but time: a search reads
 * what is not indexed, and the sweep finds it.
 */
export function createMemoryIndexJobs(database: Database): MemoryIndexJobs {
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: database.maintenance }) });
  const due = new Map<string, MemoryOwner>();
  let timer: NodeJS.Timeout | undefined;

  async function leaveAll(owners: readonly MemoryOwner[]): Promise<void> {
    if (owners.length === 0) return;
    await sql`insert into cairn.outbox (project_id, id, job, payload)
      select o.project_id, o.id, 'memory.index', jsonb_build_object('projectId', o.project_id, 'userId', o.user_id)
      from unnest(${owners.map(({ projectId }) => projectId)}::uuid[], ${owners.map(jobId)}::uuid[],
        ${owners.map(({ userId }) => userId)}::uuid[]) as o (project_id, id, user_id)
      join cairn.projects p on p.id = o.project_id
      on conflict do nothing`.execute(db);
  }

  function flush(): void {
    timer = undefined;
    const owners = [...due.values()];
    due.clear();
    leaveAll(owners).catch(() => {});
  }

  return {
    wake({ projectId, userId }) {
      due.set(`${projectId} ${userId}`, { projectId, userId });
      timer ??= setTimeout(flush, gatherMs).unref();
    },
    async offerBehind(by) {
      try {
        const owners = await behind(db, by);
        await leaveAll(owners);
        return owners.length;
      } catch (error) {
        throw storeError(error);
      }
    },
  };
}

/** One transaction's own: its job comes with its commit. */
export function wakeInTransaction(session: Session): IndexWake {
  return ({ projectId, userId }) =>
    session.inProject(projectId, (trx) => leaveJob(trx, { projectId, job: 'memory.index', payload: { projectId, userId } }));
}

// Two jobs of one owner would only wait for each other.
const jobId = ({ projectId, userId }: MemoryOwner): string => idOf(`memory.index ${projectId} ${userId}`);

async function behind(db: Kysely<Schema>, { analyser, modelId }: MemoryIndexedBy): Promise<readonly MemoryOwner[]> {
  const { rows } = await sql<{ project_id: string; user_id: string }>`
    select distinct b.project_id, b.user_id from (
      select m.project_id, m.user_id from cairn.memories m where m.index_position is null
      union all
      select r.project_id, r.user_id from cairn.memory_reindex r
      union all
      select u.project_id, u.user_id from cairn.memory_unlabelled u
      union all
      select s.project_id, s.user_id from cairn.memory_index_stats s
        where exists (
          select from cairn.memory_index i
          where i.project_id = s.project_id and i.user_id = s.user_id and (i.analyser < ${analyser} or i.analyser > ${analyser}))
        or ${modelId ?? null}::text is not null and exists (
          select from cairn.memory_index i
          where i.project_id = s.project_id and i.user_id = s.user_id
            and (i.embedded_by < ${modelId ?? ''} or i.embedded_by > ${modelId ?? ''}))) b
    limit ${maxOwners}`.execute(db);
  return rows.map((row) => ({ projectId: row.project_id, userId: row.user_id }));
}
