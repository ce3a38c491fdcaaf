import { CairnError } from '@cairn/core';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { keptLog } from '../testing/log.ts';
import { createHttp } from './create-http.ts';
import type { HttpOptions } from './create-http.ts';
import { UnreadableBody } from './json-body.ts';
import { methodNotAllowed } from './method-not-allowed.ts';
import type { ErrorFlavour } from './request.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const json = { 'content-type': 'application/json' };

function newApp(options: Partial<HttpOptions> = {}) {
  const log = keptLog();
  const app = createHttp({ logger: log.logger, ...options });
  return { app, log };
}

/** Echoes what it read at `/problem`, `/rpc` and `/mcp`, each with errors in that form. */
function addEchoes(app: FastifyInstance): void {
  for (const errors of ['problem', 'rpc', 'mcp'] as const) {
    app.post(`/${errors}`, { config: { errors } }, (request) => {
      if (request.body instanceof UnreadableBody) return { unreadable: request.body.reason };
      return { body: request.body ?? null };
    });
  }
}

/** An app with one route that throws. */
function throwing(error: unknown, errors: ErrorFlavour = 'problem') {
  const { app, log } = newApp();
  app.post('/', { config: { errors } }, () => {
    throw error;
  });
  return {
    app,
    log,
    call: () => app.inject({ method: 'POST', url: '/?api_key=cairn_query_secret', headers: json, payload: '{"id":9,"content":"a wish"}' }),
  };
}

