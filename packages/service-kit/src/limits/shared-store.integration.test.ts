import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@cairn/core';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp } from '../testing/app.ts';
import { keptLog } from '../testing/log.ts';
import { openRedisGate } from '../testing/redis-gate.ts';
import type { RedisGate } from '../testing/redis-gate.ts';
import { createLimitRedis } from './limit-redis.ts';
import { createSharedStore } from './shared-store.ts';
import type { Count } from './window-counter.ts';

const target = process.env['CAIRN_TEST_REDIS_URL'] ?? '';

/** The longest that a caller may wait for a Redis that is not well, in milliseconds. */
const patience = 50;

let admin: Redis;
let gate: RedisGate;
const clients: Redis[] = [];
const keyPrefix = `cairn:kit-test:${newId()}:`;

beforeAll(() => {
  admin = new Redis(target);
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect();
  await gate.close();
  const keys = await admin.keys(`${keyPrefix}*`);
  if (keys.length > 0) await admin.del(keys);
});

afterAll(() => admin.disconnect());

async function connected(url: string): Promise<Redis> {
  const redis = createLimitRedis(url, keptLog().logger);
  clients.push(redis);
  await new Promise((resolve) => {
    redis.once('ready', resolve);
  });
  return redis;
}

async function newStore(url?: string) {
  gate = await openRedisGate(target);
  const log = keptLog();
  const redis = await connected(url ?? gate.url);
  const store = createSharedStore({ redis, logger: log.logger, keyPrefix });
  const add = (key: string, windowMs = 3_600_000): Promise<Count> =>
    new Promise((resolve, reject) => {
      store.incr(key, (error, count) => (count === undefined ? reject(error ?? new Error('no count')) : resolve(count)), windowMs);
    });
  /** Counts and tells how long it took. */
  const timed = async (key: string) => {
    const start = performance.now();
    const count = await add(key);
    return { ...count, ms: performance.now() - start };
  };
  const untilBack = async (): Promise<void> => {
    while (store.degraded) await sleep(20);
  };
  return { store, redis, log, add, timed, untilBack };
}

