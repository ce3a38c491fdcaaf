import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** Puts one row into a table of a project; a value may be an expression. */
export async function insertRow(
  trx: Transaction<Schema>,
  { projectId, table }: { readonly projectId: string; readonly table: string },
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const columns = Object.keys(row);
  const values: RawBuilder<unknown>[] = Object.values(row).map((value) => (isSql(value) ? value : sql`${value}`));
  await sql`insert into ${sql.table(`cairn.${table}`)} (project_id, ${sql.join(columns.map((name) => sql.ref(name)))})
    values (${projectId}, ${sql.join(values)})`.execute(trx);
}

const isSql = (value: unknown): value is RawBuilder<unknown> => typeof value === 'object' && value !== null && 'toOperationNode' in value;
