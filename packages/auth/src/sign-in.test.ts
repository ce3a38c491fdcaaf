import { CairnError } from '@cairn/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { countedHere } from './attempt-limiter.ts';
import type { AccountRepository, User } from './account-ports.ts';
import type { PasswordHasher } from './ports.ts';
import { hashSecret } from './secret-hash.ts';
import { createSignIn } from './sign-in.ts';

const user: User = { id: 'u1', email: 'Ada@example.com', name: 'Ada', createdAt: '2026-01-01T00:00:00.000Z' };

let sessions: Uint8Array[];
let verified: (string | undefined)[];
let storeFailure: Error | undefined;
let now: number;

beforeEach(() => {
  sessions = [];
  verified = [];
  storeFailure = undefined;
  now = 0;
});

const accounts: Pick<AccountRepository, 'byEmail' | 'openSession'> = {
  async byEmail(email) {
    if (storeFailure) throw storeFailure;
    return email.toLowerCase() === 'ada@example.com' ? { user, passwordVerifier: 'verifier of right' } : undefined;
  },
  async openSession(_userId, secretHash) {
    sessions.push(secretHash);
    return { id: 's1', expiresAt: '2026-01-01T12:00:00.000Z' };
  },
};

const passwords: PasswordHasher = {
  hash: async (password) => `verifier of ${password}`,
  async verify(verifier, password) {
    verified.push(verifier);
    return verifier === `verifier of ${password}`;
  },
};

const create = () =>
  createSignIn({
    accounts,
    passwords,
    limits: {
      perAccount: { attempts: 3, windowSeconds: 30 },
      perAddress: { attempts: 6, windowSeconds: 60 },
      sessions: { attempts: 20, windowSeconds: 100 },
    },
    attempts: countedHere(() => now),
  });

const wrong = (email: string, address = '203.0.113.1') => ({ email, password: 'wrong', address });
const right = { email: 'ada@example.com', password: 'right', address: '203.0.113.1' };

test('the right password opens a session, of which only the hash is stored', async () => {
  const signedIn = await create()(right);
  expect(signedIn).toMatchObject({ expiresAt: '2026-01-01T12:00:00.000Z', user });
  expect(signedIn.sessionToken).toMatch(/^cairn_session_/);
  expect(sessions).toEqual([hashSecret(signedIn.sessionToken)]);
});

test('blanks around the e-mail, as pasting brings them, do not matter', async () => {
  expect(await create()({ ...right, email: ' ada@example.com\n' })).toMatchObject({ user });
});

test('an unknown account and a wrong password get the same answer for the same work', async () => {
  const signIn = create();
  const known = await signIn(wrong('ada@example.com')).catch((error: unknown) => error);
  const unknown = await signIn(wrong('nobody@example.com')).catch((error: unknown) => error);
  expect(known).toBeInstanceOf(CairnError);
  expect(known).toMatchObject({ code: 'UNAUTHORIZED' });
  expect(unknown).toEqual(known);
  expect(verified).toEqual(['verifier of right', undefined]);
});

describe('attempts', () => {
  test.each(['ada@example.com', 'nobody@example.com'])('on %s are limited, from whichever address and in whichever case', async (email) => {
    const signIn = create();
    for (const n of [1, 2, 3]) {
      await expect(signIn(wrong(n === 2 ? email.toUpperCase() : email, `203.0.113.${n}`))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
    await expect(signIn(wrong(email, '203.0.113.9'))).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 10 });
    now += 10_000;
    await expect(signIn(wrong(email, '203.0.113.9'))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('from one address are limited over all accounts', async () => {
    const signIn = create();
    for (let n = 0; n < 6; n += 1) {
      await expect(signIn(wrong(`user${n}@example.com`))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
    await expect(signIn(right)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(signIn({ ...right, address: '203.0.113.2' })).resolves.toBeDefined();
  });

  test('made at once do not slip past the limit', async () => {
    const signIn = create();
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => signIn(wrong('ada@example.com'))));
    const reasons = answers.map((answer): unknown => (answer.status === 'rejected' ? answer.reason : undefined));
    const judged = reasons.filter((reason) => reason instanceof CairnError && reason.code === 'UNAUTHORIZED');
    expect(judged).toHaveLength(3);
    expect(verified).toHaveLength(3);
  });

  test('that succeed are not counted as failures, but open only so many sessions', async () => {
    const signIn = create();
    for (let n = 0; n < 20; n += 1) await signIn(right);
    await expect(signIn(right)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 5 });
    expect(sessions).toHaveLength(20);
    now += 5000;
    await expect(signIn(right)).resolves.toBeDefined();
  });

  test('that the store could not decide are not counted', async () => {
    const signIn = create();
    storeFailure = new CairnError('STORE_UNAVAILABLE');
    for (let n = 0; n < 20; n += 1) await expect(signIn(right)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    storeFailure = undefined;
    await expect(signIn(right)).resolves.toBeDefined();
  });
});
