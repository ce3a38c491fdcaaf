import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { total } from '../memories/remembered.ts';
import { call } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { send } from '../product/wire.ts';

const nested = (depth: number, open: string, close: string): string => `${open.repeat(depth)}1${close.repeat(depth)}`;

/** Bodies that are small on the wire and large for whoever reads them carelessly. */
const heavy: readonly (readonly [string, string])[] = [
  ['lists in lists', nested(100_000, '[', ']')],
  ['objects in objects', nested(100_000, '{"a":', '}')],
  ['metadata that is deep', `{"content":"x","metadata":${nested(2000, '{"a":', '}')}}`],
  ['a number of many digits', `{"content":"x","occurred_at":${'9'.repeat(500_000)}}`],
  ['a number with a huge exponent', '{"content":"x","metadata":{"n":1e999999999}}'],
  ['a hundred thousand members', `{"content":"x",${Array.from({ length: 60_000 }, (_, at) => `"k${at}":1`).join(',')}}`],
  ['a long list', `{"content":"x","metadata":{"a":[${'1,'.repeat(400_000)}1]}}`],
  ['the same member again and again', `{"content":"x",${'"a":1,'.repeat(100_000)}"a":1}`],
  ['a member with a long name', `{"content":"x","${'a'.repeat(900_000)}":1}`],
];

export const limitSuite: Suite = (stage) => {
  describe('a body that is heavy to read', () => {
    test.each(heavy)('is refused soon, and nobody waits for it: %s', async (_kind, body) => {
      const { caller } = await stage.newProject();
      for (const path of ['/v1/memories', '/v1/actions', '/v1/policies/evaluate', '/mcp/tools/call']) {
        const startedAt = performance.now();
        const [{ status }, health] = await Promise.all([
          call(`${caller.baseUrl}${path}`, {
            method: 'POST',
            headers: { authorization: `Bearer ${caller.secret}`, 'content-type': 'application/json' },
            body,
          }),
          call(`${caller.baseUrl}/healthz`),
        ]);
        expect([path, status, health.status]).toEqual([path, expect.toBeOneOf([400, 413]), 200]);
        expect(performance.now() - startedAt).toBeLessThan(4000);
      }
      expect(await total(caller)).toBe(0);
    });
  });

  test.each([2_147_483_648, 9_007_199_254_740_991])(
    'a number that no column holds names nothing, and is no failure: %d',
    async (number) => {
      const { caller, session } = await stage.newProject();
      const memory = (await caller.rest('POST', '/v1/memories', { content: 'x' })).body.id;
      const agent = (await session.rest('POST', '/v1/agents', { name: 'x' })).body.id;
      const steps = [{ id: 'a', kind: 'checkpoint' }];
      const task = (await caller.rest('POST', '/v1/tasks', { goal: 'x', plan: { steps } })).body.id;
      const action = { kind: 'shell.exec', command: 'ls', cwd: '/repo', workspace_root: '/repo' };
      const asked = [
        ['POST', `/v1/memories/${memory}/restore`, { version: number }],
        ['GET', `/v1/memories?limit=${number}`],
        ['PATCH', `/v1/agents/${agent}`, { name: 'y', version: number }],
        ['GET', `/v1/agents/${agent}/versions?limit=${number}`],
        ['GET', `/v1/tasks/${task}/plan?revision=${number}`],
        ['POST', '/v1/schedules', { goal: 'x', cron: '0 6 * * *', max_runs: number, plan: { steps } }],
        ['GET', `/v1/policies/revisions/${number}`],
        ['POST', `/v1/policies/revisions/${number}/activate`],
        ['POST', '/v1/policies/evaluate', { action, revision: number }],
        ['POST', '/v1/actions', { action: { kind: 'policy.change', revision: number } }],
        ['GET', `/v1/audit?after=${number}`],
        ['GET', `/v1/audit?limit=${number}`],
        ['POST', '/v1/context', { task: 'x', max_tokens: number }],
      ] as const;
      for (const [method, path, body] of asked) {
        const { status } = await session.rest(method, path, body);
        expect([method, path, status < 500]).toEqual([method, path, true]);
      }
    },
  );

  test('ten thousand headers and long addresses are refused', async () => {
    const headers = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`x${at}`, '1']));
    expect((await send(stage.product.port, { method: 'GET', path: '/healthz', headers })).status).toBe(431);
    expect([414, 431]).toContain((await send(stage.product.port, { method: 'GET', path: `/${'a'.repeat(100_000)}` })).status);
    expect((await call(`${stage.product.baseUrl}/v1/memories/${'a'.repeat(3000)}`)).status).toBeGreaterThanOrEqual(400);
  });

  test('many connections that say nothing, or little and slowly, hold nobody up', async () => {
    const { caller } = await stage.newProject();
    const sockets = Array.from({ length: 300 }, (_, at) => {
      const socket = connect({ port: stage.product.port, host: '127.0.0.1' });
      socket.on('error', () => {});
      if (at % 2 === 0) socket.write('POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100000\r\nx-a: ');
      return socket;
    });
    const drip = setInterval(() => sockets.forEach((socket, at) => at % 2 === 0 && socket.writable && socket.write('a')), 100);
    for (let at = 0; at < 10; at += 1) {
      const startedAt = performance.now();
      expect((await caller.tool('get_memories', { limit: 1 })).status).toBe(200);
      expect(performance.now() - startedAt).toBeLessThan(2000);
    }
    clearInterval(drip);
    for (const socket of sockets) socket.destroy();
  });

  test('the headers that guard a browser are on every answer, good or bad', async () => {
    const { caller } = await stage.newProject();
    const paths = [
      '/',
      '/healthz',
      '/readyz',
      '/docs',
      '/openapi.json',
      '/v1/memories',
      '/v1/nothing',
      '/mcp',
      '/auth/me',
      '/metrics',
      '/%zz',
    ];
    for (const path of paths) {
      for (const headers of [{}, { authorization: `Bearer ${caller.secret}` }, { host: 'evil.example' }]) {
        const answer = await send(stage.product.port, { method: 'GET', path, headers });
        const policy = answer.headers['content-security-policy'];
        expect([path, answer.headers['x-content-type-options'], policy]).toEqual([
          path,
          'nosniff',
          expect.stringContaining("default-src 'none'"),
        ]);
        expect([path, policy?.includes("frame-ancestors 'none'"), answer.headers['referrer-policy']]).toEqual([path, true, 'no-referrer']);
        expect([path, answer.headers['server'], answer.headers['x-powered-by']]).toEqual([path, undefined, undefined]);
      }
    }
  });
};
