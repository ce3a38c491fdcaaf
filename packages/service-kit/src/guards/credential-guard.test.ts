import { request as send } from 'node:http';
import { createApiKeySecret, createSessionToken } from '@cairn/auth';
import { CairnError } from '@cairn/core';
import { describe, expect, it } from 'vitest';
import { audience, createTestApp } from '../testing/app.ts';
import type { TestAppOptions } from '../testing/app.ts';
import { portOf } from '../testing/port-of.ts';

const plain = 'Bearer realm="cairn"';
const invalid = 'Bearer realm="cairn", error="invalid_token"';

function newTest(options: TestAppOptions = {}) {
  const test = createTestApp(options);
  const call = (headers: Record<string, string | string[]>, url = '/tool', remoteAddress = '203.0.113.7') =>
    test.app.inject({ method: url === '/me' || url === '/mine' ? 'GET' : 'POST', url, headers, remoteAddress });
  return { ...test, call };
}

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

describe('an API key', () => {
  it.each([
    ['Authorization', (key: string) => ({ headers: { authorization: `Bearer ${key}` }, url: '/tool' })],
    ['Authorization in another case', (key: string) => ({ headers: { authorization: `bEARER ${key}` }, url: '/tool' })],
    ['X-API-Key', (key: string) => ({ headers: { 'x-api-key': key }, url: '/tool' })],
    ['the query', (key: string) => ({ headers: {}, url: `/tool?api_key=${key}` })],
    ['two ways at once', (key: string) => ({ headers: { authorization: `Bearer ${key}`, 'x-api-key': key }, url: `/tool?api_key=${key}` })],
  ])('is taken by %s', async (_name, present) => {
    const { call, credentials } = newTest();
    const { secret, principal } = credentials.newKey();
    const { headers, url } = present(secret);
    const answer = await call(headers, url);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      actor: { ...principal, requestId: answer.headers['x-request-id'], traceId: answer.headers['trace-id'] },
    });
  });

  it('is resolved without a query while its lease runs, and by one query for all that come at once', async () => {
    const { call, credentials } = newTest();
    const { secret } = credentials.newKey();
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(bearer(secret))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    expect(credentials.lookUps.count).toBeLessThanOrEqual(2);
  });

  it('may repeat its own project and name no other', async () => {
    const { call, credentials } = newTest();
    const { secret, principal } = credentials.newKey();
    const own = await call({ ...bearer(secret), 'x-service-project-id': principal.projectId.toUpperCase() });
    const other = await call({ ...bearer(secret), 'x-service-project-id': credentials.newKey().principal.projectId });
    expect([own.statusCode, other.statusCode]).toEqual([200, 403]);
    expect(other.json()).toMatchObject({ error: { data: { error: 'forbidden' } } });
  });

  it('is no session', async () => {
    const { call, credentials } = newTest();
    expect((await call(bearer(credentials.newKey().secret), '/me')).statusCode).toBe(401);
  });

  it('is taken where a session may come without a project', async () => {
    const { call, credentials } = newTest();
    const { secret, principal } = credentials.newKey();
    expect((await call(bearer(secret), '/mine')).json()).toEqual({ principal, sessionUser: null });
  });
});

describe('an access token', () => {
  it('is taken from Authorization, and from nowhere else', async () => {
    const { call, credentials } = newTest();
    const { secret, principal } = credentials.newAccessToken(audience);
    expect((await call(bearer(secret))).json()).toMatchObject({ actor: principal });
    expect((await call({ 'x-api-key': secret })).statusCode).toBe(401);
    expect((await call({}, `/tool?api_key=${secret}`)).statusCode).toBe(401);
  });

  it('that is made out to somebody else is nobody', async () => {
    const { call, credentials } = newTest();
    expect((await call(bearer(credentials.newAccessToken('http://elsewhere/mcp').secret))).statusCode).toBe(401);
  });

  it('is known where it may not go, and told that its scope is too narrow', async () => {
    const { call, credentials } = newTest({ resourceMetadata: true });
    const answer = await call(bearer(credentials.newAccessToken(audience).secret), '/things');
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([403, expect.stringContaining('error="insufficient_scope"')]);
  });
});

