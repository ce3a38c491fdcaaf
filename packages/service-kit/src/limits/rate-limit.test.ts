import { createAuthenticator } from '@cairn/auth';
import { describe, expect, it } from 'vitest';
import { createGuards } from '../guards/create-guards.ts';
import { createHttp } from '../http/create-http.ts';
import { UnreadableBody } from '../http/json-body.ts';
import { createTestApp } from '../testing/app.ts';
import { keptCredentials } from '../testing/credentials.ts';
import { keptLog } from '../testing/log.ts';
import { createLocalStore } from './limit-store.ts';
import { createRateLimit } from './rate-limit.ts';
import { WindowCounter } from './window-counter.ts';

const json = { 'content-type': 'application/json' };

/** An app whose clock is turned by hand; the caller is a key of the free plan. */
function newLimited(limit: number) {
  const clock = { now: 0 };
  const app = createHttp({ logger: keptLog().logger });
  const store = createLocalStore(new WindowCounter({ now: () => clock.now }));
  const preHandler = createRateLimit(app, { limits: { free: limit, premium: limit * 10 }, store });
  const { principal } = keptCredentials().newKey();
  app.addHook('onRequest', (request, _reply, done) => {
    request.principal = principal;
    done();
  });
  app.post('/tool', { config: { errors: 'rpc' }, preHandler }, (request) => ({ unreadable: request.body instanceof UnreadableBody }));
  app.post('/broken', { preHandler }, () => {
    throw new Error('broken');
  });
  const call = (url = '/tool', payload = '{"id":3}') => app.inject({ method: 'POST', url, headers: json, payload });
  return { clock, call };
}

describe('the rate limit', () => {
  it('tells on every answer where the caller stands, under both names', async () => {
    const { clock, call } = newLimited(3);
    await call();
    clock.now = 1_000_400;
    const { headers } = await call();
    expect(headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '1', 'ratelimit-reset': '2600' });
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '2600' });
  });

  it('tells so on errors too', async () => {
    const answer = await newLimited(3).call('/broken');
    expect(answer.statusCode).toBe(500);
    expect(answer.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '2' });
  });

  it('refuses past the limit with the id of the call, and lets in again after the time it named', async () => {
    const { clock, call } = newLimited(2);
    for (let at = 0; at < 2; at += 1) expect((await call()).statusCode).toBe(200);
    clock.now = 600_000;
    const refused = await call();
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({
      jsonrpc: '2.0',
      id: 3,
      error: { code: 429, data: { error: 'rate_limited', retry_after: 3_000 } },
    });
    expect(refused.headers).toMatchObject({ 'retry-after': '3000', 'ratelimit-reset': '3000', 'ratelimit-remaining': '0' });
    clock.now += Number(refused.headers['retry-after']) * 1_000;
    expect((await call()).statusCode).toBe(200);
  });

  it('never names a wait of zero seconds', async () => {
    const { clock, call } = newLimited(1);
    await call();
    clock.now = 3_599_999.9;
    expect((await call()).headers['retry-after']).toBe('1');
  });

  it('counts a body that cannot be read', async () => {
    const { call } = newLimited(5);
    const answer = await call('/tool', '{"id":');
    expect(answer.json()).toEqual({ unreadable: true });
    expect(answer.headers['ratelimit-remaining']).toBe('4');
  });
});

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

describe('buckets', () => {
  it('are one per credential, however it is spelled', async () => {
    const { app, credentials } = createTestApp({ limits: { free: 4, premium: 9 } });
    const { secret } = credentials.newKey();
    const spellings = [
      { headers: bearer(secret), url: '/tool' },
      { headers: { authorization: `bearer ${secret}` }, url: '/tool' },
      { headers: { 'x-api-key': secret }, url: '/tool' },
      { headers: {}, url: `/tool?api_key=${secret}` },
      { headers: bearer(secret), url: '/things' },
    ];
    const statuses: number[] = [];
    for (const spelling of spellings) statuses.push((await app.inject({ method: 'POST', ...spelling })).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  it('are of the size of the plan, and each key has its own', async () => {
    const { app, credentials } = createTestApp({ limits: { free: 4, premium: 9 } });
    const call = (secret: string) => app.inject({ method: 'POST', url: '/tool', headers: bearer(secret) });
    const [free, other, premium] = [credentials.newKey(), credentials.newKey(), credentials.newKey('premium')];
    await call(free.secret);
    expect((await call(free.secret)).headers['ratelimit-remaining']).toBe('2');
    expect((await call(other.secret)).headers['ratelimit-remaining']).toBe('3');
    expect((await call(premium.secret)).headers['ratelimit-limit']).toBe('9');
  });

  it('count a session without a project too', async () => {
    const { app, credentials } = createTestApp({ limits: { free: 1, premium: 9 } });
    const { secret } = credentials.newSession();
    const call = () => app.inject({ url: '/me', headers: bearer(secret) });
    expect([(await call()).statusCode, (await call()).statusCode]).toEqual([200, 429]);
  });

  it('cannot be made twice for one app, since the second limits would not count', () => {
    const { app } = createTestApp();
    const options = { baseUrl: 'http://localhost:8787', appUrl: 'http://localhost:8787', logger: keptLog().logger };
    const authenticator = createAuthenticator({ credentials: keptCredentials().repository });
    expect(() => createGuards(app, { ...options, authenticator, limits: { free: 1, premium: 1 } })).toThrow('guards of the app');
  });

  it('are never shared by callers that nobody named', async () => {
    const { app, guards } = createTestApp();
    app.get('/open', { preHandler: guards.rateLimit }, () => ({}));
    expect((await app.inject('/open')).statusCode).toBe(401);
  });
});
