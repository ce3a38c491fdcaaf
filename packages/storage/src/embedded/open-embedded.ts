import { mkdirSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { databaseFolder } from './database-folder.ts';
import { startEngine, type Engine } from './engine.ts';
import { lockFolder } from './folder-lock.ts';
import { Switchboard } from './switchboard.ts';

export interface EmbeddedOptions {
  /** Data folder, made with mode 0700 when missing; the database is in its `postgres` folder. */
  readonly dataDir: string;
  /** Acknowledged means on the disk. Default true. */
  readonly durable?: boolean;
  /** Milliseconds that a connection waits for another's transaction to end. Default 30,000. */
  readonly gateTimeoutMs?: number;
  readonly onWarning: (message: string) => void;
}

/** A Postgres inside this process, in a thread of its own. */
export interface EmbeddedDatabase {
  readonly serverVersion: string;
  /** A new connection, as `pg` takes it: `new pg.Pool({ stream: () => db.socket() })`. Options `-c role=… -c search_path=…` count. */
  socket(): Duplex;
  /** Resolves when the engine ended although nobody closed it; the process should end then. */
  readonly died: Promise<Error>;
  /** VACUUM (ANALYZE) of those of the tables that exist: the engine has no autovacuum. */
  maintain(tables: readonly string[]): Promise<void>;
  /** Close the pools first. */
  close(): Promise<void>;
}

/** @throws DataFolderInUse, or an error of one line that says why the folder cannot be opened. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, durable = true, gateTimeoutMs = 30_000, onWarning } = options;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(dataDir);
  try {
    const engine = await openEngine(dataDir, durable);
    if (durable && engine.syncs === 0) {
      onWarning('the embedded database does not reach the disk before it acknowledges: a power cut may lose the last writes');
    }
    return assemble(engine, new Switchboard(engine, { gateTimeoutMs }), unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function openEngine(dataDir: string, durable: boolean): Promise<Engine> {
  const folder = databaseFolder(dataDir);
  try {
    const engine = await startEngine({ folder: folder.path, durable });
    if (folder.isNew) folder.complete();
    return engine;
  } catch (error) {
    throw new Error(`the embedded database in ${folder.path} does not open`, { cause: error });
  }
}

function assemble(engine: Engine, board: Switchboard, unlock: () => Promise<void>): EmbeddedDatabase {
  return {
    serverVersion: engine.serverVersion,
    socket: () => board.connect(),
    died: engine.died,
    maintain: (tables) => vacuum(board, tables),
    async close() {
      await engine.close();
      await unlock();
    },
  };
}

async function vacuum(board: Switchboard, tables: readonly string[]): Promise<void> {
  const client = new pg.Client({ stream: () => board.connect() });
  await client.connect();
  try {
    for (const table of tables) {
      const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
      if (rows[0]?.there) await client.query(`vacuum (analyze) ${table}`);
    }
  } finally {
    await client.end();
  }
}
