import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DataFolderInUse } from './errors.ts';
import { openEmbedded, type EmbeddedDatabase } from './open-embedded.ts';

// The life of a data folder: first start, clean and violent ends, and what is refused.

const moduleUrl = new URL('index.ts', import.meta.url).href;
let root: string;
/** A data folder whose database is new and closed. */
let fresh: string;
let dataDir: string;
let warnings: string[];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-embedded-'));
  fresh = join(root, 'fresh');
  warnings = [];
  await (await open(fresh)).close();
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

let made = 0;
beforeEach(() => {
  warnings = [];
  dataDir = join(root, `data-${(made += 1)}`);
});

const open = (folder: string): Promise<EmbeddedDatabase> =>
  openEmbedded({ dataDir: folder, onWarning: (message) => warnings.push(message) });

const poolOf = (database: EmbeddedDatabase): pg.Pool => {
  const pool = new pg.Pool({ stream: () => database.socket(), max: 4 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};

async function withDatabase<Result>(folder: string, use: (pool: pg.Pool, database: EmbeddedDatabase) => Promise<Result>): Promise<Result> {
  const database = await open(folder);
  const pool = poolOf(database);
  try {
    return await use(pool, database);
  } finally {
    await pool.end();
    await database.close();
  }
}

/** A process that opens the folder and runs the code with `pool`; its lines of output come one by one. */
async function start(folder: string, code: string): Promise<{ child: ChildProcess; lines: AsyncIterator<string> }> {
  const script = `
    import { createRequire } from 'node:module';
    const pg = createRequire(${JSON.stringify(import.meta.url)})('pg');
    const { openEmbedded } = await import(${JSON.stringify(moduleUrl)});
    console.log('starting');
    const database = await openEmbedded({ dataDir: ${JSON.stringify(folder)}, onWarning: console.error });
    const pool = new pg.Pool({ stream: () => database.socket(), max: 8 });
    ${code}`;
  const file = join(root, 'process.mjs');
  await writeFile(file, script);
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, lines: createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]() };
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

test('the first start makes a folder for its owner only, with the database in it', async () => {
  await withDatabase(join(dataDir, 'deeper'), async (pool) => {
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect(((await stat(join(dataDir, 'deeper'))).mode & 0o777).toString(8)).toBe('700');
    expect(((await stat(join(dataDir, 'deeper', 'postgres'))).mode & 0o777).toString(8)).toBe('700');
  });
  expect(await readdir(join(dataDir, 'deeper'))).toEqual(['postgres']);
  expect(warnings).toEqual([]);
});

test('what was written is there after a clean close', async () => {
  await cp(fresh, dataDir, { recursive: true });
  await withDatabase(dataDir, (pool) => pool.query('CREATE TABLE kept AS SELECT 7 AS a'));
  expect(await withDatabase(dataDir, async (pool) => (await pool.query('SELECT a FROM kept')).rows)).toEqual([{ a: 7 }]);
});

test('a first start that is killed at any moment leaves a folder that the next start completes', { timeout: 240_000 }, async () => {
  for (const wait of [0, 400, 900, 1500]) {
    const { child, lines } = await start(dataDir, "console.log('open');");
    await lines.next();
    await new Promise((resolve) => setTimeout(resolve, wait));
    await kill(child);
  }
  // As if the kill had come in the middle of the last copy.
  await mkdir(join(dataDir, 'postgres.unfinished-x'), { recursive: true });
  await writeFile(join(dataDir, 'postgres.unfinished-x', 'PG_VERSION'), '18\n');
  const one = () => withDatabase(dataDir, async (pool) => (await pool.query('SELECT 1 AS one')).rows);
  expect(await one()).toEqual([{ one: 1 }]);
  // What a killed start was still writing at that moment goes with the next one.
  const left = async () => [await one(), await readdir(dataDir)];
  await expect.poll(left, { timeout: 30_000, interval: 500 }).toEqual([[{ one: 1 }], ['postgres']]);
});

test('of acknowledged writes none is lost, and no transaction half done, when the process is killed', { timeout: 180_000 }, async () => {
  await cp(fresh, dataDir, { recursive: true });
  await withDatabase(dataDir, (pool) => pool.query('CREATE TABLE singles (n int); CREATE TABLE pairs (n int, half int)'));
  const write = (from: number) => `
    let n = ${from};
    const checkpoint = setInterval(() => pool.query('CHECKPOINT').catch(() => {}), 150);
    for (let task = 0; task < 8; task += 1) (async () => {
      for (;;) {
        const mine = n += 1;
        if (task < 5) {
          await pool.query('INSERT INTO singles VALUES ($1)', [mine]);
          console.log('single ' + mine);
        } else {
          const client = await pool.connect();
          await client.query('BEGIN');
          await client.query('INSERT INTO pairs VALUES ($1, 1)', [mine]);
          await client.query('INSERT INTO pairs VALUES ($1, 2)', [mine]);
          await client.query('COMMIT');
          client.release();
          console.log('pair ' + mine);
        }
      }
    })();`;
  const acknowledged = { single: new Set<number>(), pair: new Set<number>() };
  for (const wait of [200, 500, 900, 1300]) {
    const { child, lines } = await start(dataDir, write(wait * 1e6));
    const timer = (async () => {
      await lines.next();
      await lines.next();
      setTimeout(() => child.kill('SIGKILL'), wait);
    })();
    const exit = once(child, 'exit');
    await timer;
    for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
      const [kind, n] = line.value.split(' ');
      if (kind === 'single' || kind === 'pair') acknowledged[kind].add(Number(n));
    }
    await exit;
  }
  expect(acknowledged.single.size).toBeGreaterThan(50);
  expect(acknowledged.pair.size).toBeGreaterThan(10);
  await withDatabase(dataDir, async (pool) => {
    const singles = new Set((await pool.query<{ n: number }>('SELECT n FROM singles')).rows.map(({ n }) => n));
    const pairs = (await pool.query<{ n: number; halves: number }>('SELECT n, count(*)::int AS halves FROM pairs GROUP BY n')).rows;
    expect([...acknowledged.single].filter((n) => !singles.has(n))).toEqual([]);
    expect(pairs.filter(({ halves }) => halves !== 2)).toEqual([]);
    const whole = new Set(pairs.map(({ n }) => n));
    expect([...acknowledged.pair].filter((n) => !whole.has(n))).toEqual([]);
  });
});

