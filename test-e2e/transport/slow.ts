import { describe, expect, test } from 'vitest';
import { remembered, total } from '../memories/remembered.ts';
import type { Suite } from '../product/stage.ts';
import { head, overWire } from '../product/wire.ts';
import { endpoints, saveHeaders, saveMessage } from './endpoints.ts';

const endpoint = endpoints[0];

export const slowSuite: Suite = (stage) => {
  describe('a request that comes slowly', () => {
    test('holds nobody up', async () => {
      const { secret, caller } = await stage.newProject();
      const body = Buffer.from(saveMessage(endpoint, 'slow'));
      const start = head({ path: endpoint.path, headers: saveHeaders(endpoint, secret), body });
      const step = Math.ceil(body.length / 10);
      const pieces = Array.from({ length: 10 }, (_, at) => body.subarray(at * step, (at + 1) * step));
      let firstEnd = Number.POSITIVE_INFINITY;
      const slow = Array.from({ length: 50 }, async () => {
        const answer = await overWire(stage.product.port, [start, ...pieces], { pauseMs: 100 });
        firstEnd = Math.min(firstEnd, performance.now());
        return answer;
      });
      for (let at = 0; at < 10; at += 1) expect((await caller.tool('get_memories', { limit: 1 })).status).toBe(200);
      expect(firstEnd).toBe(Number.POSITIVE_INFINITY);
      expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 200));
      expect(await total(caller)).toBe(50);
    });
  });

  test('a client that goes away in the middle of its body has done nothing', async () => {
    const { secret, caller } = await stage.newProject();
    const body = Buffer.from(saveMessage(endpoint, 'never'));
    const start = head({ path: endpoint.path, headers: saveHeaders(endpoint, secret), body });
    await Promise.all(Array.from({ length: 20 }, () => overWire(stage.product.port, [start, body.subarray(0, 40)], { timeoutMs: 50 })));
    expect(await remembered(caller)).toEqual([]);
    expect(stage.product.output()).not.toMatch(/unhandled|uncaught/i);
  });
};

/** For one kind of stage: the store makes no difference to it, and the wait is long. */
export const unendingHeadersSuite: Suite = (stage) => {
  test('headers that do not end are given up', async () => {
    const startedAt = performance.now();
    const pieces = ['GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n', ...Array.from({ length: 100 }, (_, at) => `x-${at}: a\r\n`)];
    const answer = await overWire(stage.product.port, pieces, { pauseMs: 150, timeoutMs: 30_000 });
    expect(answer.status).toBe(408);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
};
