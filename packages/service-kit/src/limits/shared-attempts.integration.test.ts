import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@cairn/core';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keptLog } from '../testing/log.ts';
import { openRedisGate } from '../testing/redis-gate.ts';
import type { RedisGate } from '../testing/redis-gate.ts';
import { createLimitRedis } from './limit-redis.ts';
import { createSharedAttempts } from './shared-attempts.ts';

const target = process.env['CAIRN_TEST_REDIS_URL'] ?? '';
const limit = { attempts: 3, windowSeconds: 30 };
const keyPrefix = `cairn:kit-test:${newId()}:`;

let admin: Redis;
let gate: RedisGate;
const clients: Redis[] = [];

beforeAll(() => {
  admin = new Redis(target);
});

beforeEach(async () => {
  gate = await openRedisGate(target);
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect();
  await gate.close();
  const keys = await admin.keys(`${keyPrefix}*`);
  if (keys.length > 0) await admin.del(keys);
});

afterAll(() => admin.disconnect());

/** The counts of one process. */
async function openProcess() {
  const log = keptLog();
  const redis = createLimitRedis(gate.url, log.logger);
  clients.push(redis);
  await new Promise((resolve) => {
    redis.once('ready', resolve);
  });
  return { attempts: createSharedAttempts({ redis, logger: log.logger, keyPrefix })('test', limit), log };
}

describe('the shared count of attempts', () => {
  it('is one for all processes', async () => {
    const [one, other] = [await openProcess(), await openProcess()];
    const taken = [await one.attempts.take('a'), await other.attempts.take('a'), await one.attempts.take('a')];
    expect(taken).toEqual([0, 0, 0]);
    for (const { attempts } of [one, other]) {
      const wait = await attempts.take('a');
      expect(wait).toBeGreaterThan(8);
      expect(wait).toBeLessThanOrEqual(10);
    }
    expect(await other.attempts.take('b')).toBe(0);
  });

  it('lets no more through when many come at once at several processes', async () => {
    const processes = [await openProcess(), await openProcess()];
    const waits = await Promise.all(Array.from({ length: 20 }, async (_, at) => processes[at % 2]?.attempts.take('a')));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });

  it('gives back for all, and no more than was taken', async () => {
    const [one, other] = [await openProcess(), await openProcess()];
    for (let at = 0; at < 5; at += 1) one.attempts.giveBack('a');
    for (let at = 0; at < 3; at += 1) await one.attempts.take('a');
    one.attempts.giveBack('a');
    await sleep(50);
    expect(await other.attempts.take('a')).toBe(0);
    expect(await other.attempts.take('a')).toBeGreaterThan(0);
  });

  it('does not count an attempt that was refused', async () => {
    const [one, other] = [await openProcess(), await openProcess()];
    for (let at = 0; at < 3; at += 1) await one.attempts.take('a');
    for (let at = 0; at < 10; at += 1) await other.attempts.take('a');
    expect(await one.attempts.take('a')).toBeLessThanOrEqual(10);
  });

  it('keeps a key no longer than it holds anything', async () => {
    const { attempts } = await openProcess();
    await attempts.take('a');
    expect(await admin.pttl(`${keyPrefix}test:a`)).toBeLessThanOrEqual(10_000);
    await attempts.take('a');
    expect(await admin.pttl(`${keyPrefix}test:a`)).toBeGreaterThan(10_000);
  });

  it('keeps nobody out for longer than the window, whatever the clock of Redis did', async () => {
    const { attempts } = await openProcess();
    await admin.set(`${keyPrefix}test:a`, String(Date.now() + 86_400_000));
    expect(await attempts.take('a')).toBeLessThanOrEqual(10);
  });

  it.each(['hangs', 'is gone'] as const)('when Redis %s counts in this process, at once, and says so once', async (trouble) => {
    const { attempts, log } = await openProcess();
    expect([await attempts.take('a'), await attempts.take('a')]).toEqual([0, 0]);
    await (trouble === 'hangs' ? gate.hang() : gate.shut());
    const start = performance.now();
    const waits = [await attempts.take('a'), await attempts.take('a'), await attempts.take('b'), await attempts.take('c')];
    expect(performance.now() - start).toBeLessThan(500);
    expect(waits).toEqual([0, 10, 0, 0]);
    expect(log.entries()).toMatchObject([{ level: 'warn', msg: expect.stringContaining('attempts') }]);
  });

  it('counts for all again once Redis is back', async () => {
    const { attempts, log } = await openProcess();
    await gate.shut();
    expect(await attempts.take('a')).toBe(0);
    await gate.reopen();
    await expect
      .poll(
        async () => {
          await attempts.take(newId());
          return log.entries().at(-1)?.['msg'];
        },
        { timeout: 8_000, interval: 200 },
      )
      .toContain('answers again');
  });
});
