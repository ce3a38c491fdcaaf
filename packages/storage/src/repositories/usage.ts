import { may } from '@cairn/auth';
import type { Actor, CredentialKind } from '@cairn/core';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';

/** What was counted of one credential in one hour. */
export interface UsageCount {
  /** Start of the hour, ISO 8601. */
  readonly hour: string;
  readonly credentialId: string;
  readonly credentialKind: CredentialKind;
  /** A request is counted by group of routes, a call of a tool by tool; a call is part of a request. */
  readonly counted: 'request' | 'tool';
  readonly name: string;
  readonly n: number;
  /** Those of them past the rate limit. */
  readonly limited: number;
}

/** Requests of one credential in the whole time. */
export interface CredentialUsage extends Pick<UsageCount, 'credentialId' | 'credentialKind' | 'n' | 'limited'> {
  /** What people call the key, one that is revoked too; null for whatever the actor may not list by its name. */
  readonly name: string | null;
}

/** A time of which usage is read. An hour is in it when its start is. */
export interface UsageTime {
  /** Inclusive, ISO 8601. */
  readonly from: string;
  /** Exclusive, ISO 8601. */
  readonly to: string;
  /** Hours that are added up to one, counted from midnight UTC; a divisor of 24. Default: 1. */
  readonly stepHours?: number;
}

/** What a project used, has and waits for. */
export interface ProjectUsage {
  /** Newest hour first, each the start of its step, at most as many as were asked for. */
  readonly hours: readonly UsageCount[];
  /** The busiest first, at most 1,000. */
  readonly credentials: readonly CredentialUsage[];
  readonly storage: { readonly memories: number; readonly documents: number; readonly originalBytes: number };
  readonly queue: {
    readonly documentsWaiting: number;
    readonly documentsInWork: number;
    /** Jobs that the queue has not taken yet. */
    readonly jobsWaiting: number;
    /** Since the oldest document that is not searchable was uploaded; null when there is none. */
    readonly oldestSeconds: number | null;
  };
  /** Of documents uploaded in that time that are searchable: from the upload to the last time that one became so. */
  readonly searchableLag: { readonly documents: number; readonly medianSeconds: number | null; readonly greatestSeconds: number | null };
}

export interface UsageRepository {
  /** Adds counts, each of another hour, credential and name; those of a project that is gone are left out. */
  add(projectId: string, counts: readonly UsageCount[]): Promise<void>;
  read(actor: Actor, time: UsageTime, limit: number): Promise<ProjectUsage>;
}

export function createUsageRepository(session: Session): UsageRepository {
  return {
    add: (projectId, counts) => session.inProject(projectId, (trx) => addCounts(trx, projectId, counts)),
    read: (actor, time, limit) =>
      session.inProject(actor.projectId, async (trx) => {
        const of = { trx, projectId: actor.projectId, ...time };
        return {
          hours: await hoursOf(of, limit),
          credentials: await credentialsOf(of, actor),
          storage: await storageOf(of),
          queue: await queueOf(of),
          searchableLag: await lagOf(of),
        };
      }),
  };
}

async function addCounts(trx: Transaction<Schema>, projectId: string, counts: readonly UsageCount[]): Promise<void> {
  const rows = JSON.stringify(counts);
  // In one order whoever adds, so that gateways which add at once wait for each other and never in a circle.
  await sql`
    insert into cairn.usage_hours as u (project_id, hour, credential_id, credential_kind, counted, name, n, limited)
    select p.id, c.hour, c."credentialId", c."credentialKind", c.counted, c.name, c.n, c.limited
    from cairn.projects p, jsonb_to_recordset(${rows}::jsonb) as c
      (hour timestamptz, "credentialId" uuid, "credentialKind" text, counted text, name text, n bigint, limited bigint)
    where p.id = ${projectId}
    order by c.hour, c."credentialId", c.counted, c.name
    on conflict (project_id, hour, credential_id, counted, name)
      do update set n = u.n + excluded.n, limited = u.limited + excluded.limited`.execute(trx);
}

