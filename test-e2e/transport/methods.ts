import { describe, expect, test } from 'vitest';
import { total } from '../memories/remembered.ts';
import { call } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { head, overWire, send } from '../product/wire.ts';
import { endpoints, saveHeaders, saveMessage } from './endpoints.ts';

const others = ['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'TRACE'];

/** Clients find out how to get a credential by asking `/mcp` in any way. */
const asksFirst = (path: string): boolean => !path.startsWith('/mcp/tools');

export const methodSuite: Suite = (stage) => {
  describe.each(['/mcp', '/mcp/', '/mcp/tools/call', '/mcp/tools/call/'])('a method other than POST at %s', (path) => {
    test.each(others.flatMap((method) => [[method, true] as const, [method, false] as const]))(
      '%s is refused at once (with a key: %s)',
      async (method, hasKey) => {
        const headers = { accept: 'text/event-stream', ...(hasKey && { authorization: `Bearer ${stage.product.account.apiKey}` }) };
        const startedAt = performance.now();
        const answer = await send(stage.product.port, { method, path, headers });
        expect(performance.now() - startedAt).toBeLessThan(1000);
        if (!hasKey && asksFirst(path) && method !== 'OPTIONS') {
          expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Bearer /)]);
          return;
        }
        expect([answer.status, answer.headers['allow'], answer.headers['content-type']]).toEqual([
          405,
          'POST',
          'application/json; charset=utf-8',
        ]);
        expect(JSON.parse(answer.body)).toMatchObject({
          jsonrpc: '2.0',
          id: null,
          error: { data: { status: 405, error: 'method_not_allowed' } },
        });
      },
    );

    test('HEAD is refused without a body', async () => {
      const headers = { authorization: `Bearer ${stage.product.account.apiKey}` };
      const answer = await send(stage.product.port, { method: 'HEAD', path, headers });
      expect([answer.status, answer.headers['allow'], answer.body]).toEqual([405, 'POST', '']);
    });
  });

  test.each(endpoints)('a slash at the end of $name makes no difference', async (endpoint) => {
    const { secret, caller } = await stage.newProject();
    const init = { method: 'POST', headers: saveHeaders(endpoint, secret), body: saveMessage(endpoint, 'x'), redirect: 'manual' } as const;
    expect((await call(`${caller.baseUrl}${endpoint.path}/`, init)).status).toBe(200);
    expect((await call(`${caller.baseUrl}${endpoint.path}?x=1`, init)).status).toBe(200);
    expect((await call(`${caller.baseUrl}${endpoint.path}/?api_key=${secret}`, init)).status).toBe(200);
    expect(await total(caller)).toBe(3);
  });

  test.each(['/MCP', '//mcp', '/mcp//', '/mcp/x', '/mcp/tools', '/mcp/tools/list', '/v1', '/v1/../mcp', '/.env'])(
    'there is nothing at %s',
    async (path) => {
      const { secret } = await stage.newProject();
      for (const method of ['GET', 'POST']) {
        const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
        const answer = await send(stage.product.port, { method, path, headers, body: Buffer.from('{}') });
        expect([answer.status, JSON.parse(answer.body).code]).toEqual([404, 'not_found']);
      }
    },
  );

  test.each(['/healthz', '/readyz', '/openapi.json', '/docs'])(
    '%s answers GET and HEAD to anyone, under any name of a health check',
    async (path) => {
      for (const method of ['GET', 'HEAD']) {
        const answer = await send(stage.product.port, { method, path });
        expect([method, answer.status, answer.body === '']).toEqual([method, 200, method === 'HEAD']);
      }
      const posted = await send(stage.product.port, { method: 'POST', path });
      expect([posted.status, posted.headers['allow']]).toEqual([405, 'GET, HEAD']);
      const elsewhere = await send(stage.product.port, { method: 'GET', path, headers: { host: '10.0.0.7:8787' } });
      expect(elsewhere.status).toBe(path.endsWith('z') ? 200 : 403);
    },
  );

  test.each([
    ['/v1/memories', 'PUT', 'GET, HEAD, POST'],
    ['/v1/memories/01a21f9f-c8d1-71a8-990b-cb24cde82867', 'POST', 'DELETE, GET, HEAD, PATCH'],
    ['/v1/api-keys', 'DELETE', 'GET, HEAD, POST'],
    ['/auth/sign-in', 'GET', 'POST'],
  ])('%s under %s names what it takes', async (path, method, allowed) => {
    const answer = await send(stage.product.port, { method, path });
    expect([
      answer.status,
      answer.headers['allow']
        ?.split(', ')
        .toSorted((a, b) => a.localeCompare(b))
        .join(', '),
    ]).toEqual([405, allowed]);
  });

  describe('what is no HTTP', () => {
    test.each([
      ['another protocol', '\u0016\u0003\u0001\u0002\u0000'],
      ['a word', 'hello\r\n\r\n'],
      ['a method that nobody knows', 'FOO /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'],
      ['HTTP/2 without being asked', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
      ['no Host', 'POST /mcp HTTP/1.1\r\ncontent-length: 0\r\n\r\n'],
      ['two lengths', 'POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx'],
      ['a length and chunks', 'POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
      ['a negative length', 'POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: -1\r\n\r\n'],
      ['a folded header', 'GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nx-a: a\r\n b\r\n\r\n'],
      ['NUL in a header', 'GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nx-a: a\u0000b\r\n\r\n'],
    ])('is refused: %s', async (_kind, text) => {
      const answer = await overWire(stage.product.port, [Buffer.from(text, 'latin1')]);
      expect(answer.status).toBe(400);
      expect(answer.all.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    });

    test.each(['/v1/memories/%zz', '/v1/memories/%ff%fe', '/v1/memories/%00', '/v1/memories/%', `/v1/memories/${'a'.repeat(500)}`])(
      'is no address: %s',
      async (path) => {
        const headers = { authorization: `Bearer ${stage.product.account.apiKey}` };
        const answer = await send(stage.product.port, { method: 'GET', path, headers });
        expect([answer.status, JSON.parse(answer.body).status]).toEqual([400, 400]);
      },
    );
  });

  test('requests may follow each other before they are answered', async () => {
    const endpoint = endpoints[0];
    const { secret, caller } = await stage.newProject();
    const body = Buffer.from(saveMessage(endpoint, 'piped'));
    const request = (connection: string) =>
      head({ path: endpoint.path, headers: { ...saveHeaders(endpoint, secret), connection }, body }) + body.toString();
    const { all } = await overWire(stage.product.port, [request('keep-alive') + request('keep-alive') + request('close')]);
    expect(all.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
    expect(await total(caller)).toBe(3);
  });
};
