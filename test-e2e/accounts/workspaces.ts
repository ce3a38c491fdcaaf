import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callerFor } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { newEmail, newKey, newMember, newOwner, signIn } from './people.ts';
import { operatorToken } from './settings.ts';

export const workspaceSuite: Suite = (stage) => {
  const operator = (baseUrl = stage.product.baseUrl) => callerFor(baseUrl, operatorToken);

  describe('a workspace', () => {
    test('is made, read, renamed and deleted with all that is in it', async () => {
      const owner = await newOwner(stage);
      const made = await owner.rest('POST', '/v1/workspaces', { name: 'Second' });
      expect([made.status, made.body]).toMatchObject([201, { name: 'Second', plan: 'free', role: 'owner' }]);
      const path = `/v1/workspaces/${made.body.id}`;
      expect(made.headers.get('location')).toBe(path);
      expect((await owner.rest('GET', path)).body).toEqual(made.body);
      expect((await owner.rest('PATCH', path, { name: 'Renamed' })).body).toMatchObject({ id: made.body.id, name: 'Renamed' });
      const project = (await owner.rest('POST', '/v1/projects', { name: 'P', workspace_id: made.body.id })).body;
      const key = await newKey(owner, project.id);
      for (const { baseUrl } of stage.products) expect((await callerFor(baseUrl, key).tool('get_memories', {})).status).toBe(200);
      expect((await owner.rest('DELETE', path)).status).toBe(204);
      for (const { baseUrl } of stage.products) {
        expect((await callerFor(baseUrl, key).tool('get_memories', {})).status).toBe(401);
        expect((await owner.in(project.id, baseUrl).rest('GET', '/v1/memories')).status).toBe(403);
      }
      expect([(await owner.rest('GET', path)).status, (await owner.rest('GET', `/v1/projects/${project.id}`)).status]).toEqual([404, 404]);
      expect((await owner.in(owner.projectId).rest('GET', '/v1/memories')).status).toBe(200);
    });

    test('is renamed by owners and admins, and deleted by owners', async () => {
      const owner = await newOwner(stage);
      const [admin, member] = await Promise.all([newMember(stage, owner, 'admin'), newMember(stage, owner, 'member')]);
      const path = `/v1/workspaces/${owner.workspaceId}`;
      expect((await member.rest('PATCH', path, { name: 'x' })).status).toBe(403);
      expect((await admin.rest('PATCH', path, { name: 'By the admin' })).status).toBe(200);
      expect([(await member.rest('DELETE', path)).status, (await admin.rest('DELETE', path)).status]).toEqual([403, 403]);
      for (const body of [{}, { name: ' ' }, { name: 'x', plan: 'premium' }])
        expect((await owner.rest('PATCH', path, body)).status).toBe(400);
    });

    test('of its own project is all that a key sees, and a key changes nothing', async () => {
      const owner = await newOwner(stage);
      const other = (await owner.rest('POST', '/v1/workspaces', { name: 'Other' })).body.id;
      const caller = callerFor(stage.product.baseUrl, await newKey(owner, owner.projectId));
      expect((await caller.rest('GET', `/v1/workspaces/${owner.workspaceId}`)).body).toMatchObject({ id: owner.workspaceId });
      expect((await caller.rest('GET', `/v1/workspaces/${other}`)).status).toBe(404);
      for (const [method, path, body] of [
        ['PATCH', '', { name: 'x' }],
        ['DELETE', ''],
        ['GET', '/members'],
        ['DELETE', `/members/${owner.id}`],
        ['GET', '/invitations'],
        ['POST', '/invitations', { role: 'admin' }],
      ] as const) {
        const answer = await caller.rest(method, `/v1/workspaces/${owner.workspaceId}${path}`, body);
        expect([method, path, answer.body.status]).toEqual([method, path, 403]);
      }
      expect((await caller.rest('POST', '/v1/invitations/accept', { token: 'x' })).status).toBe(403);
    });
  });

  describe('the plan', () => {
    test('is set by the operator, and its limit holds for the very next request at every process', async () => {
      const owner = await newOwner(stage);
      const key = await newKey(owner, owner.projectId);
      const limits = async () => {
        const told = [];
        for (const { baseUrl } of stage.products) {
          for (const caller of [callerFor(baseUrl, key), owner.in(owner.projectId, baseUrl)]) {
            told.push((await caller.rest('GET', '/v1/memories')).headers.get('ratelimit-limit'));
          }
        }
        return [...new Set(told)];
      };
      expect(await limits()).toEqual(['1000000']);
      const path = `/operator/workspaces/${owner.workspaceId}`;
      const changed = await operator().rest('PATCH', path, { plan: 'premium' });
      expect([changed.status, changed.body]).toMatchObject([200, { id: owner.workspaceId, plan: 'premium', owners: [owner.email] }]);
      expect(await limits()).toEqual(['2000000']);
      expect((await owner.rest('GET', `/v1/workspaces/${owner.workspaceId}`)).body.plan).toBe('premium');
      expect((await operator().rest('PATCH', path, { plan: 'free' })).status).toBe(200);
      expect(await limits()).toEqual(['1000000']);
    });

    test("is nobody else's to set", async () => {
      const owner = await newOwner(stage);
      const path = `/operator/workspaces/${owner.workspaceId}`;
      for (const secret of [owner.token, await newKey(owner, owner.projectId), operatorToken.slice(1), `${operatorToken}x`]) {
        const answer = await callerFor(stage.product.baseUrl, secret).rest('PATCH', path, { plan: 'premium' });
        expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')]);
      }
      expect((await owner.rest('GET', `/v1/workspaces/${owner.workspaceId}`)).body.plan).toBe('free');
    });

    test('of every workspace is listed for the operator, in pages', async () => {
      const owner = await newOwner(stage);
      const { data, next_cursor } = (await operator().rest('GET', '/operator/workspaces?limit=1')).body;
      expect(data).toMatchObject([{ id: owner.workspaceId, plan: 'free', owners: [owner.email], members: 1, projects: 1 }]);
      expect((await operator().rest('GET', `/operator/workspaces?limit=1&cursor=${next_cursor}`)).body.data).toHaveLength(1);
    });

    test('has two names, and a workspace that is there', async () => {
      const owner = await newOwner(stage);
      for (const body of [{ plan: 'gold' }, {}, { plan: 'premium', role: 'owner' }]) {
        expect((await operator().rest('PATCH', `/operator/workspaces/${owner.workspaceId}`, body)).status).toBe(400);
      }
      expect((await operator().rest('PATCH', `/operator/workspaces/${randomUUID()}`, { plan: 'free' })).status).toBe(404);
      expect((await operator().rest('PATCH', '/operator/workspaces/x', { plan: 'free' })).status).toBe(400);
    });

    test('the token of the operator opens nothing else and is in no log', async () => {
      const owner = await newOwner(stage);
      expect((await operator().rest('GET', '/v1/workspaces')).status).toBe(401);
      expect((await operator().rest('GET', '/v1/memories', undefined, { 'x-service-project-id': owner.projectId })).status).toBe(401);
      const printed = stage.products.map((product) => product.output()).join('\n');
      expect(printed).not.toContain(operatorToken.slice(0, 24));
    });
  });

  describe('a forgotten password', () => {
    test('is replaced by the operator, which ends every session at every process', async () => {
      const owner = await newOwner(stage);
      const key = await newKey(owner, owner.projectId);
      const next = 'a heron at the river';
      const reset = (body: object) => operator().rest('POST', '/operator/password-resets', body);
      for (const { baseUrl } of stage.products)
        expect((await owner.in(owner.projectId, baseUrl).rest('GET', '/v1/memories')).status).toBe(200);
      expect((await reset({ email: owner.email.toUpperCase(), new_password: next })).status).toBe(204);
      for (const { baseUrl } of stage.products) {
        expect((await owner.in(owner.projectId, baseUrl).rest('GET', '/v1/memories')).status).toBe(401);
        expect((await callerFor(baseUrl, key).tool('get_memories', {})).status).toBe(200);
      }
      expect((await signIn(stage.product.baseUrl, { email: owner.email, password: next })).id).toBe(owner.id);
      expect((await reset({ email: owner.email, new_password: 'password1' })).body).toMatchObject({ status: 400 });
      expect((await reset({ email: newEmail(), new_password: next })).body).toMatchObject({ status: 404 });
      const body = { email: owner.email, new_password: 'a heron at dawn' };
      expect((await callerFor(stage.product.baseUrl, key).rest('POST', '/operator/password-resets', body)).status).toBe(401);
    });
  });
};