interface Scope extends UsageTime {
  readonly trx: Transaction<Schema>;
  readonly projectId: string;
}

async function hoursOf({ trx, projectId, from, to, stepHours = 1 }: Scope, limit: number): Promise<readonly UsageCount[]> {
  const { rows } = await sql<UsageCount>`
    select date_bin(make_interval(hours => ${stepHours}::int), u.hour, 'epoch'::timestamptz) as hour,
      credential_id as "credentialId", credential_kind as "credentialKind", counted, name,
      sum(n)::bigint as n, sum(limited)::bigint as limited
    from cairn.usage_hours u where project_id = ${projectId} and u.hour >= ${from}::timestamptz and u.hour < ${to}::timestamptz
    group by 1, credential_id, credential_kind, counted, name
    order by 1 desc, credential_id, counted, name limit ${limit}`.execute(trx);
  return rows;
}

async function credentialsOf({ trx, projectId, from, to }: Scope, actor: Actor): Promise<readonly CredentialUsage[]> {
  const { rows } = await sql<CredentialUsage>`
    select u.*, k.name
    from (
      select credential_id as "credentialId", credential_kind as "credentialKind", sum(n)::bigint as n, sum(limited)::bigint as limited
      from cairn.usage_hours
      where project_id = ${projectId} and hour >= ${from}::timestamptz and hour < ${to}::timestamptz and counted = 'request'
      group by credential_id, credential_kind order by sum(n) desc, credential_id limit 1000) u
    left join cairn.api_keys k on k.project_id = ${projectId} and k.id = u."credentialId" and ${mayName(actor)}
    order by u.n desc, u."credentialId"`.execute(trx);
  return rows;
}

/** Keys that the actor could list while they hold. */
function mayName({ kind, role, userId }: Actor): RawBuilder<unknown> {
  if (kind !== 'session' || !may(role, 'manage_keys')) return sql`false`;
  return may(role, 'manage_all_keys') ? sql`true` : sql`k.user_id = ${userId}`;
}

async function storageOf({ trx, projectId }: Scope): Promise<ProjectUsage['storage']> {
  const { rows } = await sql<ProjectUsage['storage']>`select
    (select coalesce(sum(n), 0)::bigint from cairn.memory_totals where project_id = ${projectId}) as memories,
    (select count(*) from cairn.documents where project_id = ${projectId}) as documents,
    (select coalesce(sum(size), 0)::bigint from cairn.document_parts where project_id = ${projectId} and kind = 'original')
      as "originalBytes"`.execute(trx);
  return only(rows);
}

async function queueOf({ trx, projectId }: Scope): Promise<ProjectUsage['queue']> {
  const { rows } = await sql<ProjectUsage['queue']>`select
    count(*) filter (where status = 'queued') as "documentsWaiting",
    count(*) filter (where status <> 'queued') as "documentsInWork",
    (select count(*) from cairn.outbox where project_id = ${projectId}) as "jobsWaiting",
    greatest(0, extract(epoch from clock_timestamp() - min(created_at)))::float8 as "oldestSeconds"
    from cairn.document_versions where project_id = ${projectId} and status in ('queued', 'parsing', 'indexing')`.execute(trx);
  const [row] = rows;
  // Without any, greatest() leaves the null out and says 0.
  return { ...only(rows), oldestSeconds: row && row.documentsWaiting + row.documentsInWork > 0 ? row.oldestSeconds : null };
}

async function lagOf({ trx, projectId, from, to }: Scope): Promise<ProjectUsage['searchableLag']> {
  const { rows } = await sql<ProjectUsage['searchableLag']>`select count(*) as documents,
    percentile_cont(0.5) within group (order by extract(epoch from updated_at - created_at)::float8) as "medianSeconds",
    max(extract(epoch from updated_at - created_at))::float8 as "greatestSeconds"
    from cairn.document_versions where project_id = ${projectId} and status = 'ready'
      and created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz`.execute(trx);
  return only(rows);
}

function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('an aggregate has one row');
  return row;
}
