import { Socket } from 'node:net';
import pg from 'pg';
import { awaitFirstConnection } from './await-first-connection.ts';
import { boundedSocket } from './bounded-socket.ts';
import { createOpenSockets } from './open-sockets.ts';
import { migrate, schemaFault } from './migrations.ts';
import { serviceUserFault } from './service-user.ts';
import { SturdyClient } from './sturdy-client.ts';
import { columnTypes } from './types.ts';
import { startUpkeep } from './upkeep.ts';
import { asRefusal, watchWrites } from './write-watch.ts';

export type DatabaseLocation =
  | { readonly kind: 'postgres'; readonly url: string }
  | {
      readonly kind: 'embedded';
      /** The data folder; the database is in its `postgres` folder. */
      readonly dataDir: string;
    };

export interface OpenOptions {
  readonly location: DatabaseLocation;
  /** Connections of the app's pool; 10 when absent. */
  readonly poolSize?: number;
  /** Milliseconds that a server may say nothing under a statement before it is given up; 30,000 when absent. */
  readonly silenceMs?: number;
  /** Bring the schema up to date; when false an older or newer schema refuses to open. */
  readonly migrate: boolean;
  readonly onWarning: (message: string) => void;
}

/** The database with one pool for each role. Both kinds behave alike to everything above. */
export interface Database {
  readonly kind: DatabaseLocation['kind'];
  /** Role `cairn_app`: behind the tenant wall. */
  readonly app: pg.Pool;
  /** Role `cairn_maintenance`: the outbox and lapsed rows of every project. */
  readonly maintenance: pg.Pool;
  /** Connection settings for a carrier of the queue on this database, as the owner. */
  readonly queueConnection: pg.PoolConfig;
  /** Connection settings of the maintenance role, for a listening client. */
  readonly listenConnection: pg.ClientConfig;
  /** Answers when the database does; rejects otherwise. @throws WritesRefused when it answers, and takes nothing new. */
  probe(): Promise<void>;
  /** Resolves, with the reason, when the embedded engine dies; never on a server. */
  readonly died: Promise<Error>;
  /**
   * Breaks every connection to a server, so that whoever waits for one that says nothing is told at once that it is away. For the
   * end of a process only. The embedded engine is part of the process and is let finish.
   */
  interrupt(): void;
  close(): Promise<void>;
}

const sessionSettings = '-c TimeZone=UTC -c search_path=cairn,public';

/**
 * Opens, migrates or checks, and gives pools. One clear error when it cannot, at once but for a server whose connections time out, which
 * is given half a minute. @throws WritesRefused when it cannot for that
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  return options.location.kind === 'postgres' ? awaitFirstConnection(() => openOnce(options)) : openOnce(options);
}

async function openOnce(options: OpenOptions): Promise<Database> {
  const source = await openSource(options);
  try {
    const owner = new pg.Pool({ ...source.connection, Client: SturdyClient, max: 1, options: '-c TimeZone=UTC', types: columnTypes });
    owner.on('error', ignore);
    try {
      await (options.migrate ? migrate(owner) : checkSchema(owner, options));
    } finally {
      await owner.end();
    }
    const { database, lookAtWrites } = assemble(options, source);
    await lookAtWrites();
    return database;
  } catch (error) {
    await source.close();
    throw asRefusal(error);
  }
}

async function checkSchema(pool: pg.Pool, { location, onWarning }: OpenOptions): Promise<void> {
  await takeRole(pool);
  const fault = await schemaFault(pool);
  if (fault) throw new Error(fault);
  // Services work behind the roles that they take; a user that could do more than those is a wall less.
  const excess = location.kind === 'postgres' ? await serviceUserFault(pool) : undefined;
  if (excess !== undefined) onWarning(excess);
}

/**
 * A user that owns nothing sees the schema in a role of services alone, and may have been given a right too much that does not reach as
 * far; who owns it can look into a schema from before that role could. For a pool of one connection.
 */