describe('the shared store', () => {
  it('counts for all processes together', async () => {
    const { add } = await newStore();
    const other = createSharedStore({ redis: await connected(gate.url), logger: keptLog().logger, keyPrefix });
    await add('a');
    await new Promise((resolve) => {
      other.incr('a', resolve, 3_600_000);
    });
    expect((await add('a')).current).toBe(3);
  });

  it('counts every one of many at once', async () => {
    const { add } = await newStore();
    const counts = await Promise.all(Array.from({ length: 200 }, () => add('a')));
    expect(counts.map(({ current }) => current).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
  });

  it('asks Redis once for all that came meanwhile, each key on its own', async () => {
    const { redis, add } = await newStore();
    const asked = vi.spyOn(redis, 'cairnCount');
    const keys = Array.from({ length: 200 }, (_, at) => (at % 4 === 0 ? 'b' : 'a'));
    const counts = await Promise.all(keys.map((key) => add(key)));
    const places = { a: 0, b: 0 };
    const inOrder = keys.map((key) => {
      places[key] += 1;
      return places[key];
    });
    expect(counts.map(({ current }) => current)).toEqual(inOrder);
    expect(asked).toHaveBeenCalledTimes(4);
    expect(await admin.mget(`${keyPrefix}a`, `${keyPrefix}b`)).toEqual(['150', '50']);
  });

  it('tells where keys stand without counting, and of none while Redis does not answer', async () => {
    const { store, add } = await newStore();
    await add('a', 5_000);
    for (let at = 0; at < 2; at += 1) {
      expect(await store.peek(['a', 'b'])).toEqual([
        { current: 1, ttl: expect.toSatisfy((ttl: number) => ttl > 3_000 && ttl <= 5_000) },
        { current: 0, ttl: 0 },
      ]);
    }
    gate.hang();
    expect(await store.peek(['a'])).toBeNull();
  });

  it('gives every counter an expiry with its first event, and keeps to it', async () => {
    const { add } = await newStore();
    const first = await add('a', 5_000);
    expect(first).toEqual({ current: 1, ttl: 5_000 });
    const left = await admin.pttl(`${keyPrefix}a`);
    expect(left).toBeGreaterThan(4_000);
    await sleep(30);
    expect((await add('a', 5_000)).ttl).toBeLessThan(4_990);
  });

  it('gives a counter an expiry that has lost its own', async () => {
    const { add } = await newStore();
    await admin.set(`${keyPrefix}a`, '7');
    expect(await add('a', 5_000)).toEqual({ current: 8, ttl: 5_000 });
    expect(await admin.pttl(`${keyPrefix}a`)).toBeGreaterThan(0);
  });

  it('starts a new window when the old one is over', async () => {
    const { add } = await newStore();
    await add('a', 60);
    await sleep(80);
    expect(await add('a', 60)).toEqual({ current: 1, ttl: 60 });
  });

  it.each(['hangs', 'is gone', 'fails'] as const)(
    'when Redis %s goes on counting from where it stood, at once, and reports it once',
    async (trouble) => {
      const { store, add, timed, log } = await newStore();
      for (let at = 0; at < 3; at += 1) await add('a');
      await troubles[trouble]();
      const during = await Promise.all(Array.from({ length: 20 }, () => timed('a')));
      const after = await timed('a');
      // The middle one, since a busy machine may hold a few up.
      expect(during.map(({ ms }) => ms).toSorted((a, b) => a - b)[10]).toBeLessThan(patience);
      expect(after.ms).toBeLessThan(patience);
      expect(after.current).toBe(24);
      expect(after.ttl).toBeGreaterThan(3_590_000);
      expect(store.degraded).toBe(true);
      expect(log.entries()).toMatchObject([{ level: 'warn', msg: expect.stringContaining('rate limits') }]);
    },
  );

  const troubles = {
    hangs: async () => gate.hang(),
    'is gone': () => gate.shut(),
    // A value of another type makes the script fail.
    fails: async () => {
      await admin.del(`${keyPrefix}a`);
      await admin.lpush(`${keyPrefix}a`, 'x');
    },
  };

  it('counts together again once Redis answers again', async () => {
    const { store, add, log, untilBack } = await newStore();
    await add('a');
    gate.hang();
    await add('a');
    expect(store.degraded).toBe(true);
    gate.resume();
    await untilBack();
    await admin.set(`${keyPrefix}a`, '40', 'KEEPTTL');
    expect((await add('a')).current).toBe(41);
    expect(log.entries().map(({ level }) => level)).toEqual(['warn', 'info']);
  });

  it.each([
    ['hung', async () => gate.hang(), async () => gate.resume()],
    ['was started anew', () => gate.shut(), async () => void (await Promise.all([gate.reopen(), admin.del(`${keyPrefix}a`)]))],
  ])(
    'lets no count go back once a Redis that %s answers again',
    async (_trouble, goAway, comeBack) => {
      const { add, untilBack, store } = await newStore();
      const before = await add('a');
      await goAway();
      await add('a');
      await add('a');
      await comeBack();
      await untilBack();
      const after = await add('a');
      expect(after.current).toBe(4);
      expect(after.ttl).toBeLessThan(before.ttl);
      expect(await admin.get(`${keyPrefix}a`)).toBe('4');
      expect(await admin.pttl(`${keyPrefix}a`)).toBeLessThan(before.ttl);
      store.close();
    },
    20_000,
  );

  it('does not take a Redis for well that answers and cannot count', async () => {
    const { store, add, untilBack, log } = await newStore();
    await admin.lpush(`${keyPrefix}probe`, 'x');
    gate.hang();
    await add('a');
    gate.resume();
    await sleep(1_300);
    expect(store.degraded).toBe(true);
    await admin.del(`${keyPrefix}probe`);
    await untilBack();
    expect(log.entries().map(({ level }) => level)).toEqual(['warn', 'info']);
  }, 20_000);

  it('finds back to a Redis that was started anew', async () => {
    const { store, add, untilBack } = await newStore();
    await gate.shut();
    await add('a');
    await gate.reopen();
    await untilBack();
    await add('b');
    expect(await admin.get(`${keyPrefix}b`)).toBe('1');
    store.close();
  }, 20_000);

  it('does not hold a stall of this process against Redis', async () => {
    // Past the gate, which lives in this process and would be stalled too.
    const { store, add } = await newStore(target);
    await add('a');
    const pending = add('a');
    const end = performance.now() + 120;
    while (performance.now() < end);
    expect((await pending).current).toBe(2);
    expect(store.degraded).toBe(false);
  });

  it('counts here from the start when there is no Redis', async () => {
    gate = await openRedisGate(target);
    await gate.shut();
    const redis = createLimitRedis(gate.url, keptLog().logger);
    clients.push(redis);
    const store = createSharedStore({ redis, logger: keptLog().logger, keyPrefix });
    const count = await new Promise((resolve) => {
      store.incr('a', (_error, value) => resolve(value), 1_000);
    });
    expect(count).toMatchObject({ current: 1 });
    expect(store.degraded).toBe(true);
  });
});

describe('a guarded app', () => {
  it('answers requests at once while its Redis is silent, with the limit still on', async () => {
    gate = await openRedisGate(target);
    const redis = await connected(gate.url);
    const { app, guards, credentials } = createTestApp({ redis, limits: { free: 3, premium: 3 } });
    const { secret, principal } = credentials.newKey();
    const call = async () => {
      const start = performance.now();
      const { statusCode, headers } = await app.inject({ method: 'POST', url: '/tool', headers: { authorization: `Bearer ${secret}` } });
      return { statusCode, remaining: headers['ratelimit-remaining'], ms: performance.now() - start };
    };
    expect(await call()).toMatchObject({ statusCode: 200, remaining: '2' });
    gate.hang();
    const [first, second, third] = [await call(), await call(), await call()];
    expect([first, second, third]).toMatchObject([{ remaining: '1' }, { remaining: '0' }, { statusCode: 429 }]);
    expect(Math.min(first.ms, second.ms, third.ms)).toBeLessThan(patience);
    expect(guards.degraded).toBe(true);
    await app.close();
    await admin.del(`cairn:limit:${principal.credentialId}`);
  });
});
