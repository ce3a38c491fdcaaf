import { CairnError } from '@cairn/core';
import type { Principal } from '@cairn/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAccessTokenText } from './access-token.ts';
import { createApiKeySecret } from './api-key.ts';
import { createAuthenticator } from './authenticator.ts';
import type { CredentialRepository, SessionUser } from './ports.ts';
import { hashSecret } from './secret-hash.ts';
import { createSessionToken } from './session-token.ts';

const project = '0190d3a0-0000-7000-8000-00000000000a';
const otherProject = '0190d3a0-0000-7000-8000-00000000000b';
const key = createApiKeySecret();
const session = createSessionToken();
const token = createAccessTokenText();
const audience = 'https://cairn.example/mcp';
const principal: Principal = {
  kind: 'api_key',
  credentialId: 'k1',
  ownerId: 'k1',
  userId: 'u1',
  projectId: project,
  workspaceId: 'w1',
  plan: 'free',
  role: 'owner',
};

const connected: Principal = { ...principal, kind: 'oauth', credentialId: 'c1', ownerId: 'o1' };

/** Holds one key, one access token and one session, counts what it is asked, and can fail. */
class Credentials implements CredentialRepository {
  queries = 0;
  failure: Error | undefined;
  readonly keys = new Set([hexOf(key.secret)]);
  tokens = new Set([hexOf(token) + audience]);
  readonly sessions = new Set([hexOf(session.secret)]);

  async apiKey(secretHash: Uint8Array): Promise<Principal | undefined> {
    this.#count();
    return this.keys.has(Buffer.from(secretHash).toString('hex')) ? principal : undefined;
  }

  async accessToken(secretHash: Uint8Array, madeOutTo: string): Promise<Principal | undefined> {
    this.#count();
    return this.tokens.has(Buffer.from(secretHash).toString('hex') + madeOutTo) ? connected : undefined;
  }

  async session(secretHash: Uint8Array, projectId: string): Promise<Principal | 'no_project' | undefined> {
    this.#count();
    if (!this.sessions.has(Buffer.from(secretHash).toString('hex'))) return undefined;
    return projectId === project ? { ...principal, kind: 'session', credentialId: 's1' } : 'no_project';
  }

  async sessionUser(secretHash: Uint8Array): Promise<SessionUser | undefined> {
    this.#count();
    return this.sessions.has(Buffer.from(secretHash).toString('hex')) ? { sessionId: 's1', userId: 'u1' } : undefined;
  }

  #count(): void {
    this.queries += 1;
    if (this.failure) throw this.failure;
  }
}

function hexOf(secret: string): string {
  return Buffer.from(hashSecret(secret)).toString('hex');
}

let credentials: Credentials;
let now: number;

beforeEach(() => {
  credentials = new Credentials();
  now = 1000;
});

const create = (maxEntries = 100) =>
  createAuthenticator({
    credentials,
    audience,
    maxEntries,
    now: () => now,
    wait: async (ms) => {
      now += ms;
    },
  });

describe('an API key', () => {
  test('gives its principal, and again without a query while the lease runs', async () => {
    const authenticator = create();
    expect(authenticator.cached(key.secret)).toBeUndefined();
    expect(await authenticator.resolve(key.secret, {})).toEqual(principal);
    now += 249;
    expect(authenticator.cached(key.secret)).toEqual(principal);
    expect(await authenticator.resolve(key.secret, {})).toEqual(principal);
    expect(credentials.queries).toBe(1);
    now += 1;
    expect(authenticator.cached(key.secret)).toBeUndefined();
    await authenticator.resolve(key.secret, {});
    expect(credentials.queries).toBe(2);
  });

  test('works beside a header that names its own project in either case, and beside no other', async () => {
    const authenticator = create();
    expect(await authenticator.resolve(key.secret, { projectHeader: project.toUpperCase() })).toEqual(principal);
    expect(authenticator.cached(key.secret, project.toUpperCase())).toEqual(principal);
    expect(await authenticator.resolve(key.secret, { projectHeader: otherProject })).toBe('other_project');
    expect(authenticator.cached(key.secret, otherProject)).toBeUndefined();
    expect(credentials.queries).toBe(1);
  });

  test('of an operator works without a checksum', async () => {
    const own = `cairn_${'x'.repeat(48)}`;
    credentials.keys.add(hexOf(own));
    expect(await create().resolve(own, {})).toEqual(principal);
  });

  test('that is unknown is asked for again each time, so a key works from the moment it is made', async () => {
    const authenticator = create();
    const fresh = createApiKeySecret().secret;
    expect(await authenticator.resolve(fresh, {})).toBe('unknown');
    credentials.keys.add(hexOf(fresh));
    expect(await authenticator.resolve(fresh, {})).toEqual(principal);
  });

  test('presented many times at once costs one query', async () => {
    const authenticator = create();
    const answers = await Promise.all(Array.from({ length: 50 }, () => authenticator.resolve(key.secret, {})));
    expect(new Set(answers)).toEqual(new Set([principal]));
    expect(credentials.queries).toBe(1);
  });

  test('is refused after it was revoked and settled', async () => {
    const authenticator = create();
    await authenticator.resolve(key.secret, {});
    credentials.keys.clear();
    await authenticator.settle();
    expect(authenticator.cached(key.secret)).toBeUndefined();
    expect(await authenticator.resolve(key.secret, {})).toBe('unknown');
  });
});

