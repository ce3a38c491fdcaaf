import { beforeEach, expect, test } from 'vitest';
import { countedHere } from './attempt-limiter.ts';
import { createPasswordChange } from './password-change.ts';
import { createPasswordProof } from './password-proof.ts';

const actor = { userId: 'u1', sessionId: 's1', requestId: 'r' };
const user = { id: 'u1', email: 'ada@example.com', name: null, createdAt: '2026-01-01T00:00:00.000Z' };

let verifier: string;
let isReplacedMeanwhile: boolean;
let failure: Error | undefined;

beforeEach(() => {
  verifier = 'verifier of right';
  isReplacedMeanwhile = false;
  failure = undefined;
});

const create = () => {
  const byId = async (id: string) => (id === 'u1' ? { user, passwordVerifier: verifier } : undefined);
  const passwords = {
    hash: async (password: string) => `verifier of ${password}`,
    async verify(known: string | undefined, password: string) {
      if (failure) throw failure;
      return known === `verifier of ${password}`;
    },
  };
  const limits = { perAccount: { attempts: 2, windowSeconds: 20 }, perAddress: { attempts: 3, windowSeconds: 30 } };
  return createPasswordChange({
    accounts: {
      user: async (id) => (await byId(id))?.user,
      async changePassword(_actor, { from, to }) {
        if (isReplacedMeanwhile || from !== verifier) return false;
        verifier = to;
        return true;
      },
    },
    passwords,
    prove: createPasswordProof({ accounts: { byId }, passwords, limits, attempts: countedHere(() => 0) }),
  });
};

const request = { actor, currentPassword: 'right', newPassword: 'a heron at dawn', address: '203.0.113.1' };

test('replaces the verifier', async () => {
  await create()(request);
  expect(verifier).toBe('verifier of a heron at dawn');
});

test.each([
  ['a wrong current password', { currentPassword: 'wrong' }, 'FORBIDDEN'],
  ['a new one that cannot be chosen', { newPassword: 'password1' }, 'INVALID_ARGUMENT'],
  ['the same again', { currentPassword: 'right', newPassword: 'right' }, 'INVALID_ARGUMENT'],
  ['somebody who is gone', { actor: { ...actor, userId: 'u2' } }, 'UNAUTHORIZED'],
])('refuses %s', async (_what, change, code) => {
  await expect(create()({ ...request, ...change })).rejects.toMatchObject({ code });
  expect(verifier).toBe('verifier of right');
});

test('a password that another change replaced meanwhile is wrong', async () => {
  isReplacedMeanwhile = true;
  await expect(create()(request)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('only wrong passwords are counted, by person and by address', async () => {
  const change = create();
  failure = new Error('busy');
  for (let n = 0; n < 5; n += 1) await expect(change(request)).rejects.toThrow('busy');
  failure = undefined;
  const wrong = { ...request, currentPassword: 'wrong' };
  await expect(change(wrong)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(change({ ...wrong, address: '203.0.113.2' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(change({ ...request, address: '203.0.113.3' })).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 10 });
});
