import { createPostgresDatabase, type TestDatabase } from '@cairn/test-kit';
import pg from 'pg';
import { findServices, startPostgres } from '../../services/index.ts';
import { sourceFromEnvironment } from '../../services/source.ts';

export interface BenchServices {
  readonly database: TestDatabase;
  /** Of the server. */
  readonly postgresVersion: string;
  readonly redisUrl: string | undefined;
  remove(): Promise<void>;
}

const settings = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', shared_buffers: '256MB', max_wal_size: '1GB' };

/** A database of the bench's own on a Postgres that waits for the disk, and a Redis. */
export async function findBenchServices(): Promise<BenchServices> {
  const found = await findServices();
  const removers = [() => found.remove()];
  const remove = async () => {
    for (const each of removers.toReversed()) await each();
  };
  try {
    const given = found.environment['CAIRN_TEST_DATABASE_URL'];
    const server = given !== undefined && (await isDurable(given)) ? given : await startDurable(found.environment, removers);
    const database = await createPostgresDatabase(server);
    removers.push(() => database.drop());
    const [{ server_version: postgresVersion } = {}] = await rows(database.url, 'show server_version');
    return { database, postgresVersion: String(postgresVersion), redisUrl: found.environment['CAIRN_TEST_REDIS_URL'], remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The suites' own Postgres does not wait for the disk; what is measured has to. */
async function isDurable(url: string): Promise<boolean> {
  const [row] = await rows(url, "select current_setting('fsync') = 'on' and current_setting('synchronous_commit') = 'on' as durable");
  return row?.['durable'] === true;
}

async function startDurable(environment: Readonly<Record<string, string>>, removers: (() => Promise<void>)[]): Promise<string> {
  const service = await startPostgres({ settings }, sourceFromEnvironment({ ...process.env, ...environment }));
  removers.push(() => service.remove());
  return service.url;
}

async function rows(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
