import { createAuthenticator, hashSecret } from '@cairn/auth';
import type { AccountRepository, CredentialRepository, PasswordHasher, User } from '@cairn/auth';
import { CairnError } from '@cairn/core';
import { createLogger } from '@cairn/service-kit';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOauthApp } from './oauth-app.ts';

const user: User = {
  id: '0190d3a0-0000-7000-8000-000000000001',
  email: 'ada@example.com',
  name: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const workspace = '0190d3a0-0000-7000-8000-000000000002';
const project = '0190d3a0-0000-7000-8000-000000000003';

/** One account and its sessions, as a store keeps them. */
class Directory implements AccountRepository, CredentialRepository {
  failure: Error | undefined;
  isDeleted = false;
  readonly sessions = new Set<string>();

  async byEmail(email: string) {
    if (this.failure) throw this.failure;
    return email.toLowerCase() === user.email ? { user, passwordVerifier: 'verifier of right' } : undefined;
  }

  async openSession(_userId: string, secretHash: Uint8Array) {
    this.sessions.add(nameOf(secretHash));
    return { id: 's1', expiresAt: '2026-01-01T12:00:00.000Z' };
  }

  async closeSession(secretHash: Uint8Array) {
    return this.sessions.delete(nameOf(secretHash));
  }

  async user() {
    return this.isDeleted ? undefined : user;
  }

  async memberships() {
    return [{ id: workspace, name: 'My workspace', role: 'owner', plan: 'free', projects: [{ id: project, name: 'My project' }] } as const];
  }

  async apiKey() {
    return undefined;
  }

  async accessToken() {
    return undefined;
  }

  async session() {
    return undefined;
  }

  async sessionUser(secretHash: Uint8Array) {
    return this.sessions.has(nameOf(secretHash)) ? { sessionId: 's1', userId: user.id } : undefined;
  }
}

const nameOf = (secretHash: Uint8Array): string => Buffer.from(secretHash).toString('hex');

const passwords: PasswordHasher = {
  hash: async (password) => `verifier of ${password}`,
  verify: async (verifier, password) => verifier === `verifier of ${password}`,
};

let directory: Directory;
let app: FastifyInstance;
let logged: string;

beforeEach(() => {
  directory = new Directory();
  logged = '';
  app = createOauthApp({
    accounts: directory,
    passwords,
    authenticator: createAuthenticator({ credentials: directory, leaseMs: 20 }),
    logger: createLogger({ level: 'trace', destination: { write: (line: string) => void (logged += line) } }),
    probes: {},
    web: {
      baseUrl: 'http://localhost:8787',
      appUrl: 'http://localhost:8787',
      allowedOrigins: [],
      allowedHosts: [],
      trustProxy: false,
    },
    limits: { free: 1000, premium: 10_000 },
    signInLimits: {
      perAccount: { attempts: 3, windowSeconds: 30 },
      perAddress: { attempts: 6, windowSeconds: 60 },
      sessions: { attempts: 20, windowSeconds: 100 },
    },
  });
});

afterEach(() => app.close());

const headers = { host: 'localhost:8787' };
const right = { email: 'Ada@Example.com', password: 'right' };

const signIn = (payload: object | string, from = '203.0.113.1') =>
  app.inject({
    method: 'POST',
    url: '/auth/sign-in',
    headers: { ...headers, 'content-type': 'application/json' },
    payload,
    remoteAddress: from,
  });

const call = (method: 'GET' | 'POST', url: string, token?: string) =>
  app.inject({ method, url, headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) } });

async function openSession(): Promise<string> {
  const answer = await signIn(right);
  return answer.json<{ session_token: string }>().session_token;
}

describe('POST /auth/sign-in', () => {
  test('answers a session and its person, and no cache may keep it', async () => {
    const answer = await signIn(right);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      session_token: expect.stringMatching(/^cairn_session_[0-9A-Za-z]{48}$/),
      expires_at: '2026-01-01T12:00:00.000Z',
      user: { id: user.id, email: user.email, name: null, created_at: user.createdAt },
    });
  });

  test('stores the hash of the token only', async () => {
    const token = await openSession();
    expect([...directory.sessions]).toEqual([nameOf(hashSecret(token))]);
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
      const answer = await app.inject({
        method: 'POST',
        url: '/auth/sign-in',
        headers: { ...headers, 'x-forwarded-for': `198.51.100.${n}` },
        payload: { email: `user${n}@example.com`, password: 'wrong' },
        remoteAddress: '203.0.113.1',
      });
      answers.push(answer.statusCode);
    }
    expect(answers).toEqual([401, 401, 401, 401, 401, 401, 429]);
  });

  test('answers 503 when the store is down', async () => {
    directory.failure = new CairnError('STORE_UNAVAILABLE');
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
    expect(logged).not.toMatch(/a-wrong-password|ada@example/i);
    expect(logged).not.toContain(token.slice(0, 30));
  });
});

describe('GET /auth/me', () => {
  test('tells who is signed in and where they may work', async () => {
    const answer = await call('GET', '/auth/me', await openSession());
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      user: { id: user.id, email: user.email, name: null, created_at: user.createdAt },
      workspaces: [{ id: workspace, name: 'My workspace', role: 'owner', plan: 'free', projects: [{ id: project, name: 'My project' }] }],
    });
  });

  test('answers 401 without a session, with a made-up one and with one whose person is gone', async () => {
    expect((await call('GET', '/auth/me')).statusCode).toBe(401);
    expect((await call('GET', '/auth/me', `cairn_session_${'x'.repeat(48)}`)).statusCode).toBe(401);
    expect((await call('GET', '/auth/me', `cairn_${'x'.repeat(48)}`)).statusCode).toBe(401);
    const token = await openSession();
    directory.isDeleted = true;
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
