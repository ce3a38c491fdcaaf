import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openEmbedded, type EmbeddedDatabase } from './open-embedded.ts';

// Many connections, one session underneath: each has to be as if it were alone.

const gateTimeoutMs = 1500;
let folder: string;
let database: EmbeddedDatabase;
const pools: pg.Pool[] = [];

/** Ended, with whatever its clients left open, when the test is over. */
function pool(options = '', max = 4): pg.Pool {
  const made = new pg.Pool({ stream: () => database.socket(), max, options });
  made.on('error', () => {});
  made.on('connect', (connected) => connected.on('error', () => {}));
  pools.push(made);
  return made;
}

function client(options = ''): Promise<pg.PoolClient> {
  return pool(options, 1).connect();
}

const only = async (queryable: pg.Pool | pg.PoolClient, sql: string, values: unknown[] = []): Promise<unknown> => {
  const { rows } = await queryable.query({ text: sql, values, rowMode: 'array' });
  return (rows[0] as unknown[] | undefined)?.[0];
};

const who = (queryable: pg.Pool | pg.PoolClient) => only(queryable, "SELECT session_user || '/' || current_user");

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-embedded-'));
  database = await openEmbedded({
    dataDir: folder,
    gateTimeoutMs,
    onWarning: (message) => {
      throw new Error(message);
    },
  });
  const owner = pool();
  await owner.query('CREATE ROLE lesser; CREATE ROLE other; CREATE SCHEMA side; GRANT USAGE ON SCHEMA side TO lesser');
  await owner.query(`
    CREATE TABLE private (tenant int, body text);
    ALTER TABLE private ENABLE ROW LEVEL SECURITY;
    ALTER TABLE private FORCE ROW LEVEL SECURITY;
    CREATE POLICY own ON private USING (tenant = nullif(current_setting('app.tenant', true), '')::int);
    GRANT SELECT, INSERT, UPDATE, DELETE ON private TO lesser`);
  await owner.query("INSERT INTO private SELECT g % 2, 'row ' || g FROM generate_series(1, 10) g");
});