describe('every answer', () => {
  it('names its request by a UUID of its own', async () => {
    const { app } = newApp();
    const [first, second] = [await app.inject('/healthz'), await app.inject('/healthz')];
    expect(first.headers['x-request-id']).toMatch(uuid);
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  });

  it('takes no request id from the caller', async () => {
    const { app } = newApp();
    const answer = await app.inject({ url: '/healthz', headers: { 'x-request-id': 'mine', 'request-id': 'mine' } });
    expect(answer.headers['x-request-id']).toMatch(uuid);
  });

  it.each(['/healthz', '/nowhere', '/%zz'])('is kept out of caches, frames and referrers: %s', async (url) => {
    const { app } = newApp();
    const { headers } = await app.inject(url);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it('asks for https once the service is reached by it', async () => {
    const { app } = newApp({ baseUrl: 'https://cairn.example.com' });
    expect((await app.inject('/healthz')).headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('may carry another policy when a route says so', async () => {
    const { app } = newApp();
    app.get('/page', (_request, reply) => reply.header('content-security-policy', "default-src 'self'").type('text/html').send('<p>'));
    expect((await app.inject('/page')).headers['content-security-policy']).toBe("default-src 'self'");
  });
});

describe('addresses', () => {
  it('answers the health check to GET and HEAD', async () => {
    const { app } = newApp();
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' });
    const head = await app.inject({ method: 'HEAD', url: '/healthz' });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  it('takes a trailing slash for the same address', async () => {
    const { app } = newApp();
    addEchoes(app);
    expect((await app.inject({ method: 'POST', url: '/rpc/', headers: json, payload: '{"a":1}' })).json()).toEqual({ body: { a: 1 } });
  });

  it('answers 404 where there is nothing, without the query', async () => {
    const { app } = newApp();
    const answer = await app.inject('/nowhere?api_key=cairn_secret');
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.json()).toMatchObject({
      status: 404,
      code: 'not_found',
      instance: '/nowhere',
      request_id: answer.headers['x-request-id'],
    });
    expect(answer.body).not.toContain('secret');
  });

  it('answers 405 with Allow at an address that takes other methods', async () => {
    const { app } = newApp();
    app.get('/v1/memories/:id', () => ({}));
    app.delete('/v1/memories/:id', () => ({}));
    const answer = await app.inject({ method: 'PUT', url: '/v1/memories/7?x=1' });
    expect(answer.statusCode).toBe(405);
    expect(String(answer.headers.allow).split(', ').toSorted()).toEqual(['DELETE', 'GET', 'HEAD']);
    expect(answer.json()).toMatchObject({ code: 'method_not_allowed', status: 405 });
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)(
    'answers 405 to %s in the form that was asked for',
    async (method) => {
      const { app } = newApp();
      addEchoes(app);
      methodNotAllowed(app, '/mcp', { allow: ['POST'], errors: 'mcp' });
      const answer = await app.inject({ method, url: '/mcp/' });
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
    },
  );

  it('says so in the body, in the same form', async () => {
    const { app } = newApp();
    methodNotAllowed(app, '/mcp', { allow: ['POST'], errors: 'mcp' });
    const body = (await app.inject('/mcp')).json();
    expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32600, data: { error: 'method_not_allowed' } } });
  });

  it('answers 405 even where a wildcard would take the address', async () => {
    const { app } = newApp();
    app.get('/*', () => 'a page');
    addEchoes(app);
    methodNotAllowed(app, '/mcp', { allow: ['POST'], errors: 'mcp' });
    expect((await app.inject('/mcp')).statusCode).toBe(405);
  });

  it('says what is wrong with an address that cannot be read', async () => {
    const { app } = newApp();
    const answer = await app.inject('/%zz?api_key=cairn_secret');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_request', instance: '/%zz' });
    expect(answer.body).not.toContain('secret');
  });
});

describe('bodies', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf8"',
    'application/json; charset = utf-8; v=1',
    'APPLICATION/JSON',
  ])('reads %s', async (type) => {
    const { app } = newApp();
    addEchoes(app);
    const answer = await app.inject({ method: 'POST', url: '/rpc', headers: { 'content-type': type }, payload: '{"a":"\u754c"}' });
    expect(answer.json()).toEqual({ body: { a: '\u754c' } });
  });

  it.each([
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'no type',
  ])('answers 415 to %s', async (type) => {
    const { app } = newApp();
    addEchoes(app);
    const answer = await app.inject({ method: 'POST', url: '/rpc', headers: { 'content-type': type }, payload: '{"a":1}' });
    expect(answer.statusCode).toBe(415);
    expect(answer.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { error: 'unsupported_media_type' } } });
  });

  it('answers 415 to a body without a type', async () => {
    const { app } = newApp();
    addEchoes(app);
    const answer = await app.inject({ method: 'POST', url: '/problem', headers: { 'content-length': '7' }, payload: '{"a":1}' });
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type']);
  });

  it('hands a body that cannot be read to the route', async () => {
    const { app } = newApp();
    addEchoes(app);
    const answer = await app.inject({ method: 'POST', url: '/rpc', headers: json, payload: '{"a":' });
    expect(answer.json()).toEqual({ unreadable: 'parse_error' });
  });

  it('takes an empty body for none, also with DELETE', async () => {
    const { app } = newApp();
    addEchoes(app);
    app.delete('/thing', (request) => ({ body: request.body ?? null }));
    expect((await app.inject({ method: 'POST', url: '/rpc', headers: json })).json()).toEqual({ body: null });
    expect((await app.inject({ method: 'DELETE', url: '/thing', headers: json })).json()).toEqual({ body: null });
  });

  it('answers 413 to a body over 1 MiB in the form of the route', async () => {
    const { app } = newApp();
    addEchoes(app);
    const payload = JSON.stringify('x'.repeat(1_048_575));
    const rpc = await app.inject({ method: 'POST', url: '/rpc', headers: json, payload });
    expect(rpc.statusCode).toBe(413);
    expect(rpc.json()).toMatchObject({ id: null, error: { code: 413, data: { status: 413, error: 'payload_too_large' } } });
    const problem = await app.inject({ method: 'POST', url: '/problem', headers: json, payload });
    expect(problem.json()).toMatchObject({ status: 413, code: 'payload_too_large' });
  });

  it('reads a body of exactly 1 MiB', async () => {
    const { app } = newApp();
    addEchoes(app);
    const answer = await app.inject({ method: 'POST', url: '/rpc', headers: json, payload: JSON.stringify('x'.repeat(1_048_574)) });
    expect(answer.statusCode).toBe(200);
  });

  it('takes a route at its own limit', async () => {
    const { app } = newApp();
    app.post('/small', { bodyLimit: 8 }, () => ({}));
    expect((await app.inject({ method: 'POST', url: '/small', headers: json, payload: '{"a":12345}' })).statusCode).toBe(413);
  });
});

