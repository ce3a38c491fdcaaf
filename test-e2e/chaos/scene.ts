import type { ChildProcess } from 'node:child_process';
import { Redis } from 'ioredis';
import pg from 'pg';
import { callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import { freePort } from '../product/free-port.ts';
import { forServices } from '../product/service-user.ts';
import { serverSettings } from '../product/stage.ts';
import { newAccount } from '../product/start-product.ts';
import { ended, launch, ready, runToEnd } from '../oauth/services.ts';
import { startPostgres, startRedis } from '../services/index.ts';

/** A gateway and workers of their own, on a Postgres and a Redis of their own: all of it may be ended. */
export interface Scene {
  readonly caller: Caller;
  /** Asks the database. */
  query(text: string): Promise<readonly object[]>;
  /** Kills one of the workers as a crash would; resolves once another one works in its place. `pick`: from 0 to below 1. */
  killWorker(pick: number): Promise<void>;
  /** Takes everything out of Redis. */
  flushRedis(): Promise<void>;
  /** Kills Redis, which kept nothing, and starts it again. */
  restartRedis(): Promise<void>;
  /** Restarts Postgres as a crash would. */
  restartPostgres(): Promise<void>;
  remove(): Promise<void>;
}

export async function createScene(workers: number): Promise<Scene> {
  const [postgres, redis, port] = await Promise.all([startPostgres(), startRedis(), freePort()]);
  const account = newAccount();
  const baseUrl = `http://127.0.0.1:${port}`;
  const services = forServices(postgres.url);
  const settings = {
    ...serverSettings({ databaseUrl: postgres.url, redisUrl: redis.url }),
    CAIRN_BASE_URL: baseUrl,
    CAIRN_RATE_LIMIT_FREE: '1000000',
    CAIRN_EMBEDDING_MODEL: 'none',
  };
  const { email, password, apiKey } = account;
  await runToEnd('apps/standalone/src/migrate.ts', {
    ...settings,
    CAIRN_SERVICE_DATABASE_URL: services.url,
    CAIRN_BOOTSTRAP_EMAIL: email,
    CAIRN_BOOTSTRAP_PASSWORD: password,
    CAIRN_BOOTSTRAP_API_KEY: apiKey,
  });
  const env = { ...settings, DATABASE_URL: services.url };
  const gateway = launch('apps/gateway/src/main.ts', { ...env, PORT: String(port) });
  const crew = await Promise.all(Array.from({ length: workers }, () => hire(env)));
  await Promise.all([ready(baseUrl), ...crew.map((worker) => worker.ready())]);
  return {
    caller: callerFor(baseUrl, apiKey),
    query: (text) => query(postgres.url, text),
    async killWorker(pick) {
      const worker = crew[Math.floor(pick * crew.length)];
      await worker?.kill();
      await worker?.ready();
    },
    async flushRedis() {
      const client = new Redis(redis.url);
      await client.flushall();
      client.disconnect();
    },
    async restartRedis() {
      await redis.kill();
      await redis.restart();
    },
    async restartPostgres() {
      await postgres.kill();
      await postgres.restart();
    },
    async remove() {
      await Promise.all([ended(gateway), ...crew.map((worker) => worker.end())]);
      await Promise.all([postgres.remove(), redis.remove()]);
    },
  };
}

async function query(connectionString: string, text: string): Promise<readonly object[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A place at which there always is a worker, as whoever runs the service would see to. */
interface Post {
  kill(): Promise<void>;
  ready(): Promise<void>;
  end(): Promise<void>;
}

async function hire(env: Readonly<Record<string, string>>): Promise<Post> {
  const port = await freePort();
  let isOpen = true;
  let current: ChildProcess;
  const start = (): void => {
    current = launch('apps/worker/src/main.ts', { ...env, PORT: String(port), CAIRN_LOG_LEVEL: 'warn' });
    // One that starts while the database is away ends by itself.
    current.once('exit', () => isOpen && start());
  };
  start();
  return {
    async kill() {
      const gone = new Promise((resolve) => current.once('exit', resolve));
      current.kill('SIGKILL');
      await gone;
    },
    ready: () => ready(`http://127.0.0.1:${port}`),
    async end() {
      isOpen = false;
      await ended(current);
    },
  };
}
