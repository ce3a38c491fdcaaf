import { hashSecret } from '@cairn/auth';
import { CairnError } from '@cairn/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAccountsApp } from './testing/accounts-app.ts';
import type { AccountsApp } from './testing/accounts-app.ts';
import { hexOf, project, workspace } from './testing/memory-accounts.ts';

let service: AccountsApp;

beforeEach(() => {
  service = createAccountsApp({
    signInLimits: {
      perAccount: { attempts: 3, windowSeconds: 30 },
      perAddress: { attempts: 6, windowSeconds: 60 },
      sessions: { attempts: 20, windowSeconds: 100 },
    },
  });
});

afterEach(() => service.app.close());

const right = { email: 'Ada@Example.com', password: 'right' };

const signIn = (payload: object | string, from = '203.0.113.1') => service.post('/auth/sign-in', payload, { from });
const call: AccountsApp['call'] = (...args) => service.call(...args);
const openSession = () => service.openSession();

describe('POST /auth/sign-in', () => {
  test('answers a session and its person, and no cache may keep it', async () => {
    const answer = await signIn(right);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      session_token: expect.stringMatching(/^cairn_session_[0-9A-Za-z]{48}$/),
      expires_at: '2026-01-01T12:00:00.000Z',
      user: { id: service.ada.id, email: service.ada.email, name: null, created_at: service.ada.createdAt },
    });
  });

  test('stores the hash of the token only', async () => {
    const token = await openSession();
    expect([...service.store.opened.keys()]).toEqual([hexOf(hashSecret(token))]);
  });

  test('answers a wrong password and an unknown account with the same problem', async () => {
    const known = await signIn({ ...right, password: 'wrong' });
    const unknown = await signIn({ ...right, email: 'nobody@example.com' });
    expect([known.statusCode, unknown.statusCode]).toEqual([401, 401]);
    expect(known.headers['content-type']).toMatch(/^application\/problem\+json/);
    const { request_id: _one, ...knownProblem } = known.json<Record<string, unknown>>();
    const { request_id: _other, ...unknownProblem } = unknown.json<Record<string, unknown>>();
    expect(unknownProblem).toEqual(knownProblem);
    expect(knownProblem).toMatchObject({ status: 401, code: 'unauthorized', detail: 'the e-mail or the password is wrong' });
  });

  test('limits the attempts on an account with 429 and Retry-After, without telling whether the password was right', async () => {
    for (let n = 0; n < 3; n += 1) await signIn({ ...right, password: 'wrong' }, `203.0.113.${n}`);
    const answer = await signIn(right, '203.0.113.9');
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe('10');
    expect(answer.json()).toMatchObject({ status: 429, code: 'rate_limited' });
  });

  test('limits the attempts of a socket address, whatever it says to be forwarding for', async () => {
    const answers = [];
    for (let n = 0; n < 7; n += 1) {
      const answer = await service.app.inject({
        method: 'POST',
        url: '/auth/sign-in',
        headers: { host: 'localhost:8787', 'x-forwarded-for': `198.51.100.${n}` },
        payload: { email: `user${n}@example.com`, password: 'wrong' },
        remoteAddress: '203.0.113.1',
      });
      answers.push(answer.statusCode);
    }
    expect(answers).toEqual([401, 401, 401, 401, 401, 401, 429]);
  });

  test('answers 503 when the store is down', async () => {
    service.store.failure = new CairnError('STORE_UNAVAILABLE');
    const answer = await signIn(right);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBeDefined();
  });

  test.each([
    ['no e-mail', { password: 'x' }, 'email'],
    ['no password', { email: 'a@b.c' }, 'password'],
    ['an empty password', { email: 'a@b.c', password: '' }, 'password'],
    ['an unknown property', { ...right, remember: true }, 'remember'],
    ['a number as password', { email: 'a@b.c', password: 12345678 }, 'password'],
    ['too long an e-mail', { email: `${'a'.repeat(321)}@b.c`, password: 'x' }, 'email'],
    ['too long a password', { email: 'a@b.c', password: 'ü'.repeat(513) }, 'password'],
    ['U+0000 in the e-mail', { email: 'a\0@b.c', password: 'x' }, 'email'],
    ['U+0000 in the password', { email: 'a@b.c', password: 'a\0' }, 'password'],
    ['half a surrogate pair', { email: 'a@b.c', password: '\ud800' }, 'password'],
  ])('refuses %s with 400 and names it', async (_what, payload, path) => {
    const answer = await signIn(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ issues: { path: string }[] }>().issues.map((issue) => issue.path)).toContain(path);
  });

  test.each(['', '{', '[]', '"text"', 'null'])('refuses the body %j with 400', async (payload) => {
    expect((await signIn(payload)).statusCode).toBe(400);
  });

  test('takes a password of 1024 bytes', async () => {
    expect((await signIn({ ...right, password: 'ü'.repeat(512) })).statusCode).toBe(401);
  });

  test('refuses a body over 16 KiB with 413', async () => {
    expect((await signIn({ email: 'a@b.c', password: 'x'.repeat(17_000) })).statusCode).toBe(413);
  });

  test('leaves neither e-mail, password nor token in the log', async () => {
    const token = await openSession();
    await signIn({ email: 'ada@example.com', password: 'a-wrong-password' });
    await call('GET', '/auth/me', token);
    expect(service.log()).not.toMatch(/a-wrong-password|ada@example/i);
    expect(service.log()).not.toContain(token.slice(0, 30));
  });
});

describe('GET /auth/me', () => {
  test('tells who is signed in and where they may work', async () => {
    const answer = await call('GET', '/auth/me', await openSession());
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      user: { id: service.ada.id, email: service.ada.email, name: null, created_at: service.ada.createdAt },
      workspaces: [{ id: workspace, name: 'My workspace', role: 'owner', plan: 'free', projects: [{ id: project, name: 'My project' }] }],
    });
  });

  test('answers 401 without a session, with a made-up one and with one whose person is gone', async () => {
    expect((await call('GET', '/auth/me')).statusCode).toBe(401);
    expect((await call('GET', '/auth/me', `cairn_session_${'x'.repeat(48)}`)).statusCode).toBe(401);
    expect((await call('GET', '/auth/me', `cairn_${'x'.repeat(48)}`)).statusCode).toBe(401);
    const token = await openSession();
    service.store.accounts.clear();
    expect((await call('GET', '/auth/me', token)).statusCode).toBe(401);
  });
});

describe('POST /auth/sign-out', () => {
  test('ends the session for the very next request', async () => {
    const token = await openSession();
    expect((await call('GET', '/auth/me', token)).statusCode).toBe(200);
    const answer = await call('POST', '/auth/sign-out', token);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect((await call('GET', '/auth/me', token)).statusCode).toBe(401);
    expect((await call('POST', '/auth/sign-out', token)).statusCode).toBe(401);
  });

  test('ends no other session of the same person', async () => {
    const [one, other] = [await openSession(), await openSession()];
    await call('POST', '/auth/sign-out', one);
    expect((await call('GET', '/auth/me', other)).statusCode).toBe(200);
  });

  test('is answered only after a lease, so that other processes refuse the session too', async () => {
    const token = await openSession();
    const start = performance.now();
    await call('POST', '/auth/sign-out', token);
    expect(performance.now() - start).toBeGreaterThanOrEqual(20);
  });
});