afterEach(async () => {
  for (const each of pools.splice(0)) void each.end();
  // Leaves the next test a database that nobody holds.
  await sleep(1);
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test('types, errors and parameters are those of a server', async () => {
  const db = pool();
  const { rows } = await db.query(
    "SELECT 9007199254740993::int8 AS big, 1.10::numeric AS exact, '{1,2}'::int[] AS list, $1::jsonb AS doc, $2::timestamptz AS at, $3::bytea AS bytes",
    [{ a: [1] }, new Date('2026-01-02T03:04:05.678Z'), Buffer.from([0, 255])],
  );
  expect(rows).toEqual([
    {
      big: '9007199254740993',
      exact: '1.10',
      list: [1, 2],
      doc: { a: [1] },
      at: new Date('2026-01-02T03:04:05.678Z'),
      bytes: Buffer.from([0, 255]),
    },
  ]);
  await db.query('CREATE TABLE unique_things (name text PRIMARY KEY)');
  await db.query("INSERT INTO unique_things VALUES ('a')");
  const duplicate = await db.query("INSERT INTO unique_things VALUES ('a')").catch((error: unknown) => error);
  expect(duplicate).toBeInstanceOf(pg.DatabaseError);
  expect(duplicate).toMatchObject({ code: '23505', constraint: 'unique_things_pkey' });
  await expect(db.query('SELECT nonsense')).rejects.toMatchObject({ code: '42703' });
  await expect(db.query('SELEC')).rejects.toMatchObject({ code: '42601', position: '1' });
  await expect(db.query("SELECT 'x'::int")).rejects.toMatchObject({ code: '22P02' });
  expect(await only(db, 'SELECT 1')).toBe(1);
  expect(database.serverVersion).toMatch(/^18\./);
});

test('vectors are at hand', async () => {
  const db = pool();
  await db.query('CREATE EXTENSION vector');
  expect(await only(db, "SELECT '[1,2]'::vector <-> '[1,4]'::vector")).toBe(2);
});

test('a parameter of 5 MB and a row of 20 MB pass', async () => {
  const text = 'äöü€'.repeat(500_000);
  expect(await only(pool(), 'SELECT $1::text', [text])).toBe(text);
  expect(await only(pool(), "SELECT length(repeat('x', 20000000))")).toBe(20_000_000);
  expect(((await only(pool(), "SELECT repeat('x', 20000000)")) as string).length).toBe(20_000_000);
});

test('a query pool inside a transaction’s callback is refused with 55P03 instead of hanging', async () => {
  const holder = await client();
  await holder.query('BEGIN');
  await holder.query('SELECT 1');
  const started = performance.now();
  await expect(pool().query('SELECT 1')).rejects.toMatchObject({ code: '55P03' });
  expect(performance.now() - started).toBeGreaterThan(gateTimeoutMs - 100);
  await holder.query('COMMIT');
  expect(await only(pool(), 'SELECT 1')).toBe(1);
});

test('a connection that is refused a turn can go on afterwards', async () => {
  const waiter = await client();
  const holder = await client();
  await holder.query('BEGIN');
  await expect(waiter.query('SELECT $1::int', [1])).rejects.toMatchObject({ code: '55P03' });
  await holder.query('ROLLBACK');
  expect(await only(waiter, 'SELECT $1::int', [2])).toBe(2);
});

test('queries after a Flush belong to one transaction until the Sync', async () => {
  const holder = await client();
  const { connection } = holder as unknown as {
    connection: { parse(o: object): void; flush(): void; sync(): void; once(e: string, f: () => void): void };
  };
  const parsed = new Promise<void>((resolve) => connection.once('parseComplete', resolve));
  connection.parse({ name: '', text: 'SELECT 1', types: [] });
  connection.flush();
  await parsed;
  await expect(pool().query('SELECT 1')).rejects.toMatchObject({ code: '55P03' });
  const ready = new Promise<void>((resolve) => connection.once('readyForQuery', resolve));
  connection.sync();
  await ready;
  expect(await only(pool(), 'SELECT 1')).toBe(1);
});

test('a client dropped in the middle of a transaction is rolled back and lets the others in', async () => {
  const db = pool();
  await db.query('CREATE TABLE dropped (a int)');
  const first = await client();
  await first.query('BEGIN');
  await first.query('INSERT INTO dropped VALUES (1)');
  first.release(true);
  const second = await client();
  await second.query('BEGIN');
  await second.query('INSERT INTO dropped VALUES (2)');
  await second.query('SELECT nonsense').catch(() => {});
  second.release(true);
  expect(await only(db, 'SELECT count(*)::int FROM dropped')).toBe(0);
});

test('24 tasks on two pools that commit, roll back and drop out never lose or gain a write', { timeout: 60_000 }, async () => {
  const both = [pool('', 8), pool('', 8)] as const;
  await both[0].query(
    'CREATE TABLE counters (id int PRIMARY KEY, value int); INSERT INTO counters SELECT g, 0 FROM generate_series(1, 5) g',
  );
  await both[0].query('CREATE TABLE entries (task int)');
  const random = seeded(20_260_101);
  const committed = [0, 0, 0, 0, 0];
  let entries = 0;

  const increment = async (db: pg.Pool, end: 'commit' | 'rollback' | 'drop' | 'drop in a query'): Promise<void> => {
    const id = random(5);
    const connected = await db.connect();
    await connected.query('BEGIN');
    const value = (await only(connected, 'SELECT value FROM counters WHERE id = $1 FOR UPDATE', [id + 1])) as number;
    if (random(3) === 0) await sleep(random(4));
    await connected.query({ name: 'set', text: 'UPDATE counters SET value = $1 WHERE id = $2', values: [value + 1, id + 1] });
    if (end === 'drop in a query') void connected.query('SELECT pg_sleep(0.002)').catch(() => {});
    if (end === 'commit') {
      await connected.query('COMMIT');
      committed[id] = (committed[id] ?? 0) + 1;
    }
    if (end === 'rollback') await connected.query('ROLLBACK');
    connected.release(end.startsWith('drop'));
  };
  const task = async (number: number): Promise<void> => {
    for (let round = 0; round < 40; round += 1) {
      const db = both[random(2)] ?? both[0];
      const kind = random(10);
      if (kind < 4) {
        await db.query('INSERT INTO entries VALUES ($1)', [number]);
        entries += 1;
      } else await increment(db, kind === 9 ? (random(2) === 0 ? 'drop' : 'drop in a query') : kind === 8 ? 'rollback' : 'commit');
    }
  };
  await Promise.all(Array.from({ length: 24 }, (_, number) => task(number)));

  const { rows } = await both[1].query<{ value: number }>('SELECT value FROM counters ORDER BY id');
  expect(rows.map(({ value }) => value)).toEqual(committed);
  expect(await only(both[0], 'SELECT count(*)::int FROM entries')).toBe(entries);
});

function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('each pool has the role and search path of its options, batch by batch', async () => {
  const owner = pool();
  const lesser = pool('-c role=lesser -c search_path=side,public');
  const seen = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const db = index % 2 === 0 ? owner : lesser;
      return [await who(db), await only(db, 'SHOW search_path')].join(' ');
    }),
  );
  expect([...new Set(seen.filter((_, index) => index % 2 === 0))]).toEqual(['postgres/postgres "$user", public']);
  expect([...new Set(seen.filter((_, index) => index % 2 === 1))]).toEqual(['postgres/lesser side, public']);
});

