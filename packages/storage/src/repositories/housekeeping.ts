import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Database } from '../database/open.ts';
import { storeError } from '../database/failures.ts';
import type { Schema } from '../database/schema.ts';

/**
 * Clears what has lapsed: answers kept longer than 24 hours, ended sessions, invitations a month after their end,
 * what agents were told of calls of their tools after a week, counts of usage after 35 days. Ends approvals that nobody
 * gave or used in time. Safe to call from several processes.
 */
export interface Housekeeping {
  clearLapsed(): Promise<void>;
}

/**
 * A used code stays for a day, so that its return is recognised. A revoked connection stays for a month; one that never got its token
 * goes after an hour. A client with a connection is never cleared away.
 */
const lapsedOauth = [
  "delete from cairn.oauth_records where expires_at < now() and (model <> 'AuthorizationCode' or expires_at < now() - interval '1 day')",
  'delete from cairn.oauth_tickets where expires_at < now()',
  `delete from cairn.oauth_connections c where c.revoked_at < now() - interval '30 days'
    or (c.revoked_at is null and c.created_at < now() - interval '1 hour'
      and not exists (select from cairn.oauth_tokens t where t.connection_id = c.id))`,
  `delete from cairn.oauth_clients k where k.granted_at is null and k.created_at < now() - interval '7 days'
    and not exists (select from cairn.oauth_connections c where c.client_id = k.id)`,
];

/** Calls of agents' tools: for a week, and the newest 10,000 of each credential. */
const lapsedHookCalls = [
  ['hook_calls', 'created_at'],
  ['hook_calls_told', 'told_at'],
].flatMap(([table, at]) => [
  `delete from cairn.${table} where ${at} < now() - interval '7 days'`,
  `delete from cairn.${table} t using (
    select n.project_id, n.credential_id, n.at from (
      select project_id, credential_id, ${at} as at, row_number() over (partition by project_id, credential_id order by ${at} desc) as number
      from cairn.${table}
    ) n where n.number = 10001
  ) last where t.project_id = last.project_id and t.credential_id = last.credential_id and t.${at} <= last.at`,
]);

export function createHousekeeping(database: Database): Housekeeping {
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: database.maintenance }) });
  return {
    async clearLapsed() {
      try {
        await sql`delete from cairn.kept_answers where created_at < now() - interval '24 hours'`.execute(db);
        await sql`delete from cairn.user_answers where created_at < now() - interval '24 hours'`.execute(db);
        await sql`delete from cairn.sessions where expires_at < now()`.execute(db);
        for (const statement of lapsedOauth) await sql.raw(statement).execute(db);
        await sql`update cairn.approvals set status = 'expired', updated_at = now()
          where status in ('pending', 'approved') and expires_at <= now()`.execute(db);
        for (const statement of lapsedHookCalls) await sql.raw(statement).execute(db);
        await sql`delete from cairn.usage_hours where hour < now() - interval '35 days'`.execute(db);
        await sql`delete from cairn.invitations where expires_at < now() - interval '30 days'`.execute(db);
      } catch (error) {
        throw storeError(error);
      }
    },
  };
}