async function takeRole(pool: pg.Pool): Promise<void> {
  await pool.query(`select set_config('role', r.rolname, false) from pg_roles r
    where r.rolname = 'cairn_app' and pg_has_role(r.oid, 'member') and exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'cairn' and c.relname = 'kysely_migration' and has_table_privilege(r.oid, c.oid, 'select'))`);
}

interface Source {
  readonly connection: pg.PoolConfig;
  /** Session settings that the operator put into the URL; ours come after them and win. */
  readonly settings: string;
  readonly died: Promise<Error>;
  maintain(tables: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

async function openSource({ location, onWarning }: OpenOptions): Promise<Source> {
  if (location.kind === 'postgres') {
    const { url, settings } = splitSettings(location.url);
    return {
      connection: { connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true },
      settings,
      died: new Promise(() => {}),
      maintain: async () => {},
      close: async () => {},
    };
  }
  // A process on a real server never loads the embedded engine.
  const { openEmbedded } = await import('../embedded/index.ts');
  const engine = await openEmbedded({ dataDir: location.dataDir, onWarning });
  return {
    // The embedded sockets are ordinary streams to `pg`; nothing is dialled.
    connection: { stream: () => engine.socket() },
    settings: '',
    died: engine.died,
    maintain: (tables) => engine.maintain(tables),
    close: () => engine.close(),
  };
}

/** `pg` would let `options` of the URL replace ours, and with them the role. */
function splitSettings(location: string): { url: string; settings: string } {
  const url = new URL(location);
  const settings = url.searchParams.get('options') ?? '';
  url.searchParams.delete('options');
  return { url: url.href, settings };
}

/** What a server gets to say goodbye in. */
const closeWithinMs = 1000;

async function bounded(work: Promise<unknown>, ms: number | undefined): Promise<void> {
  if (ms === undefined) return void (await work);
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}

/** Longer than any statement of ours takes. */
const longestSilence = 30_000;

interface Assembled {
  readonly database: Database;
  /** Warns of a server that takes no writes now. */
  readonly lookAtWrites: () => Promise<void>;
}

function assemble(options: OpenOptions, source: Source): Assembled {
  const embedded = options.location.kind === 'embedded';
  const sockets = createOpenSockets();
  const dialled = embedded ? {} : { stream: () => sockets.add(boundedSocket(options.silenceMs ?? longestSilence)) };
  // These wait for news and may be silent for as long as there is none.
  const waiting = embedded ? {} : { stream: () => sockets.add(new Socket()) };
  const poolFor = (role: string, max: number): pg.Pool => {
    const pool = new pg.Pool({
      ...source.connection,
      ...dialled,
      Client: SturdyClient,
      max,
      options: `${source.settings} ${sessionSettings} -c role=${role}`,
      types: columnTypes,
    });
    // A connection that breaks while idle is replaced by the next call, which reports if the server is gone.
    pool.on('error', ignore);
    return pool;
  };
  const app = poolFor('cairn_app', options.poolSize ?? 10);
  const maintenance = poolFor('cairn_maintenance', 2);
  const upkeep = embedded ? startUpkeep(source, options.onWarning) : undefined;
  const writes = embedded ? undefined : watchWrites([app, maintenance], options.onWarning);
  const database: Database = {
    kind: options.location.kind,
    app,
    maintenance,
    queueConnection: { ...source.connection, ...waiting, Client: SturdyClient },
    listenConnection: {
      ...source.connection,
      ...waiting,
      options: `${source.settings} ${sessionSettings} -c role=cairn_maintenance`,
    },
    probe: writes?.probe ?? (async () => void (await app.query('select 1'))),
    died: source.died,
    interrupt: () => sockets.destroyAll(),
    async close() {
      await upkeep?.stop();
      // A server that does not answer any more must not keep the process.
      await bounded(Promise.all([app.end(), maintenance.end()]), embedded ? undefined : closeWithinMs);
      await source.close();
    },
  };
  return { database, lookAtWrites: async () => writes?.look() };
}

function ignore(): void {}
