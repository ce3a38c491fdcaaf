import { afterAll, describe, expect, test } from 'vitest';
import { createTestApp } from './testing/app.ts';
import { legacy, modern, post } from './testing/messages.ts';

const endpoint = createTestApp();
const { app, calls } = endpoint;
const key = endpoint.newKey();
afterAll(() => app.close());

const echo = { method: 'tools/call', params: { name: 'echo', arguments: { text: 'hi' } } };
const list = { method: 'tools/list' };

describe('Accept', () => {
  const json = ['*/*', 'application/json', 'text/event-stream, application/json', 'application/json;q=0.9, text/event-stream;q=0.1'];

  test.for(json)('JSON for %s', async (accept) => {
    for (const request of [legacy(list, { accept }), modern(list, { accept })]) {
      const answer = await post(app, key, request);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, expect.stringMatching(/^application\/json/)]);
      expect(answer.json().result.tools).toHaveLength(5);
    }
  });

  test('JSON without the header', async () => {
    const headers = { host: 'localhost:8787', 'content-type': 'application/json', authorization: `Bearer ${key.secret}` };
    const answer = await app.inject({ method: 'POST', url: '/mcp', headers, payload: JSON.stringify(legacy(list).body) });
    expect(answer.json().result.tools).toHaveLength(5);
  });

  test('a client that takes only events gets one event', async () => {
    for (const request of [legacy(echo, { accept: 'text/event-stream' }), modern(echo, { accept: 'text/event-stream' })]) {
      const answer = await post(app, key, request);
      expect(answer.headers['content-type']).toBe('text/event-stream');
      const [, data] = /^event: message\ndata: (.*)\n\n$/.exec(answer.body) ?? [];
      expect(JSON.parse(data ?? '').result.structuredContent.args).toEqual({ text: 'hi' });
    }
  });

  test('a client that takes neither is told what there is', async () => {
    const answer = await post(app, key, legacy(list, { accept: 'text/html' }));
    expect(answer.statusCode).toBe(406);
    expect(answer.json().error.message).toMatch(/application\/json.*text\/event-stream/);
  });
});

describe('bodies that are no message', () => {
  const call = { jsonrpc: '2.0', id: 1, ...echo };

  test.for([
    ['an empty batch', []],
    ['a batch of a number', [1]],
    ['a batch of one', [{ jsonrpc: '2.0', id: 1, ...list }]],
    ['a batch of 900 calls', Array.from({ length: 900 }, () => call)],
  ] as const)('%s is refused whole', async ([, body]) => {
    const before = calls.names.length;
    for (const headers of [{}, { 'mcp-protocol-version': '2026-07-28' }]) {
      const answer = await post(app, key, { headers, body });
      expect([answer.statusCode, answer.json()]).toMatchObject([400, { id: null, error: { code: -32_600 } }]);
    }
    expect(calls.names).toHaveLength(before);
  });

  test.for([
    ['no JSON', '{"jsonrpc":"2.0",'],
    ['nothing', ''],
    ['a prototype', '{"jsonrpc":"2.0","id":1,"method":"tools/list","__proto__":{"a":1}}'],
  ] as const)('%s cannot be parsed', async ([, body]) => {
    const answer = await post(app, key, { body });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { id: null, error: { code: -32_700 } }]);
  });

  test('bytes that are not UTF-8 cannot be parsed', async () => {
    const payload = Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"x'), Buffer.from([0x97]), Buffer.from('"}')]);
    const headers = { host: 'localhost:8787', 'content-type': 'application/json', authorization: `Bearer ${key.secret}` };
    const answer = await app.inject({ method: 'POST', url: '/mcp', headers, payload });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { id: null, error: { code: -32_700 } }]);
  });

  test('a byte order mark does no harm', async () => {
    const answer = await post(app, key, { body: `\uFEFF${JSON.stringify(legacy(list).body)}` });
    expect(answer.statusCode).toBe(200);
  });

  test.for([
    ['text/plain', 415],
    ['application/json; charset=iso-8859-1', 415],
    ['application/json; charset=utf-8', 200],
  ] as const)('the media type %s gives %i', async ([type, status]) => {
    expect((await post(app, key, legacy(list, { 'content-type': type }))).statusCode).toBe(status);
  });
});

