import type { ChildProcess } from 'node:child_process';
import { Redis } from 'ioredis';
import { callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import { freePort } from '../product/free-port.ts';
import { serverSettings } from '../product/stage.ts';
import { newAccount } from '../product/start-product.ts';
import { ended, launch, ready, runToEnd } from '../oauth/services.ts';
import { startPostgres, startRedis } from '../services/index.ts';

/** A gateway and workers of their own, on a Postgres and a Redis of their own: all of it may be ended. */
export interface Scene {
  readonly caller: Caller;
  readonly databaseUrl: string;
  /** Kills one worker as a crash would, the one that has been there longest, and starts another. */
  killWorker(): Promise<void>;
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
  const env = {
    ...serverSettings({ databaseUrl: postgres.url, redisUrl: redis.url }),
    CAIRN_BASE_URL: baseUrl,
    CAIRN_RATE_LIMIT_FREE: '1000000',
    CAIRN_EMBEDDING_MODEL: 'none',
  };
  const { email, password, apiKey } = account;
  await runToEnd('apps/standalone/src/migrate.ts', {
    ...env,
    CAIRN_BOOTSTRAP_EMAIL: email,
    CAIRN_BOOTSTRAP_PASSWORD: password,
    CAIRN_BOOTSTRAP_API_KEY: apiKey,
  });
  const gateway = launch('apps/gateway/src/main.ts', { ...env, PORT: String(port) });
  const startWorker = async (): Promise<ChildProcess> =>
    launch('apps/worker/src/main.ts', { ...env, PORT: String(await freePort()), CAIRN_LOG_LEVEL: 'warn' });
  const running = await Promise.all(Array.from({ length: workers }, startWorker));
  await ready(baseUrl);
  return {
    caller: callerFor(baseUrl, apiKey),
    databaseUrl: postgres.url,
    async killWorker() {
      const oldest = running.shift();
      const gone = new Promise((resolve) => oldest?.once('exit', resolve));
      oldest?.kill('SIGKILL');
      await gone;
      running.push(await startWorker());
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
      await Promise.all([gateway, ...running].map((child) => ended(child)));
      await Promise.all([postgres.remove(), redis.remove()]);
    },
  };
}
