import pg from 'pg';
import type { Database } from './open.ts';

/**
 * For the start of a service without Redis: why the user as whom it connects cannot keep the queue in the database, or undefined. The queue
 * makes a schema of its own there, or uses the one that an earlier start made.
 *
 * @param schema the queue's
 */
export async function queueUserFault(database: Pick<Database, 'queueConnection'>, schema = 'bullmq'): Promise<string | undefined> {
  const client = new pg.Client(database.queueConnection);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; may: boolean }>(
      `select session_user::text as name, coalesce(
         (select has_schema_privilege(session_user, oid, 'usage') from pg_namespace where nspname = $1),
         has_database_privilege(session_user, current_database(), 'create')) as may`,
      [schema],
    );
    const [user] = rows;
    if (user === undefined || user.may) return undefined;
    return `the database user ${user.name} may not make or use the schema ${schema}, which holds the queue where there is no Redis`;
  } finally {
    await client.end();
  }
}
