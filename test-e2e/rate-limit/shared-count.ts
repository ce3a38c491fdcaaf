import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import { startProduct } from '../product/start-product.ts';
import type { Suite } from '../product/stage.ts';
import { freshProject, limit, standing } from './spent.ts';

/** What is there only with a Redis: one count for all processes, and a count that always ends. */
export const sharedCountSuite: Suite = (stage) => {
  describe('the count in Redis', () => {
    let redis: Redis;
    beforeAll(() => {
      redis = new Redis(stage.redisUrl ?? '');
    });
    afterAll(() => redis.disconnect());

    /** Makes a request, and tells the bucket by what is new. */
    const bucketOf = async (caller: Caller): Promise<string> => {
      const before = new Set(await redis.keys('*limit*'));
      await caller.tool('get_memories', {});
      return (await redis.keys('*limit*')).find((key) => !before.has(key)) ?? '';
    };

    test('ends by itself from the first request on', async () => {
      const { caller } = await freshProject(stage);
      const bucket = await bucketOf(caller);
      for (let at = 0; at < limit + 1; at += 1) {
        const left = await redis.pttl(bucket);
        expect(left).toBeGreaterThan(3_500_000);
        expect(left).toBeLessThanOrEqual(3_600_000);
        await caller.tool('get_memories', {});
      }
      await redis.pexpire(bucket, 1200);
      const refused = await caller.tool('get_memories', {});
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
      await new Promise((resolve) => setTimeout(resolve, 1300));
      const answer = await caller.tool('get_memories', {});
      expect([answer.status, standing(answer).remaining]).toEqual([200, limit - 1]);
    });

    test('that lost its end gets one with the next request', async () => {
      const { caller } = await freshProject(stage);
      const bucket = await bucketOf(caller);
      await redis.persist(bucket);
      expect((await caller.tool('get_memories', {})).status).toBe(200);
      expect(await redis.pttl(bucket)).toBeGreaterThan(0);
    });

    test('is one for all processes', async () => {
      const { secret } = await freshProject(stage);
      const remaining: number[] = [];
      for (let at = 0; at < limit + 1; at += 1) {
        const product = stage.products[at % stage.products.length] ?? stage.product;
        const answer = await callerFor(product.baseUrl, secret).tool('get_memories', {});
        remaining.push(answer.status === 429 ? -1 : standing(answer).remaining);
      }
      expect(remaining).toEqual([4, 3, 2, 1, 0, -1]);
    });

    test('outlives a process that is killed', async () => {
      const { secret, caller } = await freshProject(stage);
      const extra = await startProduct({ env: stage.environment, account: stage.product.account });
      const bucket = await bucketOf(callerFor(extra.baseUrl, secret));
      await extra.end('SIGKILL');
      expect(await redis.pttl(bucket)).toBeGreaterThan(3_500_000);
      expect(standing(await caller.tool('get_memories', {})).remaining).toBe(limit - 2);
    });
  });
};
