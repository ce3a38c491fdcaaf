import { describe, expect, test } from 'vitest';
import { total } from '../memories/remembered.ts';
import { call } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { head, overWire, send } from '../product/wire.ts';
import { endpoints, saveHeaders, saveMessage } from './endpoints.ts';

const mebibyte = 1_048_576;

export const sizeSuite: Suite = (stage) => {
  describe.each(endpoints)('the size of a body at $name', (endpoint) => {
    const padded = (length: number): string => saveMessage(endpoint, 'x').padEnd(length, ' ');

    test('is up to one mebibyte', async () => {
      const { secret, caller } = await stage.newProject();
      const post = (body: string) =>
        call(`${caller.baseUrl}${endpoint.path}`, { method: 'POST', headers: saveHeaders(endpoint, secret), body });
      expect((await post(padded(mebibyte))).status).toBe(200);
      const answer = await post(padded(mebibyte + 1));
      expect([answer.status, answer.body]).toMatchObject([
        413,
        { jsonrpc: '2.0', error: { code: 413, data: { status: 413, error: 'payload_too_large' } } },
      ]);
      expect(await total(caller)).toBe(1);
    });

    test('is refused by what it announces, before it is sent', async () => {
      const { secret } = await stage.newProject();
      const startedAt = performance.now();
      const headers = { ...saveHeaders(endpoint, secret), 'content-length': '2000000000' };
      const answer = await overWire(stage.product.port, [head({ path: endpoint.path, headers })]);
      expect(answer.status).toBe(413);
      expect(performance.now() - startedAt).toBeLessThan(2000);
    });

    test('is refused by what comes, when it announces none', async () => {
      const { secret, caller } = await stage.newProject();
      const headers = { ...saveHeaders(endpoint, secret), 'transfer-encoding': 'chunked' };
      const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
      const pieces = [head({ path: endpoint.path, headers }), ...Array.from({ length: 40 }, () => chunk)];
      expect((await overWire(stage.product.port, pieces, { pauseMs: 1 })).status).toBe(413);
      expect(await total(caller)).toBe(0);
    });
  });

  test.each(['/v1/memories', '/v1/knowledge/search', '/auth/sign-in'])('the size of a body at %s is bounded', async (path) => {
    const { secret } = await stage.newProject();
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const answer = await call(`${stage.product.baseUrl}${path}`, { method: 'POST', headers, body: `"${'x'.repeat(mebibyte)}"` });
    expect([answer.status, answer.body]).toMatchObject([413, { status: 413, code: 'payload_too_large' }]);
  });

  test.each([
    ['an address', { path: `/v1/memories?x=${'a'.repeat(20_000)}` }],
    ['a header', { path: '/v1/memories', headers: { 'x-a': 'a'.repeat(20_000) } }],
    ['many headers', { path: '/v1/memories', headers: Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`x-${at}`, 'aaaa'])) }],
  ])('%s is bounded too', async (_kind, request) => {
    expect((await send(stage.product.port, { method: 'GET', ...request })).status).toBe(431);
  });

  test('a long credential is no good and harms nobody', async () => {
    const answer = await send(stage.product.port, {
      method: 'GET',
      path: '/v1/memories',
      headers: { authorization: `Bearer ${'a'.repeat(10_000)}` },
    });
    expect(answer.status).toBe(401);
  });
};
