import type { Duplex } from 'node:stream';
import { Channels } from './channels.ts';
import { Connections } from './connections.ts';
import { databaseFolder, prepareDataFolder } from './database-folder.ts';
import type { EmbeddedSocket } from './embedded-socket.ts';
import { EngineThread } from './engine-thread.ts';
import { EmbeddedDatabaseError } from './errors.ts';
import { lockFolder, type FolderLock } from './folder-lock.ts';
import { vacuum } from './maintenance.ts';

export interface EmbeddedOptions {
  /** The data folder; made with mode 0700, parents included. The database is in its folder `postgres`. */
  readonly dataDir: string;
  /** Whether a commit is on the disk before it is answered; true when absent. */
  readonly durable?: boolean;
  /** How long a connection waits for another's transaction before it is refused with SQLSTATE 55P03; 30,000 when absent. */
  readonly gateTimeoutMs?: number;
  /** Told one sentence when the database works but promises less than it should. */
  readonly onWarning: (message: string) => void;
}

/** A Postgres inside this process. */
export interface EmbeddedDatabase {
  /**
   * A new connection for `pg`: `new pg.Pool({ stream: () => database.socket(), options: '-c role=... -c search_path=...' })`.
   * It is the owner `postgres` unless `options` names a role; `user`, `database` and `password` count for nothing.
   */
  socket(): Duplex;
  readonly serverVersion: string;
  /** Resolves when the engine died; nothing works any more and the process should end. Pending in a normal life. */
  readonly died: Promise<Error>;
  /** VACUUM (ANALYZE) of the tables named, `schema.table`; those that do not exist are left out. There is no autovacuum. */
  maintain(tables: readonly string[]): Promise<void>;
  /**
   * Lets the statement that runs end (10 s at most), refuses the others, rolls back what is open, and frees the folder.
   * End the pools before it. Closing twice is once.
   */
  close(): Promise<void>;
}

/** Rejects with an EmbeddedDatabaseError of one line when the folder cannot be used; nothing is then held or half-made. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir } = options;
  const lock = await useFolder(dataDir);
  try {
    return await openLocked(options, lock);
  } catch (error) {
    await lock.release();
    throw inOneLine(dataDir, error);
  }
}

async function useFolder(dataDir: string): Promise<FolderLock> {
  try {
    await prepareDataFolder(dataDir);
    return await lockFolder(dataDir);
  } catch (error) {
    throw inOneLine(dataDir, error);
  }
}

async function openLocked(options: EmbeddedOptions, lock: FolderLock): Promise<EmbeddedDatabase> {
  const { dataDir, durable = true, gateTimeoutMs = 30_000, onWarning } = options;
  const folder = await databaseFolder(dataDir, durable);
  const channels = new Channels<EmbeddedSocket>();
  const engine = await EngineThread.start({
    folder,
    durable,
    gateTimeoutMs,
    onNotification: (channel, bytes) => {
      for (const socket of channels.listenersOf(channel)) socket.deliver(bytes);
    },
  });
  if (durable && !engine.syncs) onWarning(unsyncedWarning);
  return assemble(engine, new Connections(engine, channels), lock);
}

const unsyncedWarning =
  'the embedded database does not bring its writes to the disk (its engine lost the fsync call): a power cut can lose acknowledged writes; use DATABASE_URL';

function assemble(engine: EngineThread, connections: Connections, lock: FolderLock): EmbeddedDatabase {
  void engine.died.then((reason) => connections.break(reason));
  let closing: Promise<void> | undefined;
  const close = async () => {
    await engine.shutDown();
    connections.hangUp();
    await lock.release();
  };
  return {
    socket: () => connections.connect(),
    serverVersion: engine.serverVersion,
    died: engine.died,
    async maintain(tables) {
      for (const table of tables) await vacuum(engine, connections.nextNumber(), table);
    },
    close: () => (closing ??= close()),
  };
}

const systemReasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'the path is not a folder',
};

/** What an operator can act on: one line that names the folder and holds the reason, so it has no cause beside it. */
function inOneLine(dataDir: string, error: unknown): EmbeddedDatabaseError {
  if (error instanceof EmbeddedDatabaseError) return error;
  const reason = systemReasons[(error as NodeJS.ErrnoException).code ?? ''];
  if (reason !== undefined) {
    return new EmbeddedDatabaseError('DATA_FOLDER_UNUSABLE', `the data folder ${dataDir} cannot be used: ${reason}`);
  }
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
  if (/no space left on device/i.test(line)) {
    return new EmbeddedDatabaseError('DATA_FOLDER_UNUSABLE', `the disk of the data folder ${dataDir} is full; make room and start again`);
  }
  return new EmbeddedDatabaseError(
    'DATABASE_WILL_NOT_OPEN',
    `the database in ${dataDir}/postgres does not open: ${line}; restore the folder from a copy, or set CAIRN_DATA_DIR to another folder`,
  );
}
