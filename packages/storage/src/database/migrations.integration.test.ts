import { createPostgresDatabase } from '@cairn/test-kit';
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
