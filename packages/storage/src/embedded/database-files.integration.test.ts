import fs from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseFiles } from './database-files.ts';
import { PgliteEngine } from './pglite-engine.ts';
import { syncsReachFiles } from './sync-check.ts';
import { query } from './wire-messages.ts';

// What reaches the disk. The engine runs in this thread, so that the calls to the system can be watched.

let root: string;
/** A new database, closed. */
let fresh: string;
let folder: string;
let fatal: string[];
let engine: PgliteEngine | undefined;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-embedded-'));
  fresh = folder = join(root, 'fresh');
  await (await open(false)).close();
});

let made = 0;
beforeEach(async () => {
  fatal = [];
  folder = join(root, `database-${(made += 1)}`);
  await cp(fresh, folder, { recursive: true });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await engine?.close();
  engine = undefined;
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

async function open(durable: boolean): Promise<PgliteEngine> {
  engine = await PgliteEngine.open({
    folder,
    durable,
    onFatal: (reason) => {
      fatal.push(reason);
      throw new Error(reason);
    },
  });
  return engine;
}

/** Which files of the folder the system is asked to sync. */
function watchSyncs(): string[] {
  const synced: string[] = [];
  for (const name of ['fsyncSync', 'fdatasyncSync'] as const) {
    const sync = fs[name];
    vi.spyOn(fs, name).mockImplementation((file) => {
      synced.push(
        process.platform === 'linux' ? fs.readlinkSync(`/proc/self/fd/${file}`).replace(`${fs.realpathSync(folder)}/`, '') : name,
      );
      sync(file);
    });
  }
  return synced;
}

const isLog = (path: string) => path.startsWith('pg_wal/') || path === 'fdatasyncSync';

test('each commit syncs the log before it is answered, and a checkpoint the tables', async () => {
  const opened = await open(true);
  opened.query('CREATE TABLE written (a int)');
  const synced = watchSyncs();
  for (let n = 0; n < 20; n += 1) opened.query(`INSERT INTO written VALUES (${n})`);
  expect(synced).toHaveLength(20);
  expect(synced.every((path) => isLog(path))).toBe(true);
  opened.query('SELECT * FROM written');
  expect(synced).toHaveLength(20);
  opened.query('CHECKPOINT');
  expect(synced.filter((path) => !isLog(path)).length).toBeGreaterThan(2);
});

test('commits that wait go to the disk together', async () => {
  const opened = await open(true);
  opened.query('CREATE TABLE written (a int)');
  opened.files.postponeCommits();
  const synced = watchSyncs();
  for (let n = 0; n < 20; n += 1) opened.query(`INSERT INTO written VALUES (${n})`);
  expect([synced.length, opened.files.unsettled]).toEqual([0, true]);
  opened.files.settle();
  expect([synced.length, opened.files.unsettled]).toEqual([1, false]);
});

const changingCalls = ['writeSync', 'unlinkSync', 'truncateSync', 'ftruncateSync', 'renameSync', 'writeFileSync'] as const;

test('nothing else in the folder changes while a commit waits for the disk', async () => {
  const opened = await open(true);
  opened.files.postponeCommits();
  const seen = new Set<string>();
  let early = 0;
  for (const name of changingCalls) {
    const original = fs[name] as (...args: readonly unknown[]) => unknown;
    const watched = (...args: readonly unknown[]): unknown => {
      const path =
        typeof args[0] === 'number' && process.platform === 'linux' ? fs.readlinkSync(`/proc/self/fd/${args[0]}`) : String(args[0]);
      seen.add(name);
      if (opened.files.unsettled && !(name === 'writeSync' && path.includes('/pg_wal/'))) early += 1;
      return original(...args);
    };
    vi.spyOn(fs, name).mockImplementation(watched);
  }
  for (let round = 0; round < 3; round += 1) {
    opened.query("CREATE TABLE passing (a int, b text); INSERT INTO passing SELECT g, repeat('x', 500) FROM generate_series(1, 50000) g");
    opened.query('DELETE FROM passing WHERE a % 2 = 0');
    opened.query('TRUNCATE passing');
    opened.query('DROP TABLE passing');
    opened.query('CHECKPOINT');
  }
  expect(seen).toEqual(new Set(changingCalls));
  expect(early).toBe(0);
});

test('without durability nothing is synced, but the log is still counted', async () => {
  const opened = await open(false);
  const synced = watchSyncs();
  const before = opened.files.syncs;
  opened.query('CREATE TABLE written AS SELECT 1 AS a');
  expect(synced).toEqual([]);
  expect(opened.files.syncs).toBeGreaterThan(before);
});

test('a disk that does not take a sync is the end of the engine', async () => {
  const opened = await open(true);
  opened.query('CREATE TABLE written (a int)');
  vi.spyOn(fs, 'fdatasyncSync').mockImplementationOnce(() => {
    throw new Error('EIO: i/o error, fdatasync');
  });
  expect(fatal).toEqual([]);
  // PGlite swallows what is thrown through it, which is why the thread ends itself.
  opened.run(query('INSERT INTO written VALUES (1)'));
  expect(fatal[0]).toBe('the disk does not take what is written: Error: EIO: i/o error, fdatasync');
  engine = undefined;
});

test('the check at the start sees whether syncs reach the files', async () => {
  expect(syncsReachFiles(await open(true))).toBe(true);
  await engine?.close();
  // As a PGlite would be that keeps its file system elsewhere.
  vi.spyOn(DatabaseFiles.prototype, 'init').mockImplementation((...args) => new NodeFS(folder).init(...args));
  expect(syncsReachFiles(await open(true))).toBe(false);
  // It has lost its files and with them the way to close.
  engine = undefined;
});