test('row-level security holds for the role while the owner works beside it', async () => {
  const lesser = pool('-c role=lesser');
  const owner = pool();
  const ofTenant = async (tenant: number): Promise<unknown> => {
    const connected = await lesser.connect();
    try {
      await connected.query('BEGIN');
      await connected.query("SELECT set_config('app.tenant', $1, true)", [String(tenant)]);
      const tenants = await only(connected, 'SELECT array_agg(DISTINCT tenant) FROM private');
      await connected.query('COMMIT');
      return tenants;
    } finally {
      connected.release();
    }
  };
  const work = Array.from({ length: 30 }, async (_, index) => {
    if (index % 3 === 2) return only(owner, 'SELECT count(DISTINCT tenant)::int FROM private');
    return ofTenant(index % 3);
  });
  const results = await Promise.all(work);
  expect(results.filter((_, index) => index % 3 === 0)).toEqual(Array.from({ length: 10 }, () => [0]));
  expect(results.filter((_, index) => index % 3 === 1)).toEqual(Array.from({ length: 10 }, () => [1]));
  // The owner is a superuser, whom no policy binds.
  expect(results.filter((_, index) => index % 3 === 2)).toEqual(Array.from({ length: 10 }, () => 2));
  expect(await only(lesser, 'SELECT count(*)::int FROM private')).toBe(0);
  await expect(lesser.query('CREATE TABLE mine (a int)')).rejects.toMatchObject({ code: '42501' });
});

test('one named statement on two connections keeps each one’s role', async () => {
  const lesser = await client('-c role=lesser');
  const owner = await client();
  const count = { name: 'count', text: 'SELECT count(*)::int AS n, current_user AS role FROM private' };
  for (let round = 0; round < 7; round += 1) {
    expect((await owner.query(count)).rows).toEqual([{ n: 10, role: 'postgres' }]);
    expect((await lesser.query(count)).rows).toEqual([{ n: 0, role: 'lesser' }]);
  }
});

const leaks: readonly (readonly [string, readonly string[]])[] = [
  ['SET ROLE', ['SET ROLE other']],
  ['SET SESSION AUTHORIZATION', ['SET SESSION AUTHORIZATION other']],
  ['RESET ROLE', ['RESET ROLE']],
  ['set_config for the session', ["SELECT set_config('role', 'other', false), set_config('app.tenant', '1', false)"]],
  ['a setting in a DO block', ["DO $$ BEGIN PERFORM set_config('role', 'other', false); END $$"]],
  ['a setting in a function', ['SELECT pg_temp.leak()']],
  ['SET inside a transaction', ['BEGIN', 'SET ROLE other', "SET app.tenant = '1'", 'COMMIT']],
  ['SET in a transaction that is rolled back', ['BEGIN', 'SET ROLE other', 'ROLLBACK']],
  ['SET before an error', ['SET ROLE other; SELECT nonsense']],
  ['SET in a failed transaction', ['BEGIN', 'SET ROLE other', 'SELECT nonsense', 'COMMIT']],
  ['DISCARD ALL', ['DISCARD ALL']],
  ['SET search_path', ['SET search_path TO pg_catalog']],
  ['strings read otherwise', ['SET standard_conforming_strings TO off']],
];

test.each(leaks)('%s on one connection reaches no other, nor the next batch', async (_what, statements) => {
  const bad = await client('-c role=lesser');
  const owner = await client();
  const lesser = await client('-c role=lesser');
  await owner.query(
    "CREATE OR REPLACE FUNCTION pg_temp.leak() RETURNS text LANGUAGE sql AS $$ SELECT set_config('role', 'other', false) || set_config('app.tenant', '1', false) $$",
  );
  for (const statement of statements) await bad.query(statement).catch(() => {});
  for (const [connected, role] of [
    [owner, 'postgres'],
    [lesser, 'lesser'],
    [bad, 'lesser'],
  ] as const) {
    expect(await who(connected)).toBe(`postgres/${role}`);
    expect(await only(connected, "SELECT coalesce(current_setting('app.tenant', true), '')")).toBe('');
    expect(await only(connected, 'SHOW search_path')).toBe('"$user", public');
    expect(await only(connected, 'SHOW standard_conforming_strings')).toBe('on');
  }
});