describe('names match exactly', () => {
  test.for(['no_such', 'Echo', 'echo ', ' echo', 'echo\u200B', 'ech\u043E', '', 'constructor', '__proto__', 7, null, undefined, ['echo']])(
    'the tool %j is invalid params',
    async (name) => {
      const answer = await post(app, key, legacy({ id: 'q', method: 'tools/call', params: { name, arguments: {} } }));
      expect(answer.json()).toMatchObject({ id: 'q', error: { code: -32_602 } });
      expect(answer.json()).not.toHaveProperty('result');
      expect(answer.body).not.toMatch(/[\u200B\u043E]/);
    },
  );

  test.for(['tools/cal', 'TOOLS/LIST', 'tools/list ', '', 'toString'])('the method %j is not found', async (method) => {
    const answer = await post(app, key, legacy({ method }));
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { id: 1, error: { code: -32_601 } }]);
  });

  test.for(['tools/cal', 'TOOLS/LIST', 'toString'])('the method %j of the modern era is not found with 404', async (method) => {
    const answer = await post(app, key, modern({ method }));
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { id: 1, error: { code: -32_601 } }]);
  });

  test('a method that is no text is an invalid request', async () => {
    const answer = await post(app, key, { body: { jsonrpc: '2.0', id: 3, method: 5 } });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { id: 3, error: { code: -32_600 } }]);
  });

  test.for([
    ['handshake', legacy],
    ['modern', modern],
  ] as const)('arguments that are null are none in the %s era, and others that are no object are told in a sentence', async ([, era]) => {
    const call = async (params: Readonly<Record<string, unknown>>) => (await post(app, key, era({ method: 'tools/call', params }))).json();
    expect((await call({ name: 'echo', arguments: null })).result.structuredContent).toMatchObject({ success: true, args: {} });
    for (const given of ['x', 5, true, []]) {
      const { error } = await call({ name: 'echo', arguments: given });
      expect(error).toEqual({ code: -32_602, message: 'params.arguments has to be an object' });
    }
    for (const name of [7, null, ['echo']]) {
      const { error } = await call({ name });
      expect(error).toEqual({ code: -32_602, message: 'params.name has to be the name of a tool' });
    }
  });

  test('arguments that are no object are invalid params', async () => {
    const answer = await post(app, key, legacy({ method: 'tools/call', params: { name: 'echo', arguments: [] } }));
    expect(answer.json()).toMatchObject({ id: 1, error: { code: -32_602 } });
  });
});

describe('results of tools', () => {
  test('the result object and its text say the same', async () => {
    const { result } = (await post(app, key, legacy(echo))).json();
    expect(result.structuredContent).toEqual({ success: true, project: key.projectId, args: { text: 'hi' } });
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
    expect(result).not.toHaveProperty('isError');
  });

  test('a refused call is a result that the model can read', async () => {
    const { result } = (await post(app, key, legacy({ method: 'tools/call', params: { name: 'refuse' } }))).json();
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { success: false, error: { status: 400, issues: [{ path: 'content', message: 'is too long' }] } },
    });
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
  });

  test('nothing of a fault is told but the request id, under which it is logged', async () => {
    const answer = await post(app, key, modern({ method: 'tools/call', params: { name: 'break' } }));
    const { error } = answer.json().result.structuredContent;
    expect(error).toMatchObject({ status: 500, request_id: answer.headers['x-request-id'] });
    expect(answer.body).not.toMatch(/secret|select/);
    expect(endpoint.log.some((line) => line.includes(error.request_id) && line.includes('a tool failed'))).toBe(true);
  });
});

