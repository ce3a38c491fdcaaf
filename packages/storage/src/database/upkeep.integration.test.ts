import { createDataFolder } from '@cairn/test-kit';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbedded, type EmbeddedDatabase } from '../embedded/open-embedded.ts';
import { startUpkeep, type Upkeep } from './upkeep.ts';

let folder: Awaited<ReturnType<typeof createDataFolder>>;
let engine: EmbeddedDatabase;
let db: pg.Pool;
let upkeep: Upkeep;
const warnings: string[] = [];

beforeAll(async () => {
  folder = await createDataFolder();
  engine = await openEmbedded({ dataDir: folder.path, durable: false, onWarning: () => {} });
  const connection = { stream: () => engine.socket() };
  db = new pg.Pool({ ...connection, max: 1 });
  await db.query('create schema cairn; create schema side');
  await db.query('create table cairn.written (a int); create table cairn.quiet (a int); create table side.written (a int)');
  upkeep = startUpkeep({ connection, maintain: (tables) => engine.maintain(tables) }, (warning) => warnings.push(warning));
});
afterAll(async () => {
  await db.end();
  await upkeep.stop();
  await engine.close();
  await folder.remove();
});

const knownRows = async () => {
  const { rows } = await db.query("select relname, reltuples::int as n from pg_class where relname in ('written', 'quiet') order by oid");
  return rows.map(({ relname, n }) => `${relname} ${n}`);
};

test('what was written to is analyzed without being asked, and nothing else', async () => {
  await db.query(
    'insert into cairn.written select g from generate_series(1, 500) g; insert into side.written select generate_series(1, 500)',
  );
  await expect.poll(knownRows, { timeout: 30_000, interval: 200 }).toEqual(['written 500', 'quiet -1', 'written -1']);
  expect(warnings).toEqual([]);
});

test('what was done is not due again until enough has changed', async () => {
  await expect.poll(() => upkeep.run(), { timeout: 30_000 }).toEqual([]);
  await db.query('insert into cairn.written values (1)');
  expect(await upkeep.run()).toEqual([]);
  await db.query('delete from cairn.written');
  await expect.poll(knownRows, { timeout: 30_000, interval: 200 }).toEqual(['written 0', 'quiet -1', 'written -1']);
});
