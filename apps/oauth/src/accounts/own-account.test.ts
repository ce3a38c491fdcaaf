import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAccountsApp } from '../testing/accounts-app.ts';
import type { AccountsApp } from '../testing/accounts-app.ts';

let service: AccountsApp;
let token: string;

beforeEach(async () => {
  service = createAccountsApp({
    passwordProofLimits: { perAccount: { attempts: 3, windowSeconds: 30 }, perAddress: { attempts: 5, windowSeconds: 50 } },
  });
  token = await service.openSession();
});

afterEach(() => service.app.close());

const statusOf = async (session: string) => (await service.call('GET', '/auth/me', session)).statusCode;

describe('POST /auth/password', () => {
  const change = (current: string, next: string, from?: string) =>
    service.post('/auth/password', { current_password: current, new_password: next }, { token, ...(from === undefined ? {} : { from }) });

  test('changes the password and ends every other session at once', async () => {
    const other = await service.openSession();
    expect(await statusOf(other)).toBe(200);
    const startedAt = performance.now();
    const answer = await change('right', 'a heron at dawn');
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(20);
    expect([await statusOf(token), await statusOf(other)]).toEqual([200, 401]);
    const signIn = (password: string) => service.post('/auth/sign-in', { email: 'ada@example.com', password });
    expect([(await signIn('right')).statusCode, (await signIn('a heron at dawn')).statusCode]).toEqual([401, 200]);
  });

  test('refuses a wrong current password with 403 and changes nothing', async () => {
    const answer = await change('wrong', 'a heron at dawn');
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([403, 'the current password is wrong']);
    expect(await statusOf(token)).toBe(200);
  });

  test.each([
    ['a short one', 'heron 7'],
    ['one that everyone tries', 'password1'],
    ['the e-mail', 'ada@example.com'],
  ])('refuses %s with 400', async (_what, next) => {
    const answer = await change('right', next);
    expect(answer.json()).toMatchObject({ status: 400, issues: [{ path: 'new_password' }] });
  });

  test('refuses the same password again', async () => {
    await change('right', 'a heron at dawn');
    const answer = await change('a heron at dawn', 'a heron at dawn');
    expect(answer.json()).toMatchObject({ status: 400, issues: [{ path: 'new_password' }] });
  });

  test('limits wrong current passwords of a person, from wherever they come, and not right ones', async () => {
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await change('wrong', 'a heron at dawn', `203.0.113.${n}`)).statusCode);
    expect(statuses).toEqual([403, 403, 403, 429]);
    expect((await change('right', 'a heron at dawn', '203.0.113.77')).statusCode).toBe(429);
  });

  test('asks for a session', async () => {
    const answer = await service.post('/auth/password', { current_password: 'right', new_password: 'a heron at dawn' });
    expect(answer.statusCode).toBe(401);
  });

  test('leaves no password in the log', async () => {
    await change('wrong heron', 'a heron at dawn');
    await change('right', 'a heron at dawn');
    expect(service.log()).not.toMatch(/heron/);
  });
});

describe('POST /auth/email', () => {
  const change = (email: unknown, password = 'right') =>
    service.post('/auth/email', { current_password: password, new_email: email }, { token });
  const signIn = async (email: string) => (await service.post('/auth/sign-in', { email, password: 'right' })).statusCode;

  test('gives another e-mail to sign in with, and frees the old one', async () => {
    const answer = await change('ada@new.example');
    expect([answer.statusCode, answer.json()]).toEqual([200, { user: expect.objectContaining({ email: 'ada@new.example' }) }]);
    expect([await signIn('ada@new.example'), await signIn('ada@example.com'), await statusOf(token)]).toEqual([200, 401, 200]);
    expect(service.log()).not.toMatch(/ada@/);
  });

  test('changes the case of the own e-mail', async () => {
    expect((await change('Ada@Example.com')).json()).toMatchObject({ user: { email: 'Ada@Example.com' } });
  });

  test('refuses the wrong password with 403, a taken e-mail with 409 and what is none with 400', async () => {
    service.store.add({ email: 'bea@example.com', name: null, passwordVerifier: 'x' });
    const statuses = [await change('ada@new.example', 'wrong'), await change('BEA@example.com'), await change('nothing'), await change(7)];
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([403, 409, 400, 400]);
    expect(await signIn('ada@example.com')).toBe(200);
  });

  test('lets nobody look for accounts with it', async () => {
    service.store.add({ email: 'bea@example.com', name: null, passwordVerifier: 'x' });
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await change('bea@example.com')).statusCode);
    expect(statuses).toEqual([409, 409, 409, 429]);
  });
});

