import type { EventEmitter } from 'node:events';
import { WritesRefused, type WriteRefusal } from '@cairn/core';
import pg from 'pg';

const refusals: Readonly<Record<string, WriteRefusal>> = { '53100': 'disk_full', '25006': 'read_only' };

/** Why a write was refused by a server that answers; undefined for any other failure. */
export function refusalOf(error: unknown): WriteRefusal | undefined {
  if (error instanceof WritesRefused) return error.reason;
  if (!(error instanceof Error)) return undefined;
  return (error instanceof pg.DatabaseError ? refusals[error.code ?? ''] : undefined) ?? refusalOf(error.cause);
}

/** The error as one that says so, where that is what it is about. */
export function asRefusal(error: unknown): unknown {
  const reason = refusalOf(error);
  return reason === undefined || error instanceof WritesRefused ? error : new WritesRefused(reason, { cause: error });
}

export interface WriteWatch {
  /** Answers when the server does. @throws WritesRefused when it takes no writes, as far as is known */
  readonly probe: () => Promise<void>;
  /** Tries a write, and warns where it is refused. */
  readonly look: () => Promise<void>;
}

/**
 * Knows whether a server takes writes: from what it says to any statement of these pools, the first of which is used to ask. It is tried
 * only after it refused one, until it takes one again. Each time it begins to refuse is told in one warning.
 *
 * A connection keeps the setting that made it read only, whatever becomes of that: those that met it are let go.
 */
export function watchWrites(pools: readonly [pg.Pool, ...pg.Pool[]], onWarning: (message: string) => void): WriteWatch {
  const [pool] = pools;
  let refused: WriteRefusal | undefined;
  /** How often it took writes again. */
  let era = 0;
  const refuse = (reason: WriteRefusal): void => {
    if (refused === undefined) onWarning(`${new WritesRefused(reason).message}; reads go on, and writes as soon as it takes them`);
    refused = reason;
  };
  const listenFrom = () => {
    const made = era;
    // A connection of before says how it was then.
    return (reason: WriteRefusal): void => (reason === 'read_only' && made < era ? undefined : refuse(reason));
  };
  for (const each of pools) listen(each, listenFrom);

  const probe = async (): Promise<void> => {
    if ((await isReadOnly(pool)) && (await isReadOnlyAnew(pool))) {
      refuse('read_only');
      throw new WritesRefused('read_only');
    }
    if (refused === undefined) return;
    await tryToWrite(pool);
    refused = undefined;
    era += 1;
    await Promise.all(pools.map(letGoOfIdle));
  };

  return {
    probe: () =>
      probe().catch((error: unknown) => {
        // One without room may let nobody in.
        throw asRefusal(error);
      }),
    async look() {
      // A refusal is told by then, and anything else is met by whoever needs it.
      await tryToWrite(pool).catch(() => undefined);
    },
  };
}

function listen(pool: pg.Pool, listenFrom: () => (reason: WriteRefusal) => void): void {
  const readOnly = new WeakSet<object>();
  pool.on('connect', (client) => {
    const refuse = listenFrom();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `pg` has it and its types do not
    const { connection } = client as unknown as { readonly connection: EventEmitter };
    connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      const reason = refusals[code ?? ''];
      if (reason === 'read_only') readOnly.add(client);
      if (reason !== undefined) refuse(reason);
    });
  });
  pool.on('release', (_error, client) => {
    // One that ends is not given out again.
    if (readOnly.has(client)) void (client as pg.PoolClient & pg.Client).end();
  });
}

async function isReadOnly(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  let is = true;
  try {
    const { rows } = await client.query<{ is: boolean }>("select current_setting('transaction_read_only') = 'on' as is");
    is = rows[0]?.is === true;
    return is;
  } finally {
    client.release(is);
  }
}

/** Whether one is that is made now. */
async function isReadOnlyAnew(pool: pg.Pool): Promise<boolean> {
  await letGoOfIdle(pool);
  return isReadOnly(pool);
}

async function letGoOfIdle(pool: pg.Pool): Promise<void> {
  await Promise.all(Array.from({ length: pool.idleCount }, async () => (await pool.connect()).release(true)));
}

/** Takes room, which a row in a page that is there already might not, and leaves nothing. */
const trial = [
  'begin',
  'update cairn.projects set name = name where false',
  `create temporary table cairn_trial on commit drop as
    select string_agg(md5(n::text), '') as text from generate_series(1, 4000) n`,
];

async function tryToWrite(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    for (const statement of trial) await client.query(statement);
  } catch (error) {
    // A user that may make no temporary tables: the first statement has gone well.
    if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error;
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}
