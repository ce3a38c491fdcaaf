import { describe, expect, test } from 'vitest';
import { createApi } from './api.ts';

const baseUrl = 'https://api.example.org/cairn';

/** An API whose server gives that answer, with what it was asked. */
function answered(status: number, body: unknown, headers: Record<string, string> = {}) {
  const asked: { address: string; init: RequestInit }[] = [];
  const api = createApi(baseUrl, (address, init) => {
    asked.push({ address, init });
    return Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }));
  });
  return { api, asked };
}

const decision = { uid: 'u1', token: 'secret', projectId: 'p1' };
const client = { id: 'c1', name: 'Codex', redirect_host: '127.0.0.1:1', is_loopback: true, is_verified: false };

describe('a call', () => {
  test('carries the token as a Bearer and nothing that the browser adds by itself', async () => {
    const { api, asked } = answered(200, { next: `${baseUrl}/oauth/interactions/u1/finish?ticket=t` });
    await api.decide(decision);
    expect(asked).toMatchObject([
      {
        address: `${baseUrl}/oauth/interactions/u1/decision`,
        init: {
          method: 'POST',
          credentials: 'omit',
          redirect: 'error',
          headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
          body: '{"approve":true,"project_id":"p1"}',
        },
      },
    ]);
  });

  test('that denies names no project', async () => {
    const { api, asked } = answered(200, { next: `${baseUrl}/x` });
    await api.decide({ ...decision, projectId: undefined });
    expect(asked[0]?.init.body).toBe('{"approve":false}');
  });

  test.each([
    [401, { kind: 'unauthorized' }],
    [403, { kind: 'forbidden' }],
    [404, { kind: 'gone' }],
    [409, { kind: 'conflict' }],
    [500, { kind: 'unavailable' }],
    [503, { kind: 'unavailable' }],
  ])('answered with %i is a fault', async (status, fault) => {
    expect(await answered(status, 'x').api.signOut('t')).toEqual({ ok: false, fault });
  });

  test('that is limited says for how long, and one with faults says which', async () => {
    expect(await answered(429, {}, { 'retry-after': '30' }).api.signOut('t')).toEqual({
      ok: false,
      fault: { kind: 'rate-limited', retryAfterSeconds: 30 },
    });
    const issues = [{ path: 'email', message: 'is none' }];
    expect(await answered(400, { issues: [...issues, 7, null] }).api.signOut('t')).toEqual({
      ok: false,
      fault: { kind: 'invalid', issues },
    });
  });

  test('that never arrives is offline', async () => {
    const api = createApi(baseUrl, () => Promise.reject(new TypeError('failed to fetch')));
    expect(await api.signOut('t')).toEqual({ ok: false, fault: { kind: 'offline' } });
  });
});

describe('an answer', () => {
  test.each(['https://evil.example/finish', 'cursor://anysphere.cursor-mcp/cb', 'javascript:alert(1)', '/finish', '', 7, undefined])(
    'that leads to %j is not followed',
    async (next) => {
      expect(await answered(200, { next }).api.decide(decision)).toEqual({ ok: false, fault: { kind: 'unavailable' } });
    },
  );

  test('in another form counts as none', async () => {
    for (const body of ['<html>', '[]', 'null', {}, { client: 7 }, { client: { ...client, redirect_host: 7 } }]) {
      expect(await answered(200, body).api.interaction('u1', undefined)).toEqual({ ok: false, fault: { kind: 'unavailable' } });
    }
  });

  test('tells who asks, and workspaces to who is signed in', async () => {
    const who = { id: 'c1', name: 'Codex', redirectHost: '127.0.0.1:1', isLoopback: true, isVerified: false };
    expect(await answered(200, { client }).api.interaction('u1', undefined)).toEqual({
      ok: true,
      value: { client: who, workspaces: undefined },
    });
    const workspaces = [{ id: 'w1', name: 'Ada', role: 'owner', projects: [{ id: 'p1', name: 'One' }] }, { id: 'broken' }];
    expect(await answered(200, { client, workspaces }).api.interaction('u1', 't')).toEqual({
      ok: true,
      value: { client: who, workspaces: workspaces.slice(0, 1) },
    });
  });
});
