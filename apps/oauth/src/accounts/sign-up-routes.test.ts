import { createInvitationToken } from '@cairn/auth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAccountsApp } from '../testing/accounts-app.ts';
import type { AccountsApp } from '../testing/accounts-app.ts';
import { hexOf } from '../testing/memory-accounts.ts';

let service: AccountsApp;

const signUpLimits = { perAccount: { attempts: 2, windowSeconds: 20 }, perAddress: { attempts: 4, windowSeconds: 40 } };

beforeEach(() => {
  service = createAccountsApp({ signUpLimits });
});

afterEach(() => service.app.close());

const bea = { email: 'bea@example.com', password: 'a heron at dawn', name: 'Bea' };
const signUp = (payload: object, from?: string) => service.post('/auth/sign-up', payload, from === undefined ? {} : { from });

function invite(email: string | null = null): string {
  const { secret, hash } = createInvitationToken();
  service.store.invited.set(hexOf(hash), { email });
  return secret;
}

describe('POST /auth/sign-up', () => {
  test('makes an account that signs in', async () => {
    const answer = await signUp(bea);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'no-store']);
    expect(answer.json()).toEqual({ user: { email: 'bea@example.com', name: 'Bea' }, message: expect.any(String) });
    const signedIn = await service.post('/auth/sign-in', { email: 'BEA@example.com', password: bea.password });
    expect(signedIn.json()).toMatchObject({ user: { email: 'bea@example.com', name: 'Bea' } });
  });

  test('answers a taken e-mail as it answers a free one, and leaves its account alone', async () => {
    const free = await signUp({ ...bea, email: 'nobody@example.com' });
    const taken = await signUp({ ...bea, email: 'ADA@example.com' });
    expect(taken.statusCode).toBe(free.statusCode);
    expect(taken.body.replace('ADA@example.com', '')).toBe(free.body.replace('nobody@example.com', ''));
    expect(Object.keys(taken.headers)).toEqual(Object.keys(free.headers));
    expect((await service.post('/auth/sign-in', { email: 'ada@example.com', password: 'right' })).statusCode).toBe(200);
    expect((await service.post('/auth/sign-in', { email: 'ada@example.com', password: bea.password })).statusCode).toBe(401);
  });

  test.each([
    ['no e-mail', { password: bea.password }, 'email'],
    ['no address', { ...bea, email: 'bea' }, 'email'],
    ['a name beside the address', { ...bea, email: 'Bea <bea@example.com>' }, 'email'],
    ['a line break in the e-mail', { ...bea, email: 'bea@example.com\n' }, 'email'],
    ['too long an e-mail', { ...bea, email: `${'b'.repeat(60)}@${'e'.repeat(190)}.com` }, 'email'],
    ['too long a local part', { ...bea, email: `${'b'.repeat(65)}@example.com` }, 'email'],
    ['a short password', { ...bea, password: 'heron 7' }, 'password'],
    ['a password that everyone tries', { ...bea, password: 'password1' }, 'password'],
    ['the e-mail as password', { ...bea, password: 'Bea@Example.com' }, 'password'],
    ['too long a password', { ...bea, password: 'ü'.repeat(513) }, 'password'],
    ['half a surrogate pair in the password', { ...bea, password: 'a heron \ud800' }, 'password'],
    ['an empty name', { ...bea, name: ' ' }, 'name'],
    ['a name that turns the line around', { ...bea, name: 'Bea\u202e' }, 'name'],
    ['too long a name', { ...bea, name: 'b'.repeat(129) }, 'name'],
    ['a role of its own', { ...bea, role: 'owner' }, 'role'],
  ])('refuses %s with 400 and names it', async (_what, payload, path) => {
    const answer = await signUp(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ issues: { path: string }[] }>().issues.map((issue) => issue.path)).toEqual([path]);
    expect(service.store.accounts.size).toBe(1);
  });

  test('takes a name that is null for none', async () => {
    expect((await signUp({ ...bea, name: null })).json()).toMatchObject({ user: { name: null } });
  });

  test.each(['ada@example.com', 'nobody@example.com'])('limits the attempts for %s, from wherever they come', async (email) => {
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push(await signUp({ ...bea, email }, `203.0.113.${n}`));
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 429]);
    expect(statuses.at(-1)?.headers['retry-after']).toBe('10');
  });

  test('limits the accounts that one socket address makes', async () => {
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await signUp({ ...bea, email: `bea${n}@example.com` })).statusCode);
    expect(statuses).toEqual([201, 201, 201, 201, 429]);
  });

  test('with an invitation uses it up', async () => {
    const invitation = invite();
    expect((await signUp({ ...bea, invitation })).statusCode).toBe(201);
    expect((await signUp({ ...bea, email: 'cai@example.com', invitation })).statusCode).toBe(404);
  });

  test.each(['ada@example.com', 'nobody@example.com'])('judges the invitation before the e-mail %s', async (email) => {
    const bound = await signUp({ ...bea, email, invitation: invite('bea@example.com') });
    expect([bound.statusCode, bound.json<{ code: string }>().code]).toEqual([403, 'forbidden']);
    const none = await signUp({ ...bea, email, invitation: createInvitationToken().secret });
    expect([none.statusCode, none.json<{ code: string }>().code]).toEqual([404, 'not_found']);
    await service.app.close();
    service = createAccountsApp({ signUpLimits });
    expect((await signUp({ ...bea, email, invitation: 'no token' })).statusCode).toBe(404);
  });

  test('leaves neither e-mail, name, password nor invitation in the log', async () => {
    const invitation = invite();
    await signUp({ ...bea, invitation });
    await signUp({ ...bea, name: 'Beatrix', password: 'short' });
    expect(service.log()).not.toMatch(/bea@|Bea|heron|short/);
    expect(service.log()).not.toContain(invitation.slice(0, 30));
  });
});