test('a second opener is refused until the first is closed or killed', async () => {
  await cp(fresh, dataDir, { recursive: true });
  const { child, lines } = await start(dataDir, "console.log('open');");
  await lines.next();
  expect((await lines.next()).value).toBe('open');
  await expect(open(dataDir)).rejects.toThrow(DataFolderInUse);
  await kill(child);
  await withDatabase(dataDir, () => expect(open(dataDir)).rejects.toThrow(DataFolderInUse));
  await withDatabase(dataDir, (pool) => pool.query('SELECT 1'));
});

test('the log does not grow with what is written', { timeout: 120_000 }, async () => {
  await cp(fresh, dataDir, { recursive: true });
  const sizes = await withDatabase(dataDir, async (pool) => {
    await pool.query('CREATE TABLE bulk (a int, b text)');
    const counts: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      await pool.query('INSERT INTO bulk SELECT g, repeat(md5(g::text), 20) FROM generate_series(1, 40000) g');
      await pool.query('TRUNCATE bulk');
      const segments = (await readdir(join(dataDir, 'postgres', 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name));
      counts.push(segments.length);
    }
    return counts;
  });
  // 8 rounds of two segments of 16 MiB each and more.
  expect(Math.max(...sizes)).toBeLessThan(10);
});

test('when the database closes, what runs is answered, what waits or is open ends, and nothing is half done', async () => {
  await cp(fresh, dataDir, { recursive: true });
  const database = await open(dataDir);
  const pool = poolOf(database);
  await pool.query('CREATE TABLE closing (a int)');
  const [holder, waiter] = [await pool.connect(), await pool.connect()];
  const running = holder.query('BEGIN; INSERT INTO closing SELECT 1 FROM pg_sleep(0.2)');
  const waiting = waiter.query('INSERT INTO closing VALUES (2)').catch((error: unknown) => error);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const closed = database.close();
  await running;
  expect(await waiting).toMatchObject({ code: '57P01' });
  await closed;
  await database.close();
  await expect(pool.query('SELECT 1')).rejects.toMatchObject({ code: '57P03' });
  await expect(database.maintain(['closing'])).rejects.toMatchObject({ code: 'DATABASE_CLOSED' });
  expect(await Promise.race([database.died, Promise.resolve('alive')])).toBe('alive');
  expect(await withDatabase(dataDir, async (again) => (await again.query('SELECT a FROM closing')).rows)).toEqual([]);
});

test('an engine that dies says so, breaks its connections and can be opened again', async () => {
  await cp(fresh, dataDir, { recursive: true });
  const database = await open(dataDir);
  const pool = poolOf(database);
  await pool.query('CREATE TABLE survives AS SELECT 1 AS a');
  // PGlite can start no program and throws in the middle of Postgres.
  await expect(pool.query("COPY survives FROM PROGRAM 'true'")).rejects.toThrow(/^embedded database stopped: /);
  expect((await database.died).message).toMatch(/^embedded database stopped: /);
  await expect(pool.query('SELECT 1')).rejects.toThrow();
  await database.close();
  expect(await withDatabase(dataDir, async (again) => (await again.query('SELECT a FROM survives')).rows)).toEqual([{ a: 1 }]);
});

test('a database of another major version of Postgres is refused with the way out', async () => {
  await cp(fresh, dataDir, { recursive: true });
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  await expect(open(dataDir)).rejects.toMatchObject({
    code: 'POSTGRES_MAJOR_MISMATCH',
    message: expect.stringMatching(/made by Postgres 17 and this release brings Postgres 18: .*dump its data/),
  });
});

test('a folder that is damaged or holds something else is refused in one line', async () => {
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  await writeFile(join(dataDir, 'postgres', 'notes.txt'), 'mine');
  await expect(open(dataDir)).rejects.toMatchObject({
    code: 'DATABASE_WILL_NOT_OPEN',
    message: expect.stringMatching(/^[^\n]*no PG_VERSION$/),
  });

  const damaged = join(root, 'damaged');
  await cp(fresh, damaged, { recursive: true });
  await truncate(join(damaged, 'postgres', 'global', 'pg_control'), 100);
  await expect(open(damaged)).rejects.toMatchObject({
    code: 'DATABASE_WILL_NOT_OPEN',
    message: expect.stringMatching(/^[^\n]*does not open: could not read file "global\/pg_control"[^\n]*$/),
  });
  await expect(open(damaged)).rejects.toMatchObject({ code: 'DATABASE_WILL_NOT_OPEN' });
});

test('a path that cannot be a folder is refused in one line', async () => {
  await writeFile(dataDir, 'a file');
  await expect(open(dataDir)).rejects.toMatchObject({
    code: 'DATA_FOLDER_UNUSABLE',
    message: `the data folder ${dataDir} cannot be used: the path is not a folder`,
  });
  await expect(open(join(dataDir, 'under'))).rejects.toMatchObject({ code: 'DATA_FOLDER_UNUSABLE' });
});
