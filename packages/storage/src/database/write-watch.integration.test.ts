// Needs CAIRN_TEST_DATABASE_URL.
import type { WritesRefused } from '@cairn/core';
import { createCast, createPostgresDatabase, type Cast } from '@cairn/test-kit';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openRepositories } from '../stores.ts';
import { openDatabase, type Database } from './open.ts';

const masterKey = Buffer.alloc(32, 7);
let created: Awaited<ReturnType<typeof createPostgresDatabase>>;
let owner: pg.Client;
let name: string;
let cast: Cast;

beforeAll(async () => {
  created = await createPostgresDatabase(process.env['CAIRN_TEST_DATABASE_URL'] as string);
  name = new URL(created.url).pathname.slice(1);
  const { database } = await open(true);
  cast = await createCast(await openRepositories(database, masterKey));
  await database.close();
  owner = new pg.Client({ connectionString: created.url, options: '-c default_transaction_read_only=off' });
  await owner.connect();
  await owner.query(`
    create table public.disk (is_full boolean not null);
    insert into public.disk values (false);
    grant select on public.disk to public;
    create function public.refuse_when_full() returns trigger language plpgsql as $$ begin
      if (select is_full from public.disk) then raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end if;
      return null;
    end $$;
    create trigger disk before insert or update on cairn.projects for each statement execute function public.refuse_when_full();
    create trigger disk before insert or update on cairn.memories for each statement execute function public.refuse_when_full()`);
});
afterEach(async () => {
  await owner.query(`alter database ${name} reset default_transaction_read_only`);
  await owner.query('update public.disk set is_full = false');
});
afterAll(async () => {
  await owner.end();
  await created.drop();
});

async function open(migrate: boolean) {
  const warnings: string[] = [];
  const onWarning = (message: string): void => void warnings.push(message);
  return { database: await openDatabase({ location: { kind: 'postgres', url: created.url }, migrate, onWarning }), warnings };
}

/** What was warned of, but for the user of this server, who may do more than services need. */
const aboutWrites = (warnings: readonly string[]) => warnings.filter((warning) => warning.includes('takes no writes'));

const refusal = (database: Database): Promise<string | undefined> =>
  database.probe().then(
    () => undefined,
    (error: WritesRefused) => error.reason,
  );

const untilItTakesWrites = (database: Database) => expect.poll(() => refusal(database), { timeout: 30_000 }).toBe(undefined);

const refuseWrites = {
  read_only: () => owner.query(`alter database ${name} set default_transaction_read_only = on`),
  disk_full: () => owner.query('update public.disk set is_full = true'),
};
const takeWrites = {
  read_only: () => owner.query(`alter database ${name} reset default_transaction_read_only`),
  disk_full: () => owner.query('update public.disk set is_full = false'),
};

test.each([
  ['read_only', 'a service', false],
  ['read_only', 'what migrates', true],
  ['disk_full', 'a service', false],
  ['disk_full', 'what migrates', true],
] as const)('a server that is %s is opened by %s, which says so once, reads, and writes when it may', async (reason, _who, migrate) => {
  await refuseWrites[reason]();
  const { database, warnings } = await open(migrate);
  onTestFinished(() => database.close());
  const { stores } = await openRepositories(database, masterKey);
  expect(aboutWrites(warnings)).toHaveLength(1);
  expect(await refusal(database)).toBe(reason);
  expect(await stores.memories.walk(cast.a, { limit: 1 })).toEqual(expect.any(Array));
  await expect(stores.memories.save(cast.a, { content: 'not now' })).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect(await refusal(database)).toBe(reason);

  await takeWrites[reason]();
  await untilItTakesWrites(database);
  await expect.poll(() => stores.memories.save(cast.a, { content: 'now' }).then(() => 'saved', String), { timeout: 30_000 }).toBe('saved');
  expect(aboutWrites(warnings)).toHaveLength(1);
});

test('a server that begins to refuse writes later is known by the first that it refuses', async () => {
  const { database, warnings } = await open(false);
  onTestFinished(() => database.close());
  const { stores } = await openRepositories(database, masterKey);
  await refuseWrites.disk_full();
  expect(await refusal(database)).toBe(undefined);
  await expect(stores.memories.save(cast.a, { content: 'not now' })).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect(await refusal(database)).toBe('disk_full');
  expect(aboutWrites(warnings)).toEqual([expect.stringContaining('its disk is full')]);
  await takeWrites.disk_full();
  await untilItTakesWrites(database);
});

test('connections that were made read only are let go, so that all of them write when they may', async () => {
  await refuseWrites.read_only();
  const { database } = await open(false);
  onTestFinished(() => database.close());
  // Each with a connection of its own.
  await Promise.all(Array.from({ length: 8 }, () => database.app.query('select pg_sleep(0.2)')));
  await takeWrites.read_only();
  await untilItTakesWrites(database);
  const { stores } = await openRepositories(database, masterKey);
  const saves = Array.from({ length: 16 }, (_, at) => stores.memories.save(cast.a, { content: `all ${at}` }));
  expect((await Promise.allSettled(saves)).map(({ status }) => status)).toEqual(saves.map(() => 'fulfilled'));
});

test('an empty database that takes no writes is not opened, and why is told', async () => {
  const empty = await createPostgresDatabase(process.env['CAIRN_TEST_DATABASE_URL'] as string);
  onTestFinished(() => empty.drop());
  await owner.query(`alter database ${new URL(empty.url).pathname.slice(1)} set default_transaction_read_only = on`);
  const opening = openDatabase({ location: { kind: 'postgres', url: empty.url }, migrate: true, onWarning: () => {} });
  await expect(opening).rejects.toMatchObject({ reason: 'read_only' });
});
