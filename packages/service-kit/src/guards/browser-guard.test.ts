import { get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../testing/app.ts';
import type { TestAppOptions } from '../testing/app.ts';
import { portOf } from '../testing/port-of.ts';

const preflightOf = (origin: string) => ({
  origin,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,mcp-protocol-version,mcp-session-id,mcp-method,mcp-name',
});

const hosted = { baseUrl: 'https://mcp.example.com', appUrl: 'https://app.example.com', allowedOrigins: ['https://tools.example.org'] };

/** A call with a good key, and how often its handler ran. */
function newTool(options: TestAppOptions = {}) {
  const test = createTestApp(options);
  const { secret } = test.credentials.newKey();
  const call = (headers: Record<string, string>) =>
    test.app.inject({
      method: 'POST',
      url: '/tool',
      headers: { host: new URL(options.baseUrl ?? 'http://localhost:8787').host, authorization: `Bearer ${secret}`, ...headers },
    });
  return { ...test, call };
}

describe('Host', () => {
  it.each(['mcp.example.com', 'MCP.example.com', 'mcp.example.com:443', 'app.example.com', 'internal:8787'])(
    'answers under %s',
    async (host) => {
      const { call } = newTool({ ...hosted, allowedHosts: ['internal:8787'] });
      expect((await call({ host })).statusCode).toBe(200);
    },
  );

  it.each(['127.0.0.1.evil.example', 'evil.example', 'mcp.example.com.evil.example', 'mcp.example.com:8443', 'localhost', '', 'a b'])(
    'refuses %j before anything runs',
    async (host) => {
      const { call, credentials } = newTool(hosted);
      const answer = await call({ host });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ error: { data: { error: 'forbidden' } } });
      expect(credentials.lookUps.count).toBe(0);
    },
  );

  it.each(['localhost:8787', '127.0.0.1:8787', '[::1]:8787', 'localhost', 'localhost:9000'])('answers at home under %s', async (host) => {
    expect((await newTool().call({ host })).statusCode).toBe(200);
  });

  it.each(['127.0.0.1.evil.example:8787', 'localhost.evil.example', 'evil.example:8787'])('refuses at home %s', async (host) => {
    expect((await newTool().call({ host })).statusCode).toBe(403);
  });

  it('answers the loopback names on a loopback connection though its address is a public one', async () => {
    const { app } = newTool(hosted);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const port = portOf(app.server);
    const statusUnder = (host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        get({ port, host: '127.0.0.1', path: '/me', headers: { host } }, (answer) => resolve(answer.resume().statusCode)).on(
          'error',
          reject,
        );
      });
    const statuses = [await statusUnder(`localhost:${port}`), await statusUnder(`127.0.0.1:${port}`), await statusUnder('localhost:1')];
    await app.close();
    expect(statuses).toEqual([401, 401, 403]);
  });

  it.each([
    ['http://mcp.example.com/me', 401],
    ['https://MCP.example.com:443/me', 401],
    ['http://evil.example/me', 403],
    ['http://mcp.example.com@evil.example/me', 403],
    ['http://mcp.example.com.evil.example/me', 403],
    ['http:///me', 400],
    ['ws://evil.example/me', 400],
    ['http://evil.example', 403],
    ['http://evil.example/healthz', 200],
  ])('holds the host in the target %s to the same, whatever Host says', async (target, status) => {
    const { app } = newTool(hosted);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect(portOf(app.server), '127.0.0.1');
    socket.write(`GET ${target} HTTP/1.1\r\nHost: mcp.example.com\r\nConnection: close\r\n\r\n`);
    expect(Number((await text(socket)).slice(9, 12))).toBe(status);
    await app.close();
  });

  it('is not good enough when it is foreign and that in the target is known', async () => {
    const { app } = newTool(hosted);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect(portOf(app.server), '127.0.0.1');
    socket.write('GET http://mcp.example.com/me HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /);
    await app.close();
  });

  it('tells anyone that the process is up', async () => {
    const { app } = newTool(hosted);
    expect((await app.inject({ url: '/healthz', headers: { host: '10.0.0.7:8787' } })).statusCode).toBe(200);
  });

  it('tells a foreign host nothing about addresses', async () => {
    const { app } = newTool(hosted);
    expect((await app.inject({ url: '/nowhere', headers: { host: 'evil.example' } })).statusCode).toBe(403);
  });
});

