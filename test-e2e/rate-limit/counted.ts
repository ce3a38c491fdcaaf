import { describe, expect, test } from 'vitest';
import { total } from '../memories/remembered.ts';
import { call } from '../product/caller.ts';
import type { Answer, Caller } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { freshProject, limit, spend, standing } from './spent.ts';

/** One request that saves, at each kind of address. */
const saves: readonly [string, (caller: Caller, content: string) => Promise<Answer>][] = [
  ['/mcp/tools/call', (caller, content) => caller.tool('save_memory', { content })],
  ['/mcp of 2025', (caller, content) => caller.mcp('save_memory', { content })],
  ['/mcp of 2026', (caller, content) => caller.modern('save_memory', { content })],
  ['/v1/memories', (caller, content) => caller.rest('POST', '/v1/memories', { content })],
];

export const countedSuite: Suite = (stage) => {
  describe.each(saves)('requests at %s', (path, save) => {
    test('are counted in every answer, and refused past the limit', async () => {
      const { caller, other } = await freshProject(stage);
      for (let at = 1; at <= limit; at += 1) {
        const answer = await save(caller, `number ${at}`);
        const { reset, older, ...rest } = standing(answer);
        expect([answer.status < 300, rest]).toEqual([true, { limit, remaining: limit - at }]);
        expect(reset).toBeGreaterThan(3500);
        expect(reset).toBeLessThanOrEqual(3600);
        expect(older).toEqual([limit, limit - at, reset]);
        expect(answer.headers.get('retry-after')).toBeNull();
      }
      const answer = await save(caller, 'one too many');
      const { reset, remaining } = standing(answer);
      expect([answer.status, remaining]).toEqual([429, 0]);
      const retryAfter = answer.headers.get('retry-after') ?? '';
      expect(retryAfter).toMatch(/^\d+$/);
      expect(Math.abs(Number(retryAfter) - reset)).toBeLessThanOrEqual(1);
      expect(answer.body).toMatchObject(
        path.startsWith('/v1')
          ? { status: 429, code: 'rate_limited' }
          : { jsonrpc: '2.0', id: 1, error: { code: 429, data: { status: 429, error: 'rate_limited', retry_after: Number(retryAfter) } } },
      );
      expect(answer.body.result).toBeUndefined();
      expect(await total(other)).toBe(limit);
    });
  });

  describe('what is counted', () => {
    const post = (caller: Caller, body: string, headers: Record<string, string> = {}) =>
      call(`${caller.baseUrl}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${caller.secret}`, 'content-type': 'application/json', ...headers },
        body,
      });

    test('is every request with a good key, whatever it asks for', async () => {
      const { caller } = await freshProject(stage);
      const answers = [
        await post(caller, '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'),
        await post(caller, '{"jsonrpc":"2.0","method":"notifications/initialized"}'),
        await post(caller, 'no JSON'),
        await post(caller, '[]'),
        await caller.rest('GET', '/v1/memories?limit=x'),
      ];
      expect(answers.map((answer) => [answer.status, standing(answer).remaining])).toEqual([
        [200, 4],
        [202, 3],
        [400, 2],
        [400, 1],
        [400, 0],
      ]);
      expect((await post(caller, '{"jsonrpc":"2.0","method":"notifications/initialized"}')).status).toBe(429);
    });

    test('is nothing that asks for no work', async () => {
      const { caller } = await freshProject(stage);
      const origin = 'https://app.allowed.example';
      const preflight = { origin, 'access-control-request-method': 'POST' };
      for (let at = 0; at < limit + 2; at += 1) {
        expect((await call(`${caller.baseUrl}/mcp`, { method: 'OPTIONS', headers: preflight })).status).toBe(204);
        expect((await call(`${caller.baseUrl}/mcp`, { headers: { authorization: `Bearer ${caller.secret}` } })).status).toBe(405);
        expect((await caller.tool('get_memories', {}, { origin: 'https://evil.example' })).status).toBe(403);
      }
      expect(standing(await caller.tool('get_memories', {})).remaining).toBe(limit - 1);
    });

    test('can be read by a page of an allowed origin that was refused', async () => {
      const { caller } = await freshProject(stage);
      await spend(caller);
      const answer = await caller.tool('get_memories', {}, { origin: 'https://app.allowed.example' });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([429, 'https://app.allowed.example']);
      expect(answer.headers.get('access-control-expose-headers')).toMatch(/Retry-After.*X-RateLimit-Reset/);
    });
  });
};
