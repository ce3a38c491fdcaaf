import { describe, expect, test } from 'vitest';
import { total } from '../memories/remembered.ts';
import { call } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { endpoints, saveHeaders, saveMessage } from './endpoints.ts';

export const batchSuite: Suite = (stage) => {
  describe.each(endpoints)('a batch at $name', (endpoint) => {
    const one = saveMessage(endpoint, 'batched');
    test.each([
      ['of nothing', '[]'],
      ['of no message', '[1]'],
      ['of batches', '[[[]]]'],
      ['of one', `[${one}]`],
      ['of one that lists', '[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]'],
      ['of notifications', '[{"jsonrpc":"2.0","method":"notifications/initialized"}]'],
      ['of nine hundred', `[${Array.from({ length: 900 }, () => one).join(',')}]`],
    ])('is refused as one request: %s', async (_kind, body) => {
      const { caller, secret } = await stage.newProject();
      const before = Number((await caller.tool('get_memories', {})).headers.get('ratelimit-remaining'));
      const startedAt = performance.now();
      const answer = await call(`${caller.baseUrl}${endpoint.path}`, { method: 'POST', headers: saveHeaders(endpoint, secret), body });
      expect(performance.now() - startedAt).toBeLessThan(1000);
      expect([answer.status, answer.body]).toMatchObject([400, { jsonrpc: '2.0', id: null, error: { code: -32_600 } }]);
      expect(Number(answer.headers.get('ratelimit-remaining'))).toBe(before - 1);
      expect(await total(caller)).toBe(0);
    });
  });

  test('initialize names no revision that has batches', async () => {
    const { caller, secret } = await stage.newProject();
    for (const asked of ['2025-03-26', '2025-06-18', '2025-11-25', '2099-01-01']) {
      const { body } = await call(`${caller.baseUrl}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
        }),
      });
      expect(body.result.protocolVersion).not.toBe('2025-03-26');
    }
  });
};
