// Needs CAIRN_TEST_DATABASE_URL.
import { openGate } from '@cairn/test-kit';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { awaitFirstConnection } from './await-first-connection.ts';
import { SturdyClient } from './sturdy-client.ts';

const server = process.env['CAIRN_TEST_DATABASE_URL'] as string;

/** Connects and asks as a start does, but gives a connection up sooner; counts how often. */
function starting(url: string, connectionTimeoutMillis: number) {
  let attempts = 0;
  const open = async (): Promise<unknown> => {
    attempts += 1;
    const pool = new pg.Pool({ connectionString: url, connectionTimeoutMillis, Client: SturdyClient, max: 1 });
    pool.on('error', () => {});
    try {
      return (await pool.query<{ n: number }>('select 1 as n')).rows[0]?.n;
    } finally {
      await pool.end();
    }
  };
  return { open, attempts: () => attempts };
}

async function frozenServer() {
  const url = new URL(server);
  const gate = await openGate({ host: url.hostname, port: Number(url.port) });
  onTestFinished(() => gate.close());
  url.host = `127.0.0.1:${gate.port}`;
  gate.freeze();
  return { url: url.href, gate };
}

test('a connection that timed out is tried again until there is one', async () => {
  const { url, gate } = await frozenServer();
  const { open, attempts } = starting(url, 1000);
  const opening = awaitFirstConnection(open, 60_000);
  await expect.poll(attempts, { timeout: 30_000 }).toBeGreaterThan(1);
  gate.thaw();
  expect(await opening).toBe(1);
}, 90_000);

test('a server that never answers is given up with what was met last', async () => {
  const { url } = await frozenServer();
  const { open, attempts } = starting(url, 50);
  await expect(awaitFirstConnection(open, 300)).rejects.toThrow('Connection terminated due to connection timeout');
  expect(attempts()).toBeGreaterThan(1);
}, 30_000);

test.each([
  ['a port where nobody listens', (url: URL) => (url.host = '127.0.0.1:1')],
  ['a database that is not there', (url: URL) => (url.pathname = '/cairn_not_there_at_all')],
])('%s is told at once', async (_title, change) => {
  const url = new URL(server);
  change(url);
  const { open, attempts } = starting(url.href, 30_000);
  await expect(awaitFirstConnection(open)).rejects.toThrow(/ECONNREFUSED|does not exist/);
  expect(attempts()).toBe(1);
});
