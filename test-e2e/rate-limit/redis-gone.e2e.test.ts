// Needs CAIRN_TEST_DATABASE_URL, and a Redis of its own that it may stop.
import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresDatabase, openGate } from '@cairn/test-kit';
import type { Gate, TestDatabase } from '@cairn/test-kit';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Caller } from '../product/caller.ts';
import { signIn } from '../product/person.ts';
import { newProject, serverSettings } from '../product/stage.ts';
import { startProduct } from '../product/start-product.ts';
import type { Product } from '../product/start-product.ts';
import { startRedis } from '../services/index.ts';
import type { Service } from '../services/index.ts';
import { standing } from './spent.ts';

const limit = 100;

let database: TestDatabase;
let redis: Service;
let gate: Gate;
let product: Product;

beforeAll(async () => {
  [database, redis] = await Promise.all([createPostgresDatabase(process.env['CAIRN_TEST_DATABASE_URL'] ?? ''), startRedis()]);
  const { hostname, port } = new URL(redis.url);
  gate = await openGate({ host: hostname, port: Number(port) });
  const redisUrl = `redis://127.0.0.1:${gate.port}`;
  product = await startProduct({
    env: { ...serverSettings({ databaseUrl: database.url, redisUrl }), CAIRN_RATE_LIMIT_FREE: String(limit) },
  });
});
afterAll(async () => {
  await product.stop();
  gate.close();
  await Promise.all([redis.remove(), database.drop()]);
});

interface Timed {
  readonly answer: Answer;
  readonly ms: number;
}

/** Requests one after the other. */
async function timed(caller: Caller, count: number): Promise<Timed[]> {
  const all: Timed[] = [];
  for (let at = 0; at < count; at += 1) {
    const startedAt = performance.now();
    const answer = await caller.tool('get_memories', { limit: 1 });
    all.push({ answer, ms: performance.now() - startedAt });
  }
  return all;
}

const median = (all: readonly Timed[]): number => all.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

const freshCaller = async (): Promise<Caller> => (await newProject(await signIn(product))).caller;

describe.each([
  ['killed', () => redis.kill(), () => redis.restart()],
  ['silent', async () => gate.freeze(), async () => gate.thaw()],
])('while the Redis is %s', (_kind, goAway, comeBack) => {
  test('requests are answered soon, counted on from where it stood, and refused past the limit', async () => {
    const caller = await freshCaller();
    const before = await timed(caller, 3);
    expect(standing(before.at(-1)?.answer as Answer).remaining).toBe(limit - 3);
    await goAway();
    const during = await timed(caller, 40);
    expect(during.map(({ answer }) => answer.status)).toEqual(during.map(() => 200));
    expect(median(during)).toBeLessThan(50);
    // The first one notices.
    expect(during[0]?.ms).toBeLessThan(500);
    expect(during.map(({ answer }) => standing(answer).remaining)).toEqual(during.map((_, at) => limit - 4 - at));
    expect(standing(during[0]?.answer as Answer).reset).toBeGreaterThan(3500);
    const rest = await timed(caller, limit - 43 + 1);
    expect(rest.filter(({ answer }) => answer.status === 429)).toHaveLength(1);
    await comeBack();
    // Longer than it takes to notice: nothing that was spent is given back.
    await sleep(1500);
    expect((await timed(caller, 2)).map(({ answer }) => answer.status)).toEqual([429, 429]);
  });

  test('a new key is limited as well, and is counted in the Redis once that is back', async () => {
    await goAway();
    const caller = await freshCaller();
    expect(standing((await timed(caller, 2)).at(-1)?.answer as Answer).remaining).toBe(limit - 2);
    await comeBack();
    const client = new Redis(redis.url, { maxRetriesPerRequest: null });
    const known = new Set(await client.keys('*limit*'));
    // A new key each time, so that its bucket can be told.
    const newBuckets = async (): Promise<string[]> => {
      await timed(await freshCaller(), 1);
      return (await client.keys('*limit*')).filter((key) => !known.has(key));
    };
    await expect.poll(newBuckets, { timeout: 15_000, interval: 500 }).not.toEqual([]);
    for (const bucket of await newBuckets()) expect(await client.pttl(bucket)).toBeGreaterThan(0);
    client.disconnect();
  });
});