describe('a session', () => {
  it('works in the project that it names', async () => {
    const { call, credentials } = newTest();
    const { secret, projectId, user } = credentials.newSession();
    const answer = await call({ ...bearer(secret), 'x-service-project-id': projectId }, '/things');
    expect(answer.json()).toMatchObject({ actor: { kind: 'session', projectId, userId: user.userId } });
  });

  it('is asked for a project when it names none', async () => {
    const { call, credentials } = newTest();
    const answer = await call(bearer(credentials.newSession().secret), '/things');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_params', issues: [{ path: 'X-Service-Project-ID' }] });
  });

  it.each(['/mine', '/me'])('needs no project at %s', async (url) => {
    const { call, credentials } = newTest();
    const { secret, user } = credentials.newSession();
    expect((await call(bearer(secret), url)).json()).toMatchObject({ sessionUser: user });
  });

  it('works in no project of somebody else', async () => {
    const { call, credentials } = newTest();
    const foreign = credentials.newSession().projectId;
    const answer = await call({ ...bearer(credentials.newSession().secret), 'x-service-project-id': foreign }, '/things');
    expect(answer.statusCode).toBe(403);
  });

  it.each([true, false])('is refused where only programs may call (project named: %s)', async (named) => {
    const { call, credentials } = newTest();
    const { secret, projectId } = credentials.newSession();
    // Its lease runs when it comes to the other address.
    await call({ ...bearer(secret), 'x-service-project-id': projectId }, '/things');
    const answer = await call({ ...bearer(secret), ...(named ? { 'x-service-project-id': projectId } : {}) });
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, invalid]);
  });
});

describe('a refusal', () => {
  it('asks for a credential where there is none', async () => {
    const answer = await newTest().call({});
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, plain]);
    expect(answer.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: 401, data: { error: 'unauthorized' } } });
  });

  it.each([
    ['malformed', 'x'],
    ['unknown', createApiKeySecret().secret],
    ['an unknown session', createSessionToken().secret],
  ])('says that the credential is no good: %s', async (_name, secret) => {
    const answer = await newTest().call(bearer(secret), '/things');
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, invalid]);
    expect(answer.body).not.toContain(secret);
  });

  it('points to the metadata of the resource once there is one, and names the scope', async () => {
    const { call } = newTest({ resourceMetadata: true });
    const hints = 'resource_metadata="http://localhost:8787/.well-known/oauth-protected-resource/mcp", scope="mcp"';
    expect((await call({})).headers['www-authenticate']).toBe(`${plain}, ${hints}`);
    expect((await call(bearer('x'))).headers['www-authenticate']).toBe(`${invalid}, ${hints}`);
  });

  it.each([
    ['a header and the query', (a: string, b: string) => ({ headers: bearer(a), url: `/tool?api_key=${b}` })],
    ['two keys in the query', (a: string, b: string) => ({ headers: {}, url: `/tool?api_key=${a}&api_key=${b}` })],
    ['X-API-Key twice', (a: string, b: string) => ({ headers: { 'x-api-key': [a, b] }, url: '/tool' })],
    ['Authorization twice', (a: string, b: string) => ({ headers: { authorization: [`Bearer ${a}`, `Bearer ${b}`] }, url: '/tool' })],
  ])('names more than one credential a bad request: %s', async (_name, present) => {
    const { call, credentials } = newTest();
    const { headers, url } = present(credentials.newKey().secret, credentials.newKey().secret);
    expect((await call(headers, url)).statusCode).toBe(400);
    // Its lease runs the second time.
    expect((await call(headers, url)).statusCode).toBe(400);
  });

  it.each(['/tool', '/me'])('names a session beside a key a bad request at %s only where a session is let in', async (url) => {
    const { call, credentials } = newTest();
    const session = credentials.newSession().secret;
    const answer = await call({ ...bearer(session), 'x-api-key': credentials.newKey().secret }, url);
    expect(answer.statusCode).toBe(url === '/me' ? 400 : 401);
  });

  it('sees a second Authorization on the wire', async () => {
    const { app, credentials } = newTest();
    const authorization = [credentials.newKey(), credentials.newKey()].flatMap(({ secret }) => ['authorization', `Bearer ${secret}`]);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const status = await new Promise((resolve, reject) => {
      const call = send(
        { port: portOf(app.server), path: '/tool', method: 'POST', headers: ['host', 'localhost', ...authorization] },
        (answer) => resolve(answer.resume().statusCode),
      );
      call.on('error', reject).end();
    });
    await app.close();
    expect(status).toBe(400);
  });

  it.each([
    ['malformed', 'wrong'],
    ['unknown', createApiKeySecret().secret],
    ['an unknown session', createSessionToken().secret],
  ])('never falls back from a header that is no good to another credential: %s', async (_name, secret) => {
    const { call, credentials } = newTest();
    const good = credentials.newKey().secret;
    const answers = [await call(bearer(secret), `/tool?api_key=${good}`), await call({ ...bearer(secret), 'x-api-key': good })];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401]);
    expect(answers.map(({ headers }) => headers['www-authenticate'])).toEqual([invalid, invalid]);
  });

  it('lets nobody in while the store is down', async () => {
    const { call, credentials } = newTest();
    const { secret } = credentials.newKey();
    credentials.outage.error = new CairnError('STORE_UNAVAILABLE');
    const answer = await call(bearer(secret));
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ error: { data: { error: 'unavailable' } } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('leaves no secret in the log', async () => {
    const { call, credentials, log } = newTest();
    const { secret } = createApiKeySecret();
    await call(bearer(secret), `/tool?api_key=${secret}`);
    credentials.outage.error = new Error(`select * from keys where key = '${secret}'`);
    await call({ 'x-api-key': secret });
    expect(log.lines.length).toBeGreaterThan(1);
    expect(log.lines.join('')).not.toContain(secret.slice(10));
  });
});

