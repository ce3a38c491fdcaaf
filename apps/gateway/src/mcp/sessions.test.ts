import { expect, test, vi } from 'vitest';
import type { TestKey } from './testing/app.ts';
import { listeningApp } from './testing/listening.ts';
import type { ListeningApp } from './testing/listening.ts';
import { legacy, modern } from './testing/messages.ts';

const initialize = legacy({
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});
const list = legacy({ method: 'tools/list' });

async function openSession(app: ListeningApp, key: TestKey): Promise<{ 'mcp-session-id': string }> {
  const answer = await app.send(key, { message: initialize });
  expect(answer.status).toBe(200);
  return { 'mcp-session-id': answer.headers.get('mcp-session-id') ?? '' };
}

test('initialize mints a session that serves its own credential', async () => {
  const app = await listeningApp({ sessions: {} });
  const key = app.newKey();
  const headers = await openSession(app, key);
  expect(headers['mcp-session-id']).toMatch(/^[!-~]{20,}$/);
  const notified = await app.send(key, { message: { body: { jsonrpc: '2.0', method: 'notifications/initialized' } }, headers });
  expect(notified.status).toBe(202);
  expect(await (await app.send(key, { message: list, headers })).json()).toMatchObject({ id: 1, result: { tools: [{}, {}, {}, {}, {}] } });
});

test('to another credential a session is as unknown as one that never was', async () => {
  const app = await listeningApp({ sessions: {} });
  const [owner, other] = [app.newKey(), app.newKey()];
  const headers = await openSession(app, owner);
  const unknown = { 'mcp-session-id': crypto.randomUUID() };
  for (const request of [{ message: list }, { method: 'GET' }, { method: 'DELETE' }] as const) {
    const [foreign, missing] = await Promise.all([
      app.send(other, { ...request, headers }),
      app.send(other, { ...request, headers: unknown }),
    ]);
    expect(foreign?.status).toBe(404);
    expect(await foreign?.text()).toBe(await missing?.text());
  }
  expect((await app.send(owner, { message: list, headers })).status).toBe(200);
});

test('DELETE ends a session', async () => {
  const app = await listeningApp({ sessions: {} });
  const key = app.newKey();
  const headers = await openSession(app, key);
  expect((await app.send(key, { method: 'DELETE', headers })).status).toBe(204);
  expect((await app.send(key, { message: list, headers })).status).toBe(404);
  expect((await app.send(key, { method: 'DELETE', headers })).status).toBe(404);
});

test('GET opens the one stream of a session', async () => {
  const app = await listeningApp({ sessions: {} });
  const key = app.newKey();
  const headers = await openSession(app, key);
  const stream = await app.send(key, { method: 'GET', headers });
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect((await app.send(key, { method: 'GET', headers })).status).toBe(409);
  await stream.body?.cancel();
  await vi.waitFor(async () => expect((await app.send(key, { method: 'GET', headers })).status).toBe(200));
});

test('GET and DELETE without a session are not allowed, PUT never is', async () => {
  const app = await listeningApp({ sessions: {} });
  const key = app.newKey();
  for (const method of ['GET', 'DELETE'] as const) {
    const answer = await app.send(key, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  }
  const headers = { host: 'localhost:8787', authorization: `Bearer ${key.secret}` };
  expect((await app.app.inject({ method: 'PUT', url: '/mcp', headers })).statusCode).toBe(405);
});

test('a client without a session is served all the same, and the modern era knows none', async () => {
  const app = await listeningApp({ sessions: {} });
  const key = app.newKey();
  expect((await app.send(key, { message: list })).status).toBe(200);
  const stray = await app.send(key, { message: modern({ method: 'tools/list' }), headers: { 'mcp-session-id': 'stray' } });
  expect([stray.status, stray.headers.get('mcp-session-id')]).toEqual([200, null]);
});

test('a second initialize in a session is refused', async () => {
  const app = await listeningApp({ sessions: {} });
  const key = app.newKey();
  const headers = await openSession(app, key);
  expect((await app.send(key, { message: initialize, headers })).status).toBe(400);
});

test('an incomplete initialize opens nothing', async () => {
  const app = await listeningApp({ sessions: { maxTotal: 1 } });
  const key = app.newKey();
  await app.send(key, { message: legacy({ method: 'initialize', params: {} }) });
  expect((await openSession(app, key))['mcp-session-id']).not.toBe('');
});

test('where no more sessions can be held a client is served without one', async () => {
  const app = await listeningApp({ sessions: { maxTotal: 1 } });
  await openSession(app, app.newKey());
  const late = await app.send(app.newKey(), { message: initialize });
  expect([late.status, late.headers.get('mcp-session-id')]).toEqual([200, null]);
});

test('revoking a credential ends its streams', async () => {
  const app = await listeningApp({ sessions: { recheckMs: 20 } });
  const [revoked, kept] = [app.newKey(), app.newKey()];
  const ending = await app.send(revoked, { method: 'GET', headers: await openSession(app, revoked) });
  const going = await app.send(kept, { method: 'GET', headers: await openSession(app, kept) });
  const reader = going.body?.getReader();
  await reader?.read();
  revoked.revoke();
  await expect(ending.text()).resolves.toMatch(/^:/);
  const silent = await Promise.race([reader?.read(), new Promise((resolve) => setTimeout(resolve, 100, 'open'))]);
  expect(silent).toBe('open');
});

test('closing the server ends every stream at once', async () => {
  const app = await listeningApp({ sessions: {} });
  const key = app.newKey();
  const stream = await app.send(key, { method: 'GET', headers: await openSession(app, key) });
  const started = performance.now();
  await Promise.all([app.app.close(), stream.text()]);
  expect(performance.now() - started).toBeLessThan(2000);
});