describe('an access token', () => {
  test('gives its principal, and again without a query while the lease runs', async () => {
    const authenticator = create();
    expect(await authenticator.resolve(token, {})).toEqual(connected);
    expect(authenticator.cached(token)).toEqual(connected);
    expect(authenticator.cached(token, project)).toEqual(connected);
    expect(await authenticator.resolve(token, { projectHeader: otherProject })).toBe('other_project');
    expect(credentials.queries).toBe(1);
  });

  test('is refused after its connection was revoked and settled', async () => {
    const authenticator = create();
    await authenticator.resolve(token, {});
    credentials.tokens.clear();
    await authenticator.settle();
    expect(authenticator.cached(token)).toBeUndefined();
    expect(await authenticator.resolve(token, {})).toBe('unknown');
  });

  test('that is made out to somebody else is unknown', async () => {
    credentials.tokens = new Set([`${hexOf(token)}https://elsewhere.example/mcp`]);
    expect(await create().resolve(token, {})).toBe('unknown');
  });

  test('is unknown where nobody says to whom it has to be made out', async () => {
    expect(await createAuthenticator({ credentials }).resolve(token, {})).toBe('unknown');
    expect(credentials.queries).toBe(0);
  });

  test('tells no person', async () => {
    expect(await create().resolveUser(token)).toBe('unknown');
  });
});

test('the process that revokes refuses as soon as it settles, before the wait for the others is over', async () => {
  const authenticator = createAuthenticator({ credentials, now: () => now, wait: () => new Promise(() => {}) });
  await authenticator.resolve(key.secret, {});
  now += 1;
  credentials.keys.clear();
  void authenticator.settle();
  expect(authenticator.cached(key.secret)).toBeUndefined();
  expect(await authenticator.resolve(key.secret, {})).toBe('unknown');
});

describe('a session', () => {
  test('gives a principal in the project that the header names, one entry for each', async () => {
    const authenticator = create();
    expect(await authenticator.resolve(session.secret, { projectHeader: project })).toMatchObject({ kind: 'session' });
    expect(authenticator.cached(session.secret, project)).toMatchObject({ kind: 'session' });
    expect(authenticator.cached(session.secret)).toBeUndefined();
    expect(await authenticator.resolve(session.secret, { projectHeader: otherProject })).toBe('no_project');
  });

  test.each([undefined, '', 'not-a-project'])('has no project when the header is %j', async (projectHeader) => {
    expect(await create().resolve(session.secret, { projectHeader })).toBe('no_project');
  });

  test('that nobody holds is unknown, with a project and without', async () => {
    const authenticator = create();
    const stray = createSessionToken().secret;
    expect(await authenticator.resolve(stray, {})).toBe('unknown');
    expect(await authenticator.resolve(stray, { projectHeader: project })).toBe('unknown');
    expect(await authenticator.resolveUser(stray)).toBe('unknown');
  });

  test('tells its person', async () => {
    expect(await create().resolveUser(session.secret)).toEqual({ sessionId: 's1', userId: 'u1' });
  });

  test('is the only credential that tells a person', async () => {
    expect(await create().resolveUser(key.secret)).toBe('unknown');
    expect(credentials.queries).toBe(0);
  });
});

test('text that cannot be a credential never reaches the store', async () => {
  const authenticator = create();
  const flipped = session.secret.slice(0, -1) + (session.secret.endsWith('A') ? 'B' : 'A');
  for (const secret of ['', 'x', `cairn_${'x'.repeat(47)}`, `cairn_${'ü'.repeat(48)}`, flipped]) {
    expect(await authenticator.resolve(secret, { projectHeader: project })).toBe('unknown');
    expect(await authenticator.resolveUser(secret)).toBe('unknown');
  }
  expect(credentials.queries).toBe(0);
});

test('a store that fails rejects every waiting call and is asked again by the next', async () => {
  const authenticator = create();
  credentials.failure = new CairnError('STORE_UNAVAILABLE');
  const answers = await Promise.allSettled([authenticator.resolve(key.secret, {}), authenticator.resolve(key.secret, {})]);
  expect(answers.map((answer) => answer.status)).toEqual(['rejected', 'rejected']);
  credentials.failure = undefined;
  expect(await authenticator.resolve(key.secret, {})).toEqual(principal);
});

test('a failing store lets nobody in whose lease is over', async () => {
  const authenticator = create();
  await authenticator.resolve(key.secret, {});
  now += 250;
  credentials.failure = new CairnError('STORE_UNAVAILABLE');
  await expect(authenticator.resolve(key.secret, {})).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
});

test('a secret is recognised after its lease until the store refuses it', async () => {
  const authenticator = create();
  expect(authenticator.recognises(key.secret)).toBe(false);
  await authenticator.resolve(key.secret, {});
  now += 100_000;
  expect(authenticator.recognises(key.secret)).toBe(true);
  credentials.keys.clear();
  await authenticator.resolve(key.secret, {});
  expect(authenticator.recognises(key.secret)).toBe(false);
});

test('a session is recognised by its person, whatever project is named', async () => {
  const authenticator = create();
  await authenticator.resolveUser(session.secret);
  expect(authenticator.recognises(session.secret)).toBe(true);
  expect(authenticator.recognises(session.secret, otherProject)).toBe(true);
});

test('no more credentials are remembered than allowed; the oldest goes first', async () => {
  const authenticator = create(2);
  const secrets = [1, 2, 3].map(() => createApiKeySecret().secret);
  for (const secret of secrets) {
    credentials.keys.add(hexOf(secret));
    await authenticator.resolve(secret, {});
  }
  expect(secrets.map((secret) => authenticator.recognises(secret))).toEqual([false, true, true]);
});

test('settle waits one lease on the real clock', async () => {
  const authenticator = createAuthenticator({ credentials, leaseMs: 30 });
  const before = performance.now();
  await authenticator.settle();
  expect(performance.now() - before).toBeGreaterThanOrEqual(30);
});
