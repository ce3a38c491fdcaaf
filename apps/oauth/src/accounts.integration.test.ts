import { createApiKeySecret, createAuthenticator } from '@cairn/auth';
import { createLogger } from '@cairn/service-kit';
import { createPasswordHasher, openDatabase, openRepositories } from '@cairn/storage';
import type { Database, Repositories } from '@cairn/storage';
import { createPostgresDatabase } from '@cairn/test-kit';
import type { TestDatabase } from '@cairn/test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOauthApp } from './oauth-app.ts';

const masterKey = new Uint8Array(32).fill(1);
const passwords = createPasswordHasher();
const key = createApiKeySecret();

/** A process with connections and memory of its own. */
interface Service {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly repositories: Repositories;
}

let testDatabase: TestDatabase;
let here: Service;
let there: Service;

async function start({ migrate }: { migrate: boolean }): Promise<Service> {
  const database = await openDatabase({ location: { kind: 'postgres', url: testDatabase.url }, migrate, onWarning: () => {} });
  const repositories = await openRepositories(database, masterKey);
  const app = createOauthApp({
    accounts: repositories.accounts,
    sessions: repositories.sessions,
    invitations: repositories.invitations,
    signUp: 'open',
    passwords,
    authenticator: createAuthenticator({ credentials: repositories.credentials }),
    logger: createLogger({ level: 'silent' }),
    probes: { database: () => database.probe() },
    web: {
      baseUrl: 'http://localhost:8787',
      appUrl: 'http://localhost:8787',
      allowedOrigins: [],
      allowedHosts: [],
      trustProxy: false,
    },
    limits: { free: 1000, premium: 10_000 },
  });
  return { app, database, repositories };
}

beforeAll(async () => {
  testDatabase = await createPostgresDatabase(process.env['CAIRN_TEST_DATABASE_URL'] ?? '');
  here = await start({ migrate: true });
  there = await start({ migrate: false });
  await here.repositories.bootstrap.bootstrap(async () => ({
    email: 'ada@example.com',
    passwordVerifier: await passwords.hash('correct horse'),
    key,
  }));
});

afterAll(async () => {
  for (const { app, database } of [here, there]) {
    await app.close();
    await database.close();
  }
  await testDatabase.drop();
});

const headers = { host: 'localhost:8787' };

const signIn = (payload: { email: string; password: string }) =>
  here.app.inject({ method: 'POST', url: '/auth/sign-in', headers, payload });

const me = ({ app }: Service, token: string) => app.inject({ url: '/auth/me', headers: { ...headers, authorization: `Bearer ${token}` } });

test('the first account signs in, sees its workspace, and signs out of every process at once', async () => {
  const signedIn = await signIn({ email: 'ADA@example.com', password: 'correct horse' });
  expect(signedIn.statusCode).toBe(200);
  const { session_token: token, expires_at: expiresAt } = signedIn.json<{ session_token: string; expires_at: string }>();
  expect((Date.parse(expiresAt) - Date.now()) / 3_600_000).toBeCloseTo(12, 1);

  const [one, other] = [await me(here, token), await me(there, token)];
  expect(one.json()).toMatchObject({
    user: { email: 'ada@example.com' },
    workspaces: [{ role: 'owner', plan: 'free', projects: [{ name: expect.any(String) }] }],
  });
  expect(other.json()).toEqual(one.json());

  const signedOut = await here.app.inject({
    method: 'POST',
    url: '/auth/sign-out',
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  expect(signedOut.statusCode).toBe(204);
  expect([(await me(here, token)).statusCode, (await me(there, token)).statusCode]).toEqual([401, 401]);
});

test('an API key is no session', async () => {
  expect((await me(here, key.secret)).statusCode).toBe(401);
});

/** The shortest of a few failed attempts; milliseconds. */
async function shortestRefusal(email: string): Promise<number> {
  const times = [];
  for (let n = 0; n < 4; n += 1) {
    const sentAt = performance.now();
    expect((await signIn({ email, password: 'wrong' })).statusCode).toBe(401);
    times.push(performance.now() - sentAt);
  }
  return Math.min(...times);
}

test('an unknown account takes the time of a wrong password', async () => {
  const known = await shortestRefusal('ada@example.com');
  const unknown = await shortestRefusal('nobody@example.com');
  // Without the work an unknown account would take about a hundredth; the bounds leave room for a busy machine.
  expect(unknown).toBeGreaterThan(known / 3);
  expect(unknown).toBeLessThan(known * 3);
});

test('readiness asks the database', async () => {
  expect((await here.app.inject({ url: '/readyz', headers })).statusCode).toBe(200);
});
