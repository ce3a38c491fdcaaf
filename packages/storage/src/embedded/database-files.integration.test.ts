import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseFiles } from './database-files.ts';
import { PgliteEngine } from './pglite-engine.ts';
import { syncsReachFiles } from './sync-check.ts';
import { query } from './wire-messages.ts';

// What reaches the disk. The engine runs in this thread, so that the calls to the system can be watched.

let folder: string;
let fatal: string[];
let engine: PgliteEngine | undefined;

beforeEach(async () => {
  fatal = [];
  folder = await mkdtemp(join(tmpdir(), 'cairn-embedded-'));
});

afterEach(async () => {
  vi.restoreAllMocks();
  await engine?.close();
  engine = undefined;
  await rm(folder, { recursive: true, force: true });
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

test('each commit syncs the log before it is answered, and a checkpoint the tables', { timeout: 60_000 }, async () => {
  const opened = await open(true);
  const synced: string[] = [];
  const sync = fs.fsyncSync;
  vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
    synced.push(process.platform === 'linux' ? fs.readlinkSync(`/proc/self/fd/${file}`) : String(file));
    sync(file);
  });
  opened.query('CREATE TABLE written (a int)');
  synced.length = 0;
  for (let n = 0; n < 20; n += 1) opened.query(`INSERT INTO written VALUES (${n})`);
  expect(synced).toHaveLength(20);
  if (process.platform === 'linux') expect(synced.every((path) => path.includes('/pg_wal/'))).toBe(true);
  opened.query('SELECT * FROM written');
  expect(synced).toHaveLength(20);
  opened.query('CHECKPOINT');
  expect(synced.length).toBeGreaterThan(22);
  expect(opened.files.syncs).toBeGreaterThan(42);
});

test('without durability nothing is synced, but the log is still counted', { timeout: 60_000 }, async () => {
  const opened = await open(false);
  const sync = vi.spyOn(fs, 'fsyncSync');
  const before = opened.files.syncs;
  opened.query('CREATE TABLE written AS SELECT 1 AS a');
  expect(sync).not.toHaveBeenCalled();
  expect(opened.files.syncs).toBeGreaterThan(before);
});

test('a disk that does not take a sync is the end of the engine', { timeout: 60_000 }, async () => {
  const opened = await open(true);
  opened.query('CREATE TABLE written (a int)');
  vi.spyOn(fs, 'fsyncSync').mockImplementationOnce(() => {
    throw new Error('EIO: i/o error, fsync');
  });
  expect(fatal).toEqual([]);
  // PGlite swallows what is thrown through it, which is why the thread ends itself.
  opened.run(query('INSERT INTO written VALUES (1)'));
  expect(fatal[0]).toBe('the disk does not take what is written: Error: EIO: i/o error, fsync');
  engine = undefined;
});

test('the check at the start sees whether syncs reach the files', { timeout: 60_000 }, async () => {
  expect(syncsReachFiles(await open(true))).toBe(true);
  await engine?.close();
  // As a PGlite would be that keeps its file system elsewhere.
  vi.spyOn(DatabaseFiles.prototype, 'init').mockImplementation((...args) => new NodeFS(folder).init(...args));
  expect(syncsReachFiles(await open(true))).toBe(false);
  // It has lost its files and with them the way to close.
  engine = undefined;
});
