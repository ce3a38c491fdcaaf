import { createPostgresDatabase, openGate, type Gate, type TestDatabase } from '@cairn/test-kit';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from './open.ts';
import { poolSession } from './session.ts';

const silenceMs = 400;

let created: TestDatabase;
let gate: Gate;
let database: Database;

beforeAll(async () => {
  created = await createPostgresDatabase(process.env['CAIRN_TEST_DATABASE_URL'] as string);
  const url = new URL(created.url);
  gate = await openGate({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${gate.port}`;
  const location = { kind: 'postgres', url: url.href } as const;
  database = await openDatabase({ location, migrate: true, poolSize: 2, silenceMs, onWarning: () => {} });
});
afterAll(async () => {
  gate.close();
  await database.close();
  await created.drop();
});

test('a server that falls silent under statements and transactions costs each caller so much and no more', async () => {
  const session = poolSession(database.app);
  const statement = { name: 'one', text: 'select 1 as n' };
  await session.run(statement, []);
  gate.freeze();
  const startedAt = performance.now();
  const outcomes = await Promise.allSettled([
    session.run(statement, []),
    session.inDirectory((trx) => trx.selectFrom('users').select('id').execute()),
    // No connection is left for it, and a new one is not taken in either.
    session.run(statement, []),
  ]);
  for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'STORE_UNAVAILABLE' } });
  expect(performance.now() - startedAt).toBeLessThan(7000);
  gate.thaw();
  expect(await session.run(statement, [])).toEqual([{ n: 1 }]);
  expect(database.app.waitingCount).toBe(0);
}, 20_000);

test('a statement that keeps its server busy for less is let finish', async () => {
  const { rows } = await database.app.query<{ n: number }>(`select 1 as n from pg_sleep(${silenceMs / 2000})`);
  expect(rows).toEqual([{ n: 1 }]);
});

test('a server that ends a connection under a transaction costs that transaction, not the process', async () => {
  const session = poolSession(database.app);
  const admin = new pg.Client({ connectionString: created.url });
  await admin.connect();
  const work = session.inDirectory(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return trx.selectFrom('users').select('id').execute();
  });
  await expect(work).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  await admin.end();
  expect(await session.run({ name: 'one', text: 'select 1 as n' }, [])).toEqual([{ n: 1 }]);
});

test('an interrupted database tells at once whoever waits for it', async () => {
  const ending = await openDatabase({
    location: { kind: 'postgres', url: created.url.replace(/:\d+\//, `:${gate.port}/`) },
    migrate: false,
    onWarning: () => {},
  });
  const session = poolSession(ending.app);
  gate.freeze();
  const outcomes = Promise.allSettled([
    session.run({ name: 'one', text: 'select 1 as n' }, []),
    session.inDirectory((trx) => trx.selectFrom('users').select('id').execute()),
  ]);
  const startedAt = performance.now();
  ending.interrupt();
  for (const outcome of await outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'STORE_UNAVAILABLE' } });
  expect(performance.now() - startedAt).toBeLessThan(silenceMs);
  gate.thaw();
  await ending.close();
});