describe('closed sign-up', () => {
  beforeEach(async () => {
    await service.app.close();
    service = createAccountsApp({ signUp: 'closed' });
  });

  test.each(['ada@example.com', 'nobody@example.com'])('refuses %s with 403', async (email) => {
    const answer = await signUp({ ...bea, email });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'forbidden']);
    expect(service.store.accounts.size).toBe(1);
  });

  test('lets whoever was invited in, and nobody with a token that is none', async () => {
    expect((await signUp({ ...bea, invitation: createInvitationToken().secret })).statusCode).toBe(404);
    expect((await signUp({ ...bea, invitation: invite() })).statusCode).toBe(201);
  });
});

describe('POST /auth/invitations/look-up', () => {
  const look = (token: string, from?: string) => service.post('/auth/invitations/look-up', { token }, from === undefined ? {} : { from });

  test('shows the workspace, the role and who invites, and not for whom', async () => {
    expect((await look(invite('bea@example.com'))).json()).toEqual({
      workspace_name: 'Shared',
      role: 'member',
      invited_by: 'Ada',
      is_bound: true,
      expires_at: '2026-01-08T00:00:00.000Z',
    });
  });

  test('answers every text that is no open invitation alike', async () => {
    const answers = await Promise.all(['x', createInvitationToken().secret, `cairn_session_${'0'.repeat(48)}`].map((token) => look(token)));
    const told = answers.map((answer) => ({ ...answer.json<object>(), request_id: '', status: answer.statusCode }));
    expect(told.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  test('is limited for an address that comes with none, and for no other', async () => {
    for (let n = 0; n < 60; n += 1) await look('x', '203.0.113.9');
    expect((await look('x', '203.0.113.9')).statusCode).toBe(429);
    const token = invite();
    for (let n = 0; n < 70; n += 1) expect((await look(token, '203.0.113.8')).statusCode).toBe(200);
  });
});