describe('errors', () => {
  it.each(['rpc', 'mcp'] as const)('echoes the id of the request in the form %s', async (flavour) => {
    const { call } = throwing(new CairnError('MEMORY_NOT_FOUND'), flavour);
    const answer = await call();
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toMatchObject({ jsonrpc: '2.0', id: 9, error: { code: 404, data: { error: 'not_found' } } });
  });

  it('asks to try again when a dependency is down', async () => {
    const { call, log } = throwing(new CairnError('STORE_UNAVAILABLE', { cause: new Error('connect ECONNREFUSED') }));
    const answer = await call();
    expect(answer.statusCode).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(log.lines.some((line) => line.includes('ECONNREFUSED'))).toBe(true);
  });

  it.each([
    [
      'an error of the database',
      Object.assign(new Error('duplicate key value violates "memories_pkey"'), {
        severity: 'ERROR',
        code: '23505',
        detail: 'Key (content)=(a wish)',
        query: 'insert into memories',
      }),
    ],
    ['a broken promise of our own', new TypeError("Cannot read properties of undefined (reading 'a wish')")],
    [
      'an error that carries the status of somebody else',
      Object.assign(new Error('upstream said: a wish'), { statusCode: 404, code: 'ERR_UPSTREAM' }),
    ],
    ['what is no error at all', 'a wish'],
  ])('lets nothing out of %s', async (_name, thrown) => {
    const { call, log } = throwing(thrown, 'rpc');
    const answer = await call();
    expect(answer.statusCode).toBe(500);
    const id = answer.headers['x-request-id'];
    expect(answer.json()).toEqual({
      jsonrpc: '2.0',
      id: 9,
      error: {
        code: -32603,
        message: 'something went wrong on the server',
        data: { status: 500, error: 'internal_error', request_id: id },
      },
    });
    expect(log.entries().find(({ level }) => level === 'error')).toMatchObject({ request_id: id, req: { method: 'POST', route: '/' } });
  });

  it('logs an unexpected error with its stack, without content, query or secret', async () => {
    const fault = Object.assign(new Error('invalid input: a wish'), {
      severity: 'ERROR',
      code: '22P02',
      detail: 'a wish',
      where: 'a wish',
    });
    const { call, log } = throwing(fault);
    await call();
    const entry = log.entries().find(({ level }) => level === 'error');
    expect(entry).toMatchObject({ err: { type: 'Error', code: '22P02', stack: expect.stringContaining('create-http.test.ts') } });
    expect(log.lines.join('')).not.toMatch(/a wish|query_secret|api_key/);
  });

  it('logs whom it refused, not whom it served', async () => {
    const { app, log } = newApp();
    await app.inject('/healthz');
    expect(log.lines).toEqual([]);
    await app.inject('/nowhere?api_key=cairn_query_secret');
    expect(log.entries()).toMatchObject([{ level: 'info', method: 'GET', route: '*', status: 404, address: '127.0.0.1' }]);
  });

  it('logs the route of a request, and nothing of what was sent in its path', async () => {
    const { app, log } = newApp();
    app.get('/v1/things/:id', () => {
      throw new CairnError('NOT_FOUND');
    });
    for (const path of ['/v1/things/planted', '/v1/planted/planted', '/planted', '/planted/v1', '/v1planted']) await app.inject(path);
    await app.inject({ method: 'POST', url: '/v1/things/planted' });
    expect(log.entries().map(({ route }) => route)).toEqual(['/v1/things/:id', '/v1/*', '*', '*', '*', '/v1/*']);
    expect(log.lines.join('')).not.toContain('planted');
  });
});
