import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A fresh, empty database on the server at `serverUrl`, whose user may create databases. */
export async function createPostgresDatabase(serverUrl: string): Promise<TestDatabase> {
  const name = `cairn_test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, (client) => client.query(`create database ${name}`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(serverUrl, (client) => drop(client, name)) };
}

/**
 * Connections that were told to end are given a second for it: one that the server cuts off first would tell of that as an error,
 * to a pool that nobody listens to any more.
 */
async function drop(client: pg.Client, name: string): Promise<void> {
  const until = performance.now() + 1000;
  const isInUse = async () => (await client.query('select from pg_stat_activity where datname = $1', [name])).rowCount !== 0;
  while (performance.now() < until && (await isInUse())) await sleep(20);
  await client.query(`drop database if exists ${name} with (force)`);
}

async function onServer(serverUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