describe('messages that ask for nothing', () => {
  test.for([
    ['an initialized notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['an unknown notification', { jsonrpc: '2.0', method: 'notifications/x', params: {} }],
    ['a call without an id', { jsonrpc: '2.0', ...echo }],
    ['a response', { jsonrpc: '2.0', id: 9, result: {} }],
  ] as const)('%s is acknowledged with 202 and no body', async ([, body]) => {
    const before = calls.names.length;
    const answer = await post(app, key, { body });
    expect([answer.statusCode, answer.body]).toEqual([202, '']);
    expect(calls.names).toHaveLength(before);
  });

  test('a notification of the modern era too', async () => {
    const headers = { 'mcp-protocol-version': '2026-07-28' };
    expect((await post(app, key, { headers, body: { jsonrpc: '2.0', method: 'notifications/x' } })).statusCode).toBe(202);
  });
});

describe('the revision of a request', () => {
  test('an unknown one of the handshake era is refused with those that are served', async () => {
    const answer = await post(app, key, legacy(list, { 'mcp-protocol-version': '1999-01-01' }));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ id: 1, error: { data: { requested: '1999-01-01' } } });
    expect(answer.json().error.data.supported).not.toContain('2025-03-26');
  });

  test('an initialize is served whatever the header says, for it negotiates the revision', async () => {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } };
    const answer = await post(app, key, legacy({ method: 'initialize', params }, { 'mcp-protocol-version': '1999-01-01' }));
    expect(answer.json().result.protocolVersion).toBe('2025-11-25');
  });

  test('an incomplete initialize is invalid params', async () => {
    const answer = await post(app, key, legacy({ method: 'initialize', params: { protocolVersion: '2025-11-25' } }));
    expect(answer.json()).toMatchObject({ id: 1, error: { code: -32_602, message: expect.stringContaining('params.capabilities') } });
  });

  test('a response under the modern one is an invalid request, since nothing was asked', async () => {
    const answer = await post(app, key, {
      headers: { 'mcp-protocol-version': '2026-07-28' },
      body: { jsonrpc: '2.0', id: 1, result: {} },
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { id: null, error: { code: -32_600 } }]);
    expect(answer.json().error.message).toContain('a response is not taken');
  });

  test('a modern request without an envelope is never a bare 400', async () => {
    const answer = await post(app, key, legacy(list, { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }));
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { id: 1, error: { code: -32_602 } }]);
  });

  test('an envelope that only a notification carried is not known to be valid', async () => {
    const params = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
    await post(app, key, {
      headers: { 'mcp-protocol-version': '2026-07-28' },
      body: { jsonrpc: '2.0', method: 'notifications/x', params },
    });
    const answer = await post(app, key, { headers, body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params } });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { error: { code: -32_602 } }]);
  });
});

describe('without sessions', () => {
  test('initialize mints no session, and a stray session id is ignored', async () => {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } };
    const opened = await post(app, key, legacy({ method: 'initialize', params }));
    expect(opened.headers).not.toHaveProperty('mcp-session-id');
    expect((await post(app, key, legacy(list, { 'mcp-session-id': 'gone' }))).statusCode).toBe(200);
  });

  test.for(['GET', 'DELETE', 'PUT', 'PATCH'] as const)('%s is not allowed', async (method) => {
    const headers = { host: 'localhost:8787', accept: 'text/event-stream', authorization: `Bearer ${key.secret}` };
    for (const url of ['/mcp', '/mcp/']) {
      const answer = await app.inject({ method, url, headers });
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
      expect(answer.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32_600 } });
    }
  });

  test('HEAD is not allowed and has no body', async () => {
    const headers = { host: 'localhost:8787', authorization: `Bearer ${key.secret}` };
    const answer = await app.inject({ method: 'HEAD', url: '/mcp', headers });
    expect([answer.statusCode, answer.headers.allow, answer.body]).toEqual([405, 'POST', '']);
  });

  test.for(['GET', 'HEAD', 'DELETE', 'PUT'] as const)('%s without a credential is asked for one first', async (method) => {
    const answer = await app.inject({ method, url: '/mcp', headers: { host: 'localhost:8787' } });
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Bearer/)]);
  });

  test('a slash at the end changes nothing', async () => {
    const headers = { host: 'localhost:8787', 'content-type': 'application/json', authorization: `Bearer ${key.secret}` };
    const answer = await app.inject({ method: 'POST', url: '/mcp/', headers, payload: JSON.stringify(legacy(list).body) });
    expect(answer.statusCode).toBe(200);
  });
});

describe('credentials', () => {
  test('none is 401 with a challenge and a JSON-RPC error', async () => {
    const answer = await post(app, undefined, legacy(list));
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
    expect(answer.json()).toMatchObject({ jsonrpc: '2.0', error: { code: 401 } });
  });

  test('one in the query is taken', async () => {
    const headers = { host: 'localhost:8787', 'content-type': 'application/json' };
    const url = `/mcp?api_key=${key.secret}`;
    expect((await app.inject({ method: 'POST', url, headers, payload: JSON.stringify(legacy(list).body) })).statusCode).toBe(200);
  });

  test('200 calls at once under one id each get their own answer', async () => {
    const keys = [endpoint.newKey(), endpoint.newKey()] as const;
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const own = keys[index % 2 === 0 ? 0 : 1];
        const answer = await post(app, own, index % 3 === 0 ? modern(echo) : legacy(echo));
        return answer.json().id === 1 && answer.json().result.structuredContent.project === own.projectId;
      }),
    );
    expect(answers.every(Boolean)).toBe(true);
  });
});