test('a client dropped after SET ROLE in a transaction leaves nothing of it', async () => {
  const bad = await client();
  await bad.query('BEGIN');
  await bad.query('SET ROLE other');
  bad.release(true);
  expect(await who(pool())).toBe('postgres/postgres');
  expect(await who(pool('-c role=lesser'))).toBe('postgres/lesser');
});

test('a role that does not exist fails the connection as on a server', async () => {
  await expect(pool('-c role=nobody').query('SELECT 1')).rejects.toMatchObject({ code: '22023', message: 'role "nobody" does not exist' });
  await expect(pool('-c nonsense=1').query('SELECT 1')).rejects.toMatchObject({ code: '42704' });
  await expect(pool('--').query('SELECT 1')).rejects.toMatchObject({ code: '08P01' });
});

test('a role that is dropped under a connection stops it, and nothing runs as another', async () => {
  const owner = pool();
  await owner.query('CREATE ROLE passing');
  const passing = await client('-c role=passing');
  await owner.query('DROP ROLE passing');
  await owner.query('CREATE TABLE untouched (a int)');
  await expect(passing.query('INSERT INTO untouched VALUES (1)')).rejects.toMatchObject({ code: '22023' });
  expect(await only(owner, 'SELECT count(*)::int FROM untouched')).toBe(0);
});

test('notifications reach each connection that listens, and only those', async () => {
  const heard: string[] = [];
  const listen = async (name: string, ...statements: string[]): Promise<pg.PoolClient> => {
    const connected = await client('-c role=lesser');
    connected.on('notification', ({ channel, payload }) => heard.push(`${name} ${channel} ${payload}`));
    for (const statement of statements) await connected.query(statement);
    return connected;
  };
  const notify = async (channel: string, payload: string): Promise<string[]> => {
    await pool().query('SELECT pg_notify($1, $2)', [channel, payload]);
    await sleep(20);
    return heard.splice(0).toSorted();
  };
  await listen('a', 'LISTEN jobs');
  const b = await listen('b', 'LISTEN Jobs; LISTEN "Loud"');
  await listen('c', '/* mine */ LISTEN other');
  expect(await notify('jobs', '1')).toEqual(['a jobs 1', 'b jobs 1']);
  expect(await notify('Loud', '2')).toEqual(['b Loud 2']);
  await b.query('UNLISTEN jobs');
  expect(await notify('jobs', '3')).toEqual(['a jobs 3']);
  await b.query('BEGIN');
  await b.query('UNLISTEN *');
  await b.query('COMMIT');
  expect(await notify('jobs', '4')).toEqual(['a jobs 4']);
  expect(await notify('Loud', '5')).toEqual([]);
  expect(await notify('other', '6')).toEqual(['c other 6']);
});

test('a notification comes with the commit and not with a rollback', async () => {
  const listener = await client();
  const heard: (string | undefined)[] = [];
  listener.on('notification', ({ payload }) => heard.push(payload));
  await listener.query('LISTEN ends');
  const sender = await client();
  for (const end of ['ROLLBACK', 'COMMIT']) {
    await sender.query('BEGIN');
    await sender.query("SELECT pg_notify('ends', $1)", [end]);
    await sender.query(end);
  }
  await sleep(20);
  expect(heard).toEqual(['COMMIT']);
});

test('COPY takes data from the client, and its failures leave the connection usable', async () => {
  const db = await client();
  await db.query('CREATE TABLE copied (a int, b text)');
  const rows = Array.from({ length: 20_000 }, (_, index) => `${index}\ttext ${index}\n`).join('');
  expect(await copy(db, 'COPY copied FROM STDIN', [rows.slice(0, 100_000), rows.slice(100_000)])).toBeUndefined();
  expect(await only(db, 'SELECT count(*)::int FROM copied')).toBe(20_000);
  expect(await copy(db, 'COPY copied FROM STDIN', ['not a number\tx\n'])).toMatchObject({ code: '22P02' });
  expect(await copy(db, 'COPY missing FROM STDIN', ['1\tx\n'])).toMatchObject({ code: '42P01' });
  await expect(db.query('BEGIN; COPY copied FROM STDIN')).rejects.toMatchObject({ code: '57014' });
  await db.query('ROLLBACK');
  await expect(db.query({ name: 'prepared', text: 'COPY copied FROM STDIN' })).rejects.toMatchObject({ code: '57014' });
  expect(await only(db, 'SELECT count(*)::int FROM copied')).toBe(20_000);
});

