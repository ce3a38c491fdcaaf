import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callerFor } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { memberPath, newEmail, newKey, newMember, newOwner, post, signIn } from './people.ts';
import type { Owner, Someone } from './people.ts';

export const ownAccountSuite: Suite = (stage) => {
  const signInAgain = (person: Someone) => signIn(stage.product.baseUrl, person);

  /** Whether each process lets the session in, at an account and at a project address. */
  const letsIn = async (person: Someone, { projectId }: Owner): Promise<number[]> => {
    const statuses: number[] = [];
    for (const { baseUrl } of stage.products) {
      statuses.push((await callerFor(baseUrl, person.token).rest('GET', '/auth/me')).status);
      statuses.push((await person.in(projectId, baseUrl).rest('GET', '/v1/memories')).status);
    }
    return [...new Set(statuses)];
  };

  describe('changing the password', () => {
    test('ends every other session at every process, and leaves this one and the keys', async () => {
      const owner = await newOwner(stage);
      const [other, key] = [await signInAgain(owner), await newKey(owner, owner.projectId)];
      expect([await letsIn(owner, owner), await letsIn(other, owner)]).toEqual([[200], [200]]);
      const next = `a heron ${randomUUID()}`;
      const answer = await owner.rest('POST', '/auth/password', { current_password: owner.password, new_password: next });
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect([await letsIn(other, owner), await letsIn(owner, owner)]).toEqual([[401], [200]]);
      expect((await callerFor(stage.product.baseUrl, key).tool('get_memories', {})).status).toBe(200);
      const { baseUrl } = stage.product;
      expect((await post(baseUrl, '/auth/sign-in', { email: owner.email, password: owner.password })).status).toBe(401);
      expect((await post(baseUrl, '/auth/sign-in', { email: owner.email, password: next })).status).toBe(200);
    });

    test('with a wrong current password, or to one that cannot be chosen, changes nothing', async () => {
      const owner = await newOwner(stage);
      const change = (current_password: string, new_password: string) =>
        owner.rest('POST', '/auth/password', { current_password, new_password });
      expect((await change('not it at all', 'a heron at dawn')).body).toMatchObject({ status: 403, code: 'forbidden' });
      for (const next of ['short', 'password1', owner.email, owner.password]) {
        expect((await change(owner.password, next)).body).toMatchObject({ status: 400, issues: [{ path: 'new_password' }] });
      }
      expect((await signInAgain(owner)).id).toBe(owner.id);
    });

    test('is limited, so that a stolen session does not serve to guess it', async () => {
      const owner = await newOwner(stage);
      const statuses: number[] = [];
      for (let at = 0; at < 11; at += 1) {
        const body = { current_password: `guess ${at}`, new_password: 'a heron at dawn' };
        statuses.push((await owner.rest('POST', '/auth/password', body)).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
    });
  });

  describe('changing the e-mail', () => {
    test('needs the password, and gives another name to sign in with', async () => {
      const [owner, other] = [await newOwner(stage), await newOwner(stage)];
      const email = newEmail();
      const change = (new_email: string, current_password = owner.password) =>
        owner.rest('POST', '/auth/email', { current_password, new_email });
      expect((await change(email, 'not it at all')).status).toBe(403);
      expect((await change(other.email.toUpperCase())).body).toMatchObject({ status: 409, code: 'conflict' });
      expect((await change(email)).body).toMatchObject({ user: { id: owner.id, email } });
      const { baseUrl } = stage.product;
      expect((await post(baseUrl, '/auth/sign-in', { email: owner.email, password: owner.password })).status).toBe(401);
      expect((await signIn(baseUrl, { email, password: owner.password })).id).toBe(owner.id);
    });
  });

  describe('deleting the account', () => {
    test('ends all that it could present, at every process, and frees its e-mail', async () => {
      const owner = await newOwner(stage);
      const [other, key] = [await signInAgain(owner), await newKey(owner, owner.projectId)];
      expect([await letsIn(owner, owner), await letsIn(other, owner)]).toEqual([[200], [200]]);
      const works = async () =>
        Promise.all(stage.products.map(async ({ baseUrl }) => (await callerFor(baseUrl, key).tool('get_memories', {})).status));
      expect(new Set(await works())).toEqual(new Set([200]));
      expect((await owner.rest('POST', '/auth/delete-account', { current_password: 'not it at all' })).status).toBe(403);
      const answer = await owner.rest('POST', '/auth/delete-account', { current_password: owner.password });
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect([await letsIn(owner, owner), await letsIn(other, owner), new Set(await works())]).toEqual([[401], [401], new Set([401])]);
      const { email, password } = owner;
      expect((await post(stage.product.baseUrl, '/auth/sign-in', { email, password })).status).toBe(401);
      expect((await post(stage.product.baseUrl, '/auth/sign-up', { email, password })).status).toBe(201);
      expect((await signInAgain(owner)).id).not.toBe(owner.id);
    });

    test('waits until a workspace that others are in has another owner', async () => {
      const owner = await newOwner(stage);
      const member = await newMember(stage, owner, 'member');
      const remove = () => owner.rest('POST', '/auth/delete-account', { current_password: owner.password });
      const refused = await remove();
      expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('"My workspace"')]);
      expect((await owner.rest('PATCH', memberPath(owner, member), { role: 'owner' })).status).toBe(200);
      expect((await remove()).status).toBe(204);
      const { data } = (await member.rest('GET', `/v1/workspaces/${owner.workspaceId}/members`)).body;
      expect(data).toMatchObject([{ id: member.id, role: 'owner' }]);
    });
  });

  describe('own sessions', () => {
    test('are listed and ended one by one, at every process', async () => {
      const owner = await newOwner(stage);
      const other = await signInAgain(owner);
      expect(await letsIn(other, owner)).toEqual([200]);
      const { data } = (await owner.rest('GET', '/auth/sessions')).body;
      expect(data).toHaveLength(2);
      for (const session of data) {
        expect(session).toEqual({
          id: expect.any(String),
          user_agent: expect.any(String),
          is_current: expect.any(Boolean),
          created_at: expect.any(String),
          last_used_at: expect.any(String),
          expires_at: expect.any(String),
        });
      }
      const { id } = data.find(({ is_current }: { is_current: boolean }) => !is_current);
      expect((await owner.rest('DELETE', `/auth/sessions/${id}`)).status).toBe(204);
      expect([await letsIn(other, owner), await letsIn(owner, owner)]).toEqual([[401], [200]]);
      for (const gone of [id, randomUUID()]) expect((await owner.rest('DELETE', `/auth/sessions/${gone}`)).status).toBe(404);
    });

    test('are ended all but the one that asks', async () => {
      const owner = await newOwner(stage);
      const others = await Promise.all([signInAgain(owner), signInAgain(owner)]);
      for (const other of others) expect(await letsIn(other, owner)).toEqual([200]);
      expect((await owner.rest('DELETE', '/auth/sessions')).status).toBe(204);
      for (const other of others) expect(await letsIn(other, owner)).toEqual([401]);
      expect(await letsIn(owner, owner)).toEqual([200]);
    });

    test("are nobody else's to end", async () => {
      const [owner, stranger] = await Promise.all([newOwner(stage), newOwner(stage)]);
      const [{ id }] = (await owner.rest('GET', '/auth/sessions')).body.data;
      expect((await stranger.rest('DELETE', `/auth/sessions/${id}`)).status).toBe(404);
      expect(await letsIn(owner, owner)).toEqual([200]);
    });
  });

  test('a person changes what they are called, and members see it', async () => {
    const owner = await newOwner(stage);
    expect((await owner.rest('PATCH', '/auth/me', { name: 'Bea' })).body.user).toMatchObject({ id: owner.id, name: 'Bea' });
    expect((await owner.rest('GET', `/v1/workspaces/${owner.workspaceId}/members`)).body.data).toMatchObject([{ name: 'Bea' }]);
    expect((await owner.rest('PATCH', '/auth/me', { name: null })).body.user).toMatchObject({ name: null });
    expect((await owner.rest('PATCH', '/auth/me', { email: 'x@example.org' })).status).toBe(400);
  });

  test('an account is nothing for keys', async () => {
    const owner = await newOwner(stage);
    const caller = callerFor(stage.product.baseUrl, await newKey(owner, owner.projectId));
    for (const [method, path, body] of [
      ['GET', '/auth/me'],
      ['PATCH', '/auth/me', { name: 'x' }],
      ['GET', '/auth/sessions'],
      ['DELETE', '/auth/sessions'],
      ['POST', '/auth/password', { current_password: owner.password, new_password: 'a heron at dawn' }],
    ] as const) {
      expect([method, path, (await caller.rest(method, path, body)).status]).toEqual([method, path, 401]);
    }
  });
};
