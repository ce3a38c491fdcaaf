import type { Actor } from '@cairn/core';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** A revision as it is stored. */
export interface RevisionRow {
  readonly number: number;
  readonly name: string;
  readonly rules: string;
  readonly digest: Buffer;
  readonly created_by: string;
  readonly created_at: string;
  readonly activated_at: string | null;
}

interface NewRow {
  readonly number: number;
  readonly name: string;
  readonly rules: RawBuilder<unknown>;
  readonly digest: Buffer;
  readonly created_by: string;
}

/** The revisions of one project or one workspace, and which is in force. */
export interface PolicyTables {
  activeNumber(): Promise<number>;
  /** The newest revision that was in force, where the store does not know any more which one is. */
  forgotten(): Promise<number | undefined>;
  /** Newest first. */
  revisions(walk: { readonly limit: number; readonly below?: number | undefined }): Promise<readonly RevisionRow[]>;
  revision(number: number): Promise<RevisionRow | undefined>;
  /** Whether what is in force is what the audit tells was activated last. */
  isTold(): Promise<boolean>;
  /** Changes of what is in force happen one after the other. */
  lock(): Promise<void>;
  nextNumber(): Promise<number>;
  insert(row: NewRow): Promise<RevisionRow>;
  setActive(number: number): Promise<void>;
}

export function policyTables(trx: Transaction<Schema>, scope: 'project' | 'workspace', actor: Actor): PolicyTables {
  const names =
    scope === 'project'
      ? ({ revisions: 'policy_revisions', state: 'policy_state', owner: 'project_id', id: actor.projectId } as const)
      : ({
          revisions: 'workspace_policy_revisions',
          state: 'workspace_policy_state',
          owner: 'workspace_id',
          id: actor.workspaceId,
        } as const);
  const revisions = sql.table(`cairn.${names.revisions}`);
  const state = sql.table(`cairn.${names.state}`);
  const owner = sql.ref(names.owner);
  const columns = sql.raw('number, name, rules::text as rules, digest, created_by, created_at, activated_at');
  const first = async <Row>(query: RawBuilder<Row>): Promise<Row | undefined> => (await query.execute(trx)).rows[0];

  const wasActivated = sql`exists (select from ${revisions} where ${owner} = ${names.id} and activated_at is not null)`;
  const lock = async (): Promise<void> => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`policy ${names.id}`}, 0))`.execute(trx);
    // Where revisions were in force and nothing tells which, that is lost: only an activation says it again.
    await sql`insert into ${state} (${owner}) select ${names.id} where not ${wasActivated} on conflict do nothing`.execute(trx);
    await sql`select from ${state} where ${owner} = ${names.id} for update`.execute(trx);
  };
  const numbered = sql`(select coalesce(max(number), 0) from ${revisions} where ${owner} = ${names.id})`;

  return {
    lock,
    activeNumber: async () => (await first(sql<{ active: number }>`select active from ${state} where ${owner} = ${names.id}`))?.active ?? 0,
    forgotten: async () =>
      (
        await first(sql<{ number: number | null }>`
          select max(number) as number from ${revisions} where ${owner} = ${names.id} and activated_at is not null
            and not exists (select from ${state} where ${owner} = ${names.id})`)
      )?.number ?? undefined,
    revision: (number) =>
      first(sql<RevisionRow>`select ${columns} from ${revisions} where ${owner} = ${names.id} and number = ${number}::bigint`),
    isTold: async () => (await first(sql<{ told: boolean }>`select cairn.is_policy_told(${names.id}) as told`))?.told ?? false,
    async revisions({ limit, below }) {
      const older = below === undefined ? sql`true` : sql`number < ${below}::bigint`;
      const { rows } = await sql<RevisionRow>`
        select ${columns} from ${revisions} where ${owner} = ${names.id} and ${older} order by number desc limit ${limit}`.execute(trx);
      return rows;
    },
    async nextNumber() {
      await lock();
      const row = await first(
        sql<{
          latest: number;
        }>`update ${state} set latest = greatest(latest, ${numbered}) + 1 where ${owner} = ${names.id} returning latest`,
      );
      return row?.latest ?? (await first(sql<{ next: number }>`select ${numbered} + 1 as next`))?.next ?? 1;
    },
    async insert({ number, name, rules, digest, created_by: createdBy }) {
      const row = await first(sql<RevisionRow>`
        insert into ${revisions} (${owner}, number, name, rules, digest, created_by)
        values (${names.id}, ${number}, ${name}, ${rules}, ${digest}, ${createdBy})
        returning ${columns}`);
      return row as RevisionRow;
    },
    async setActive(number) {
      await sql`insert into ${state} (${owner}, active, latest) values (${names.id}, ${number}, ${numbered})
        on conflict (${owner}) do update set active = ${number}, updated_at = clock_timestamp()`.execute(trx);
      await sql`update ${revisions} set activated_at = clock_timestamp() where ${owner} = ${names.id} and number = ${number}`.execute(trx);
      // What was asked for under the one before does not come back with it.
      const end = scope === 'project' ? 'cairn.supersede_approvals' : 'cairn.supersede_in_workspace';
      await sql`select ${sql.raw(end)}(${names.id})`.execute(trx);
    },
  };
}
