import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import { storeError } from './failures.ts';
import type { Schema } from './schema.ts';

/** A fixed statement with a name of its own, prepared once a connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * Where statements go: to the pool, each in a transaction of its own, or all to one open transaction. Every failure to reach
 * the database leaves as STORE_UNAVAILABLE.
 */
export interface Session {
  /** Whether all of it goes to one open transaction. */
  readonly inTransaction: boolean;
  /** One statement that is a transaction by itself; used with the SQL functions that set the tenant. */
  run<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  /** A transaction that sees one project only. Joins the open one when there is one. */
  inProject<Result>(projectId: string, work: (trx: Transaction<Schema>) => Promise<Result>): Promise<Result>;
  /** A transaction that sees no project: for people, workspaces and sessions. */
  inDirectory<Result>(work: (trx: Transaction<Schema>) => Promise<Result>): Promise<Result>;
}

export function poolSession(pool: pg.Pool): Session {
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }).withSchema('cairn');
  return {
    inTransaction: false,
    async run<Row>(statement: Statement, values: readonly unknown[]) {
      try {
        const result = await pool.query({ name: statement.name, text: statement.text, values: values as unknown[] });
        return result.rows as Row[];
      } catch (error) {
        throw storeError(error);
      }
    },
    inProject: (projectId, work) =>
      reporting(() =>
        db.transaction().execute(async (trx) => {
          await enterProject(trx, projectId);
          return work(trx);
        }),
      ),
    inDirectory: (work) => reporting(() => db.transaction().execute(work)),
  };
}

/** A session on an open transaction of one project. */
export function transactionSession(trx: Transaction<Schema>, project: string): Session {
  return {
    inTransaction: true,
    async run<Row>(statement: Statement, values: readonly unknown[]) {
      const result = await trx.executeQuery<Row>(CompiledQuery.raw(statement.text, [...values]));
      return result.rows;
    },
    async inProject(projectId, work) {
      if (projectId !== project) throw new Error('a transaction stays in its project');
      return work(trx);
    },
    inDirectory: (work) => work(trx),
  };
}

/** A session on an open transaction of a person; it may enter a project that the person manages. */
export function directoryTransactionSession(trx: Transaction<Schema>): Session {
  return {
    inTransaction: true,
    run: () => Promise.reject(new Error('a statement that is a transaction by itself cannot run inside one of a person')),
    async inProject(projectId, work) {
      await enterProject(trx, projectId);
      return work(trx);
    },
    inDirectory: (work) => work(trx),
  };
}

/** Makes the project's rows visible until the transaction ends. */
export async function enterProject(trx: Transaction<Schema>, projectId: string): Promise<void> {
  await sql`select set_config('cairn.project_id', ${projectId}, true)`.execute(trx);
}

async function reporting<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw storeError(error);
  }
}
