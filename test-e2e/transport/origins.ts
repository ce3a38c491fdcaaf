import { beforeAll, describe, expect, test } from 'vitest';
import { remembered, save } from '../memories/remembered.ts';
import type { Project, Suite } from '../product/stage.ts';
import { send } from '../product/wire.ts';
import { endpoints, saveHeaders, saveMessage } from './endpoints.ts';

const allowed = 'https://app.allowed.example';
const foreign = [
  'https://evil.example',
  'null',
  '',
  'http://app.allowed.example',
  'https://app.allowed.example:8443',
  'https://app.allowed.example.evil.example',
  'https://evil.example/?https://app.allowed.example',
  'https://sub.app.allowed.example',
  'https://app.allowed.example/',
  'HTTPS://EVIL.example',
  'http://127.0.0.1.evil.example',
  'http://localhost.evil.example:3000',
  'https://app.allowed.example, https://evil.example',
  'file://',
  'chrome-extension://abcdef',
  '*',
];

const foreignHosts = [
  '127.0.0.1.evil.example',
  'evil.example',
  'localhost.evil.example',
  'evil.example:80',
  '127.0.0.1@evil.example',
  '0.0.0.0',
  '[::]',
  '127.0.0.2',
  '127.1',
  '2130706433',
  'mcp.our-domain.example.evil.example',
  'x.mcp.our-domain.example',
  'mcp.our-domain.example:99999',
  '',
];

const askedHeaders = 'authorization,content-type,mcp-protocol-version,mcp-session-id,mcp-method,mcp-name,last-event-id,idempotency-key';

export const originSuite: Suite = (stage) => {
  describe.each([...endpoints, { name: '/v1/memories', path: '/v1/memories' }])('a browser at $name', ({ path }) => {
    test('is told before it asks that it may, without a key and without being counted', async () => {
      const headers = { origin: allowed, 'access-control-request-method': 'POST', 'access-control-request-headers': askedHeaders };
      const answer = await send(stage.product.port, { method: 'OPTIONS', path, headers });
      expect([answer.status, answer.body, answer.headers['access-control-allow-origin']]).toEqual([204, '', allowed]);
      const listed = answer.headers['access-control-allow-headers']?.toLowerCase().split(', ');
      for (const name of askedHeaders.split(',')) expect(listed).toContain(name);
      expect(answer.headers['access-control-allow-methods']).toMatch(/POST.*DELETE/);
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      expect(answer.headers['ratelimit-limit']).toBeUndefined();
      expect(answer.headers['vary']).toContain('Origin');
    });

    test('is told that it may not', async () => {
      for (const origin of foreign) {
        const headers = { origin, 'access-control-request-method': 'POST' };
        const answer = await send(stage.product.port, { method: 'OPTIONS', path, headers });
        expect([origin, answer.status, answer.headers['access-control-allow-origin']]).toEqual([origin, 403, undefined]);
      }
    });
  });

  describe.each(endpoints)('a page at $name', (endpoint) => {
    let project: Project;
    let id: string;
    beforeAll(async () => {
      project = await stage.newProject();
      id = await save(project.caller, 'to keep');
    });
    const deletion = (headers: Record<string, string>) => {
      const named: Record<string, string> = { ...saveHeaders(endpoint, project.secret), ...headers };
      if ('mcp-name' in named) named['mcp-name'] = 'delete_memory';
      const body = saveMessage(endpoint, 'x').replace('save_memory', 'delete_memory').replace('"content":"x"', `"memory_id":"${id}"`);
      return send(stage.product.port, { path: endpoint.path, headers: named, body: Buffer.from(body) });
    };

    test('of a foreign origin does nothing', async () => {
      for (const origin of foreign) {
        const answer = await deletion({ origin });
        expect([origin, answer.status, answer.headers['access-control-allow-origin']]).toEqual([origin, 403, undefined]);
        expect(JSON.parse(answer.body)).toMatchObject({ jsonrpc: '2.0', error: { data: { error: 'forbidden' } } });
      }
      expect(await remembered(project.caller)).toMatchObject([{ memory_id: id }]);
    });

    test('under a foreign name does nothing', async () => {
      for (const host of foreignHosts) expect([host, (await deletion({ host })).status]).toEqual([host, 403]);
      expect(await remembered(project.caller)).toMatchObject([{ memory_id: id }]);
    });

    test('that is asked for with its whole address is held to the name in that', async () => {
      for (const [name, status] of [
        ['evil.example', 403],
        ['127.0.0.1@evil.example', 403],
        ['mcp.our-domain.example', 200],
      ] as const) {
        const { path } = endpoint;
        const request = {
          path: `http://${name}${path}`,
          headers: saveHeaders(endpoint, project.secret),
          body: Buffer.from(saveMessage(endpoint, 'x')),
        };
        expect([name, (await send(stage.product.port, request)).status]).toEqual([name, status]);
      }
    });

    test.each([
      ['no origin', {}],
      ['an allowed origin', { origin: allowed }],
      ['a loopback origin, while the service is at one', { origin: 'http://localhost:6274' }],
      ['a name that it is known under', { host: 'mcp.our-domain.example' }],
      ['that name in another case', { host: 'MCP.our-domain.example' }],
      ['a loopback name', { host: 'localhost:9' }],
    ])('of %s is served', async (_kind, headers) => {
      const answer = await send(stage.product.port, {
        path: endpoint.path,
        headers: { ...saveHeaders(endpoint, project.secret), ...headers },
        body: Buffer.from(saveMessage(endpoint, 'x')),
      });
      expect(answer.status).toBe(200);
      if ('origin' in headers) expect(answer.headers['access-control-allow-origin']).toBe(headers.origin);
    });

    test('of an allowed origin can read a refusal and its headers', async () => {
      const answer = await send(stage.product.port, {
        path: endpoint.path,
        headers: { ...saveHeaders(endpoint, 'wrong'), origin: allowed },
        body: Buffer.from(saveMessage(endpoint, 'x')),
      });
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([401, allowed]);
      const exposed = answer.headers['access-control-expose-headers']?.toLowerCase();
      for (const name of ['www-authenticate', 'retry-after', 'ratelimit-remaining', 'x-ratelimit-reset', 'mcp-session-id'])
        expect(exposed).toContain(name);
    });
  });
};
