import { afterAll, describe, expect, test } from 'vitest';
import { createTestApp } from './testing/app.ts';
import { legacy, modern, post } from './testing/messages.ts';
import type { Message } from './testing/messages.ts';

const endpoint = createTestApp({ limit: 2 });
afterAll(() => endpoint.app.close());

const list = { id: 'mine', method: 'tools/list' };

describe('every message counts against the limit of its key', () => {
  test.for<[string, Message]>([
    ['calls', legacy({ method: 'tools/call', params: { name: 'echo' } })],
    ['lists of the modern era', modern({ method: 'tools/list' })],
    ['handshakes', legacy({ method: 'initialize', params: {} })],
    ['notifications', { body: { jsonrpc: '2.0', method: 'notifications/x' } }],
    ['batches', { body: Array.from({ length: 900 }, () => ({ jsonrpc: '2.0', id: 1, method: 'ping' })) }],
    ['bodies that cannot be read', { body: '{' }],
  ])('%s', async ([, message]) => {
    const key = endpoint.newKey();
    await post(endpoint.app, key, message);
    expect((await post(endpoint.app, key, legacy(list))).statusCode).toBe(200);
    const refused = await post(endpoint.app, key, legacy(list));
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect(refused.json()).toMatchObject({ jsonrpc: '2.0', id: 'mine', error: { code: 429 } });
  });
});

test('the limit of one key is not that of another', async () => {
  const [spent, fresh] = [endpoint.newKey(), endpoint.newKey()];
  for (let index = 0; index < 3; index += 1) await post(endpoint.app, spent, legacy(list));
  expect((await post(endpoint.app, fresh, legacy(list))).statusCode).toBe(200);
});
