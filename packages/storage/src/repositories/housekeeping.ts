import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Database } from '../database/open.ts';
import { storeError } from '../database/failures.ts';
import type { Schema } from '../database/schema.ts';

/** Clears what has lapsed: answers kept longer than 24 hours, ended sessions. Safe to call from several processes. */
export interface Housekeeping {
  clearLapsed(): Promise<void>;
}

export function createHousekeeping(database: Database): Housekeeping {
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: database.maintenance }) });
  return {
    async clearLapsed() {
      try {
        await sql`delete from cairn.kept_answers where created_at < now() - interval '24 hours'`.execute(db);
        await sql`delete from cairn.user_answers where created_at < now() - interval '24 hours'`.execute(db);
        await sql`delete from cairn.sessions where expires_at < now()`.execute(db);
      } catch (error) {
        throw storeError(error);
      }
    },
  };
}
