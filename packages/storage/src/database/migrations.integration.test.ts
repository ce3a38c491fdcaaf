import { randomBytes } from 'node:crypto';
import { createPostgresDatabase } from '@cairn/test-kit';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './open.ts';

test.each([1, 2, 3])('several processes may bring one empty database up at once (round %d)', async () => {
  const created = await createPostgresDatabase(process.env['CAIRN_TEST_DATABASE_URL'] as string);
  onTestFinished(() => created.drop());
  const open = () => openDatabase({ location: { kind: 'postgres', url: created.url }, migrate: true, onWarning: () => {} });
  const opened = await Promise.allSettled(Array.from({ length: 6 }, open));
  for (const database of opened) if (database.status === 'fulfilled') await database.value.close();
  expect(opened.map(({ status, ...rest }) => ('reason' in rest ? String(rest.reason) : status))).toEqual(opened.map(() => 'fulfilled'));
});

test.each([
  {
    what: 'a newer release',
    change: "insert into cairn.kysely_migration (name, timestamp) values ('9998_late', now()::text), ('9999_later', now()::text)",
    service: 'this database is at schema 9999_later of a newer release; start that release or restore a backup',
    migrate: 'this database is at schema 9999_later of a newer release; start that release or restore a backup',
  },
  {
    what: 'an older release',
    change: "delete from cairn.kysely_migration where name >= '0043'",
    service: /^the database lacks the migrations 0043_[^;]*; run this release's migration first, or start the release that fits$/,
    migrate: undefined,
  },
  {
    what: 'another build of a release',
    change: "update cairn.migration_digests set digest = 'another' where name = '0001_directory'",
    service: 'the database was migrated by another build, whose 0001_directory was not this one; start that build, or restore a backup',
    migrate: 'the database was migrated by another build, whose 0001_directory was not this one; start that build, or restore a backup',
  },
])('on a database of $what it is said what it needs, by services and by migrate', async ({ change, service, migrate }) => {
  const created = await createPostgresDatabase(process.env['CAIRN_TEST_DATABASE_URL'] as string);
  onTestFinished(() => created.drop());
  const open = (migrates: boolean) =>
    openDatabase({ location: { kind: 'postgres', url: created.url }, migrate: migrates, onWarning: () => {} });
  await (await open(true)).close();
  const client = new pg.Client({ connectionString: created.url });
  await client.connect();
  await client.query(change);
  await client.end();
  await expect(open(false)).rejects.toThrow(service);
  if (migrate !== undefined) await expect(open(true)).rejects.toThrow(migrate);
});

test('an owner who may make no roles brings a database up, where it was granted those of services', async () => {
  const created = await createPostgresDatabase(process.env['CAIRN_TEST_DATABASE_URL'] as string);
  onTestFinished(() => created.drop());
  await (await openDatabase({ location: { kind: 'postgres', url: created.url }, migrate: true, onWarning: () => {} })).close();
  const name = `cairn_owner_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: created.url });
  await admin.connect();
  onTestFinished(async () => {
    await admin.query(`drop owned by ${name}; drop role ${name}`);
    await admin.end();
  });
  await admin.query(`drop schema cairn cascade; create role ${name} login password 'x'; grant cairn_app, cairn_maintenance to ${name}`);
  await admin.query(`do $$ begin execute format('grant create on database %I to ${name}', current_database()); end $$`);
  const url = new URL(created.url);
  url.username = name;
  url.password = 'x';
  const database = await openDatabase({ location: { kind: 'postgres', url: url.href }, migrate: true, onWarning: () => {} });
  expect((await database.app.query('select current_user::text as who')).rows).toEqual([{ who: 'cairn_app' }]);
  await database.close();
});