describe('Origin', () => {
  it('lets callers in that are no browser', async () => {
    const answer = await newTool(hosted).call({});
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it.each(['https://mcp.example.com', 'https://app.example.com', 'https://tools.example.org'])('lets pages of %s in', async (origin) => {
    const answer = await newTool(hosted).call({ origin });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' });
  });

  it.each([
    'https://evil.example',
    'null',
    'http://mcp.example.com',
    'https://mcp.example.com.evil.example',
    'http://localhost:5173',
    '*',
    '',
  ])('refuses pages of %j before anything runs', async (origin) => {
    const { call, credentials } = newTool(hosted);
    const answer = await call({ origin });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(credentials.lookUps.count).toBe(0);
  });

  it.each(['http://localhost:5173', 'http://127.0.0.1:6274', 'https://localhost', 'http://[::1]:3000'])(
    'lets tools of a developer in at home: %s',
    async (origin) => {
      expect((await newTool().call({ origin })).statusCode).toBe(200);
    },
  );

  it.each(['http://localhost.evil.example', 'http://127.0.0.1.evil.example:80', 'https://evil.example', 'null'])(
    'refuses at home %s',
    async (origin) => {
      expect((await newTool().call({ origin })).statusCode).toBe(403);
    },
  );

  it('never lets cookies travel', async () => {
    const { app, call } = newTool(hosted);
    const origin = 'https://app.example.com';
    const preflight = await app.inject({ method: 'OPTIONS', url: '/tool', headers: { host: 'mcp.example.com', ...preflightOf(origin) } });
    for (const { headers } of [await call({ origin }), preflight]) expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });
});

describe('preflight', () => {
  it.each(['/tool', '/nowhere'])('is answered without a credential and not counted: %s', async (url) => {
    const { app, call, credentials } = newTool(hosted);
    const answer = await app.inject({
      method: 'OPTIONS',
      url,
      headers: { host: 'mcp.example.com', ...preflightOf('https://app.example.com') },
    });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(answer.headers['access-control-allow-origin']).toBe('https://app.example.com');
    expect(answer.headers['access-control-allow-methods']).toMatch(/POST/);
    expect(credentials.lookUps.count).toBe(0);
    expect((await call({})).headers['ratelimit-remaining']).toBe('999');
  });

  it('lists the headers that clients send', async () => {
    const { app } = newTool();
    const answer = await app.inject({ method: 'OPTIONS', url: '/tool', headers: preflightOf('http://localhost:5173') });
    const allowed = String(answer.headers['access-control-allow-headers']).toLowerCase().split(', ');
    expect(allowed).toEqual(
      expect.arrayContaining([
        'authorization',
        'content-type',
        'mcp-protocol-version',
        'mcp-session-id',
        'mcp-method',
        'mcp-name',
        'last-event-id',
        'idempotency-key',
        'x-api-key',
        'x-service-project-id',
      ]),
    );
  });

  it('of a foreign page is refused', async () => {
    const { app } = newTool(hosted);
    const answer = await app.inject({
      method: 'OPTIONS',
      url: '/tool',
      headers: { host: 'mcp.example.com', ...preflightOf('https://evil.example') },
    });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers).not.toHaveProperty('access-control-allow-headers');
  });
});

describe('refusals that a page may read', () => {
  const origin = 'https://app.example.com';
  const exposed = [
    'www-authenticate',
    'retry-after',
    'ratelimit-limit',
    'ratelimit-remaining',
    'ratelimit-reset',
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'mcp-session-id',
    'x-request-id',
  ];

  it.each([
    ['401', 401, { authorization: 'Bearer wrong' }],
    ['403', 403, { 'x-service-project-id': 'another' }],
    ['429', 429, {}],
  ])('carry CORS headers with %s', async (_name, status, headers) => {
    const { call } = newTool({ ...hosted, limits: { free: 0, premium: 0 } });
    const answer = await call({ origin, ...headers });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    const listed = String(answer.headers['access-control-expose-headers']).toLowerCase().split(', ');
    expect(listed).toEqual(expect.arrayContaining(exposed));
  });
});

describe('a route that says whose pages may call', () => {
  const ask = (url: string, origin: string) => {
    const { app } = newTool(hosted);
    return app.inject({ url, headers: { host: 'mcp.example.com', origin } });
  };

  it('is read by pages of any origin where it is public, and never with what a browser adds by itself', async () => {
    const { statusCode, headers } = await ask('/public', 'https://anywhere.example');
    expect([statusCode, headers['access-control-allow-origin'], headers['access-control-allow-credentials']]).toEqual([
      200,
      '*',
      undefined,
    ]);
  });

  it('is read by the web pages alone where it is theirs', async () => {
    expect((await ask('/pages', hosted.appUrl)).statusCode).toBe(200);
    for (const origin of [hosted.baseUrl, 'https://tools.example.org', 'https://anywhere.example', 'null']) {
      expect([origin, (await ask('/pages', origin)).statusCode]).toEqual([origin, 403]);
    }
  });
});
