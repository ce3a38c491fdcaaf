import { findError } from './backend-reply.ts';
import type { EngineThread } from './engine-thread.ts';
import { errorField } from './server-messages.ts';
import { quoteIdentifier, settingsSql } from './session-settings.ts';
import { query } from './wire-messages.ts';

const undefinedTable = '42P01';
const undefinedSchema = '3F000';

/** VACUUM (ANALYZE) of one table as the owner, in its turn among the connections; a table that is not there is left out. */
export async function vacuum(engine: EngineThread, connection: number, table: string): Promise<void> {
  await engine.open(connection, settingsSql(new Map()));
  try {
    const name = table.split('.').map((part) => quoteIdentifier(part));
    const bytes = new Uint8Array(query(`VACUUM (ANALYZE) ${name.join('.')}`));
    const error = findError(await engine.run(connection, { bytes, syncs: 1 }));
    const code = error === undefined ? undefined : errorField(error, 'C');
    if (error === undefined || code === undefinedTable || code === undefinedSchema) return;
    throw new Error(`embedded database could not vacuum ${table}: ${errorField(error, 'M')} (${code})`);
  } finally {
    engine.close(connection, []);
  }
}