/** Attempts with keys that nobody has. */
async function fail(test: ReturnType<typeof newTest>, times: number, headers: Record<string, string> = {}): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < times; at += 1) statuses.push((await test.call({ ...headers, ...bearer(createApiKeySecret().secret) })).statusCode);
  return statuses;
}

describe('failed attempts', () => {
  it('are answered 429 after the sixtieth in a minute, with the time to wait', async () => {
    const test = newTest();
    expect(await fail(test, 61)).toEqual([...Array(60).fill(401), 429]);
    const answer = await test.call(bearer('wrong'));
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({ error: { data: { error: 'rate_limited' } } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
    for (const prefix of ['', 'x-']) {
      expect(answer.headers).toMatchObject({
        [`${prefix}ratelimit-limit`]: '60',
        [`${prefix}ratelimit-remaining`]: '0',
        [`${prefix}ratelimit-reset`]: answer.headers['retry-after'],
      });
    }
  });

  it('leave good credentials of the same address alone, new ones too', async () => {
    const test = newTest();
    const known = test.credentials.newKey();
    await test.call(bearer(known.secret));
    await fail(test, 65);
    expect((await test.call(bearer(known.secret))).statusCode).toBe(200);
    expect((await test.call(bearer(test.credentials.newKey().secret))).statusCode).toBe(200);
    expect((await test.call({})).statusCode).toBe(401);
  });

  it('are counted per address, whatever the caller claims to be', async () => {
    const test = newTest();
    const statuses: number[] = [];
    for (let at = 0; at < 61; at += 1) statuses.push(...(await fail(test, 1, { 'x-forwarded-for': `198.51.100.${at}` })));
    expect(statuses.at(-1)).toBe(429);
    expect((await test.call(bearer('wrong'), '/tool', '203.0.113.8')).statusCode).toBe(401);
  });

  it('are counted per client of a proxy that is trusted', async () => {
    const test = newTest({ trustProxy: '203.0.113.7' });
    await fail(test, 61, { 'x-forwarded-for': '198.51.100.1' });
    expect(await fail(test, 1, { 'x-forwarded-for': '198.51.100.1' })).toEqual([429]);
    expect(await fail(test, 1, { 'x-forwarded-for': '198.51.100.2' })).toEqual([401]);
  });

  it('cost the store only so many queries once there are too many', async () => {
    const test = newTest();
    await fail(test, 60);
    const before = test.credentials.lookUps.count;
    const start = performance.now();
    const answers = await Promise.all(Array.from({ length: 300 }, () => test.call(bearer(createApiKeySecret().secret))));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([429]));
    const allowed = 12 + (performance.now() - start) / 10;
    expect(test.credentials.lookUps.count - before).toBeLessThan(allowed);
  });
});
