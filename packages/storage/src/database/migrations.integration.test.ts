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

test('a database of a newer release is left alone, and it is said what it needs', async () => {
  const created = await createPostgresDatabase(process.env['CAIRN_TEST_DATABASE_URL'] as string);
  onTestFinished(() => created.drop());
  const open = () => openDatabase({ location: { kind: 'postgres', url: created.url }, migrate: true, onWarning: () => {} });
  await (await open()).close();
  const client = new pg.Client({ connectionString: created.url });
  await client.connect();
  await client.query("insert into cairn.kysely_migration (name, timestamp) values ('9999_later', now()::text)");
  await client.end();
  await expect(open()).rejects.toThrow('the database was migrated by a newer release (9999_later); start that one');
});
