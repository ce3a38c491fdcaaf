import { newId, type Outbox, type OutboxEntry } from '@cairn/core';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from '../database/open.ts';
import { storeError } from '../database/failures.ts';
import type { Schema } from '../database/schema.ts';

/** Leaves a job in the transaction that makes it necessary. With an id of its own it is left, and carried, once until it is done. */
export async function leaveJob(trx: Transaction<Schema>, entry: Omit<OutboxEntry, 'id'> & { readonly id?: string }): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({
      project_id: entry.projectId,
      id: entry.id ?? newId(),
      job: entry.job,
      payload: JSON.stringify(entry.payload),
      taken_until: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const channel = 'cairn_outbox';
const reconnectMs = 1000;

export function createOutbox(database: Database): Outbox {
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: database.maintenance }) }).withSchema('cairn');
  return {
    relay: (limit, dispatch) => reporting(() => relay(db, limit, dispatch)),
    carried: (seconds, limit) => reporting(() => carried(db, seconds, limit)),
    backlog: () => reporting(() => backlog(db)),
    requeueStranded: (seconds) => reporting(() => requeue(db, seconds)),
    onEntry: (wake) => listen(database, wake),
  };
}

/**
 * How long a relay has entries for itself: as long as a queue that answers takes with certainty. What a relay that died had taken waits
 * so long, and carrying twice costs nothing, since the queue knows jobs by their ids.
 */
const takenFor = sql`interval '6 seconds'`;

/**
 * Takes entries for a while, hands them over outside any transaction (the queue may live in this very database), then deletes
 * them. A relay that dies in between leaves them to the next: never lost, perhaps carried twice.
 */
async function relay(db: Kysely<Schema>, limit: number, dispatch: (entries: readonly OutboxEntry[]) => Promise<void>): Promise<number> {
  const { rows } = await sql<TakenRow>`
    update cairn.outbox o set taken_until = now() + ${takenFor}
    from (select project_id, id from cairn.outbox where taken_until is null or taken_until < now()
          order by created_at limit ${limit} for update skip locked) due
    where o.project_id = due.project_id and o.id = due.id
    returning o.project_id, o.id, o.job, o.payload`.execute(db);
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  try {
    await dispatch(rows.map((row) => ({ id: row.id, projectId: row.project_id, job: row.job, payload: row.payload })));
  } catch (error) {
    await sql`update cairn.outbox set taken_until = null where id = any (${ids}::uuid[])`.execute(db);
    throw error;
  }
  await sql`delete from cairn.outbox where id = any (${ids}::uuid[])`.execute(db);
  return rows.length;
}

async function backlog(db: Kysely<Schema>): Promise<{ waiting: number; oldestSeconds: number }> {
  const { rows } = await sql<{ waiting: number; oldest: number }>`
    select count(*)::int as waiting, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
    from cairn.outbox`.execute(db);
  return { waiting: rows[0]?.waiting ?? 0, oldestSeconds: Math.max(0, rows[0]?.oldest ?? 0) };
}

interface TakenRow {
  readonly project_id: string;
  readonly id: string;
  readonly job: string;
  readonly payload: unknown;
}

/**
 * The time is moved on with the entry, so that a version is queued again at most once in the interval. The entry's id is the
 * version's: while one waits in the outbox or the queue, another adds nothing, however long the backlog is.
 */
async function requeue(db: Kysely<Schema>, seconds: number): Promise<number> {
  const stranded = await sql<{ id: string }>`
    with stranded as (
      update cairn.document_versions set updated_at = clock_timestamp()
      where status in ('queued', 'parsing', 'indexing')
        and greatest(updated_at, coalesce(claim_expires_at, updated_at)) < now() - make_interval(secs => ${seconds})
      returning project_id, id)
    insert into cairn.outbox (project_id, id, job, payload)
      select project_id, id, 'knowledge.ingest', jsonb_build_object('projectId', project_id, 'versionId', id) from stranded
      on conflict do nothing
      returning id`.execute(db);
  return stranded.rows.length;
}

/** By the index of what is unfinished, so that it costs nothing while nothing is. */
async function carried(db: Kysely<Schema>, seconds: number, limit: number): Promise<OutboxEntry[]> {
  const { rows } = await sql<{ project_id: string; id: string }>`
    select v.project_id, v.id from cairn.document_versions v
    where v.status in ('queued', 'parsing', 'indexing') and v.updated_at < now() - make_interval(secs => ${seconds})
      and (v.claim_expires_at is null or v.claim_expires_at < now())
      and not exists (select from cairn.outbox o where o.project_id = v.project_id and o.id = v.id)
    order by v.updated_at limit ${limit}`.execute(db);
  return rows.map(({ project_id: projectId, id }) => ({ id, projectId, job: 'knowledge.ingest', payload: { projectId, versionId: id } }));
}

/** A connection of its own that listens; when it breaks it is made again, and `wake` is called for what was missed meanwhile. */
async function listen(database: Database, wake: () => void): Promise<() => Promise<void>> {
  let ended = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const connect = async (): Promise<void> => {
    const next = new pg.Client(database.listenConnection);
    const lost = (): void => {
      if (ended || client !== next) return;
      client = undefined;
      timer = setTimeout(() => void connect().catch(() => {}), reconnectMs);
    };
    client = next;
    next.on('error', lost).on('end', lost).on('notification', wake);
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
    } catch (error) {
      lost();
      await next.end().catch(() => {});
      throw error;
    }
    wake();
  };
  await connect().catch(() => {});
  return async () => {
    ended = true;
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}

async function reporting<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw storeError(error);
  }
}