describe('POST /auth/delete-account', () => {
  const remove = (password: string) => service.post('/auth/delete-account', { current_password: password }, { token });

  test('ends the account and every session of it at once', async () => {
    const other = await service.openSession();
    const startedAt = performance.now();
    expect((await remove('right')).statusCode).toBe(204);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(20);
    expect([await statusOf(token), await statusOf(other)]).toEqual([401, 401]);
    expect((await service.post('/auth/sign-in', { email: 'ada@example.com', password: 'right' })).statusCode).toBe(401);
  });

  test('refuses the wrong password, and counts it with those of the other calls', async () => {
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await remove('wrong')).statusCode);
    const changed = await service.post('/auth/password', { current_password: 'right', new_password: 'a heron at dawn' }, { token });
    expect([...statuses, changed.statusCode]).toEqual([403, 403, 403, 429]);
  });

  test('refuses the only owner of workspaces that others are in, and names them', async () => {
    service.store.onlyOwnerOf = ['Harbour', 'Light "house"'];
    const answer = await remove('right');
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      409,
      'you are the only owner of "Harbour", "Light \\"house\\""; make somebody else an owner or delete the workspace first',
    ]);
    expect(await statusOf(token)).toBe(200);
  });
});

describe('PATCH /auth/me', () => {
  test('changes the name, and takes it away', async () => {
    expect((await service.call('PATCH', '/auth/me', token, { name: 'Ada' })).json()).toMatchObject({ user: { name: 'Ada' } });
    expect((await service.call('GET', '/auth/me', token)).json()).toMatchObject({ user: { name: 'Ada' } });
    expect((await service.call('PATCH', '/auth/me', token, { name: null })).json()).toMatchObject({ user: { name: null } });
  });

  test.each([{}, { name: '' }, { name: 7 }, { name: 'a\nb' }, { name: 'x'.repeat(129) }, { name: 'Ada', email: 'x@example.com' }])(
    'refuses %j',
    async (payload) => {
      expect((await service.call('PATCH', '/auth/me', token, payload)).statusCode).toBe(400);
    },
  );
});

describe('/auth/sessions', () => {
  interface Listed {
    readonly data: readonly { readonly id: string; readonly is_current: boolean }[];
  }
  const list = async (session: string) => (await service.call('GET', '/auth/sessions', session)).json<Listed>().data;

  test('lists the own sessions, without their tokens, and tells which one asks', async () => {
    const other = await service.openSession();
    const answer = await service.call('GET', '/auth/sessions', token);
    expect(answer.json()).toMatchObject({ data: [{ is_current: true, user_agent: 'Tester/1' }, { is_current: false }] });
    for (const secret of [token, other]) expect(answer.body).not.toContain(secret.slice(20));
  });

  test('ends one, which is refused from the next request on', async () => {
    const other = await service.openSession();
    expect(await statusOf(other)).toBe(200);
    const { id } = (await list(token)).find((session) => !session.is_current)!;
    expect((await service.call('DELETE', `/auth/sessions/${id}`, token)).statusCode).toBe(204);
    expect([await statusOf(token), await statusOf(other)]).toEqual([200, 401]);
    expect((await service.call('DELETE', `/auth/sessions/${id}`, token)).statusCode).toBe(404);
  });

  test('ends all others', async () => {
    const others = [await service.openSession(), await service.openSession()];
    expect((await service.call('DELETE', '/auth/sessions', token)).statusCode).toBe(204);
    expect(await Promise.all([token, ...others].map(statusOf))).toEqual([200, 401, 401]);
  });

  test("leaves another person's alone", async () => {
    service.store.add({ email: 'bea@example.com', name: null, passwordVerifier: 'verifier of hers' });
    const hers = (await service.post('/auth/sign-in', { email: 'bea@example.com', password: 'hers' })).json<{ session_token: string }>();
    const [session] = await list(hers.session_token);
    expect((await service.call('DELETE', `/auth/sessions/${session?.id}`, token)).statusCode).toBe(404);
    await service.call('DELETE', '/auth/sessions', token);
    expect(await statusOf(hers.session_token)).toBe(200);
  });

  test('refuses an id that is none', async () => {
    expect((await service.call('DELETE', '/auth/sessions/x', token)).statusCode).toBe(400);
  });
});