/** COPY FROM STDIN as a client library does it; resolves with the error, if any. */
function copy(connected: pg.PoolClient, text: string, data: readonly string[]): Promise<Error | undefined> {
  interface Connection {
    query(text: string): void;
    sendCopyFromChunk(chunk: Buffer): void;
    endCopyFrom(): void;
  }
  return new Promise((resolve) => {
    connected.query({
      submit: (connection: Connection) => connection.query(text),
      handleCopyInResponse(connection: Connection) {
        for (const part of data) connection.sendCopyFromChunk(Buffer.from(part));
        connection.endCopyFrom();
      },
      handleCommandComplete() {},
      handleError: resolve,
      handleReadyForQuery: () => resolve(undefined),
    } as unknown as pg.Submittable);
  });
}

test('COPY to the client works as well', async () => {
  const db = await client();
  const lines: string[] = [];
  const { connection } = db as unknown as { connection: NodeJS.EventEmitter };
  connection.on('copyData', ({ chunk }: { chunk: Buffer }) => lines.push(chunk.toString()));
  await db.query('COPY (SELECT g FROM generate_series(1, 3) g) TO STDOUT');
  expect(lines).toEqual(['1\n', '2\n', '3\n']);
});

test('statements prepared by a connection are gone when it is', async () => {
  const db = pool();
  const prepared = async () => only(db, "SELECT count(*)::int FROM pg_prepared_statements WHERE statement LIKE '%prepared here%'");
  const connected = await client();
  await connected.query({ name: 'a', text: 'SELECT 1 /* prepared here */' });
  expect(await prepared()).toBe(1);
  connected.release(true);
  await vi.waitFor(async () => expect(await prepared()).toBe(0));
});

test('DISCARD and DEALLOCATE ALL are refused, because they would reach every connection', async () => {
  const mine = await client();
  const query = { name: 'kept', text: 'SELECT 7 AS n' };
  await mine.query(query);
  for (const sql of ['DISCARD ALL', 'DEALLOCATE ALL']) {
    await expect(pool().query(sql)).rejects.toMatchObject({ code: '0A000' });
    await expect(pool().query({ name: 'x', text: sql })).rejects.toMatchObject({ code: '0A000' });
  }
  expect((await mine.query(query)).rows).toEqual([{ n: 7 }]);
});

test('queries sent at once on one client are answered in order', async () => {
  const db = new pg.Client({ stream: () => database.socket(), pipeline: true });
  await db.connect();
  const sent = [
    db.query('BEGIN'),
    db.query('CREATE TABLE piped (a int)'),
    ...[1, 2, 3].map((value) => db.query('INSERT INTO piped VALUES ($1) RETURNING a', [value])),
    db.query('SELECT nonsense').catch((error: { code: string }) => error.code),
    db.query('SELECT 1').catch((error: { code: string }) => error.code),
    db.query('ROLLBACK'),
    db.query("SELECT to_regclass('piped') AS gone"),
  ];
  const answers = await Promise.all(sent);
  expect(answers.slice(2, 5).map((answer) => (answer as pg.QueryResult).rows)).toEqual([[{ a: 1 }], [{ a: 2 }], [{ a: 3 }]]);
  expect(answers.slice(5, 7)).toEqual(['42703', '25P02']);
  expect((answers.at(-1) as pg.QueryResult).rows).toEqual([{ gone: null }]);
  await db.end();
});

test('endless recursion ends with an error and the engine goes on', async () => {
  const db = pool();
  await db.query('CREATE FUNCTION endless(n int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN endless(n + 1); END $$');
  await expect(db.query('SELECT endless(1)')).rejects.toMatchObject({ code: '54001' });
  expect(await only(db, 'SELECT 1')).toBe(1);
});

test('maintenance vacuums what exists, between the others’ transactions', async () => {
  const db = pool();
  await db.query('CREATE TABLE side.busy (a int); INSERT INTO side.busy SELECT g FROM generate_series(1, 1000) g; DELETE FROM side.busy');
  const before = await only(db, "SELECT pg_relation_size('side.busy')::int");
  await database.maintain(['side.busy', 'side.missing', 'nowhere.missing']);
  expect(before).toBeGreaterThan(0);
  expect(await only(db, "SELECT pg_relation_size('side.busy')::int")).toBe(0);
});
