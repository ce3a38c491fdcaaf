import { beforeEach, expect, test } from 'vitest';
import { countedHere } from './attempt-limiter.ts';
import type { NewAccount } from './account-ports.ts';
import { createInvitationToken } from './invitation-token.ts';
import { createSignUp } from './sign-up.ts';
import type { SignUpMode } from './sign-up.ts';

let made: NewAccount[];
let outcome: 'done' | 'taken' | 'no_invitation' | 'other_email' | 'too_many';
let steps: string[];

beforeEach(() => {
  made = [];
  outcome = 'done';
  steps = [];
});

const create = (mode: SignUpMode = 'open') =>
  createSignUp({
    mode,
    limits: { perAccount: { attempts: 2, windowSeconds: 20 }, perAddress: { attempts: 3, windowSeconds: 30 } },
    accounts: {
      async signUp(account) {
        steps.push('store');
        made.push(account);
        return outcome;
      },
    },
    passwords: {
      async hash(password) {
        steps.push('hash');
        return `verifier of ${password}`;
      },
    },
    attempts: countedHere(() => 0),
    wait: async (ms) => void steps.push(`wait ${ms}`),
  });

const request = { email: 'bea@example.com', password: 'a heron at dawn', name: null, address: '203.0.113.1', requestId: 'r' };

test('stores the verifier, never the password', async () => {
  await create()(request);
  expect(made).toEqual([{ email: 'bea@example.com', name: null, passwordVerifier: 'verifier of a heron at dawn', requestId: 'r' }]);
});

test('does the same work and waits as long for a taken e-mail', async () => {
  await create()(request);
  const free = steps.splice(0);
  outcome = 'taken';
  await create()(request);
  expect(steps).toEqual(free);
  expect(free).toEqual(['hash', 'store', 'wait 250']);
});

test.each([
  ['no_invitation', 'NOT_FOUND'],
  ['other_email', 'FORBIDDEN'],
  ['too_many', 'CONFLICT'],
] as const)('%s is %s', async (refusal, code) => {
  outcome = refusal;
  await expect(create()({ ...request, invitation: createInvitationToken().secret })).rejects.toMatchObject({ code });
});

test('a text that is no invitation reaches neither the hashing nor the store', async () => {
  await expect(create()({ ...request, invitation: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(steps).toEqual([]);
});

test('closed, only invitations get through', async () => {
  const { secret, hash } = createInvitationToken();
  await expect(create('closed')(request)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await create('closed')({ ...request, invitation: secret });
  expect(made.map(({ invitation }) => invitation)).toEqual([hash]);
});

test('a password that cannot be chosen costs no attempt', async () => {
  const signUp = create();
  for (let n = 0; n < 5; n += 1)
    await expect(signUp({ ...request, password: 'short' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await signUp(request);
});

test('attempts are counted by e-mail in any case, and by address', async () => {
  const signUp = create();
  await signUp(request);
  await signUp({ ...request, email: 'BEA@example.com', address: '203.0.113.2' });
  await expect(signUp({ ...request, address: '203.0.113.3' })).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 10 });
  await signUp({ ...request, email: 'cai@example.com' });
  await signUp({ ...request, email: 'dee@example.com' });
  await expect(signUp({ ...request, email: 'eve@example.com' })).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 10 });
});
