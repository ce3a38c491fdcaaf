import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callerFor } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { impersonal, invite, memberPath, newKey, newMember, newOwner } from './people.ts';
import type { Owner, Someone } from './people.ts';

export const memberSuite: Suite = (stage) => {
  /** What comes of saving and of reading, with the person's session and key, at every process. */
  const rightsOf = async (person: Someone, key: string, { projectId }: Owner) => {
    const outcomes = [];
    for (const { baseUrl } of stage.products) {
      for (const caller of [person.in(projectId, baseUrl), callerFor(baseUrl, key)]) {
        const save = await caller.rest('POST', '/v1/memories', { content: 'x' });
        const read = await caller.rest('GET', '/v1/memories');
        outcomes.push(`${save.status} ${read.status}`);
      }
      const tool = await callerFor(baseUrl, key).tool('save_memory', { content: 'x' });
      const look = await callerFor(baseUrl, key).tool('get_memories', {});
      outcomes.push(`${tool.status === 200 ? 201 : tool.status} ${look.status}`);
    }
    return [...new Set(outcomes)];
  };

  describe('members', () => {
    test('are listed with their roles, newest first, in pages', async () => {
      const owner = await newOwner(stage);
      const people = [await newMember(stage, owner, 'viewer'), await newMember(stage, owner, 'approver')];
      const path = `/v1/workspaces/${owner.workspaceId}/members`;
      for (const reader of [owner, ...people]) {
        const { data } = (await reader.rest('GET', path)).body;
        expect(data.map(({ email, role }: Record<string, string>) => [email, role])).toEqual([
          [people[1]?.email, 'approver'],
          [people[0]?.email, 'viewer'],
          [owner.email, 'owner'],
        ]);
      }
      const first = (await owner.rest('GET', `${path}?limit=2`)).body;
      const rest = (await owner.rest('GET', `${path}?limit=2&cursor=${first.next_cursor}`)).body;
      expect([...first.data, ...rest.data]).toEqual((await owner.rest('GET', path)).body.data);
      expect(rest.next_cursor).toBeNull();
    });

    test('may from the next request on what their new role may, with session and key, at every process', async () => {
      const owner = await newOwner(stage);
      const member = await newMember(stage, owner, 'member');
      const key = await newKey(member, owner.projectId);
      expect(await rightsOf(member, key, owner)).toEqual(['201 200']);
      const changed = await owner.rest('PATCH', memberPath(owner, member), { role: 'viewer' });
      expect([changed.status, changed.body]).toMatchObject([200, { id: member.id, email: member.email, role: 'viewer' }]);
      expect(await rightsOf(member, key, owner)).toEqual(['403 200']);
      expect((await member.rest('GET', '/auth/me')).body.workspaces[0].role).toBe('viewer');
      expect((await owner.rest('PATCH', memberPath(owner, member), { role: 'approver' })).status).toBe(200);
      expect(await rightsOf(member, key, owner)).toEqual(['201 200']);
    });

    test('who are removed are out with the next request, at every process, and their keys do not come back with them', async () => {
      const owner = await newOwner(stage);
      const member = await newMember(stage, owner, 'member');
      const key = await newKey(member, owner.projectId);
      expect(await rightsOf(member, key, owner)).toEqual(['201 200']);
      expect((await owner.rest('DELETE', memberPath(owner, member))).status).toBe(204);
      for (const { baseUrl } of stage.products) {
        expect((await callerFor(baseUrl, key).rest('GET', '/v1/memories')).status).toBe(401);
        expect((await callerFor(baseUrl, key).tool('get_memories', {})).status).toBe(401);
        expect((await member.in(owner.projectId, baseUrl).rest('GET', '/v1/memories')).status).toBe(403);
      }
      expect((await member.rest('GET', `/v1/projects/${owner.projectId}`)).status).toBe(404);
      expect((await member.rest('GET', '/auth/me')).body.workspaces).toEqual([]);
      const token = await invite(owner, { role: 'member' });
      expect((await member.rest('POST', '/v1/invitations/accept', { token })).status).toBe(200);
      expect((await member.in(owner.projectId).rest('GET', '/v1/memories')).status).toBe(200);
      expect((await callerFor(stage.product.baseUrl, key).tool('get_memories', {})).status).toBe(401);
      expect((await member.in(owner.projectId).rest('GET', '/v1/api-keys')).body.data).toEqual([]);
    });

    test('leave when they like', async () => {
      const owner = await newOwner(stage);
      const viewer = await newMember(stage, owner, 'viewer');
      expect((await viewer.rest('DELETE', memberPath(owner, viewer))).status).toBe(204);
      expect((await viewer.rest('GET', `/v1/workspaces/${owner.workspaceId}`)).status).toBe(404);
    });

    test('a workspace keeps an owner', async () => {
      const owner = await newOwner(stage);
      const leave = () => owner.rest('DELETE', memberPath(owner, owner));
      expect((await leave()).body).toMatchObject({ status: 409, code: 'conflict' });
      expect((await owner.rest('PATCH', memberPath(owner, owner), { role: 'admin' })).status).toBe(409);
      const heir = await newMember(stage, owner, 'member');
      expect((await owner.rest('PATCH', memberPath(owner, heir), { role: 'owner' })).status).toBe(200);
      expect((await leave()).status).toBe(204);
      expect((await heir.rest('DELETE', memberPath(owner, heir))).status).toBe(409);
    });

    test('two owners who step down at once leave one', async () => {
      const owner = await newOwner(stage);
      const second = await newMember(stage, owner, 'admin');
      await owner.rest('PATCH', memberPath(owner, second), { role: 'owner' });
      const down = await Promise.all([owner, second].map((one) => one.rest('PATCH', memberPath(owner, one), { role: 'member' })));
      expect(down.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    });

    test('change nobody beyond their own right', async () => {
      const owner = await newOwner(stage);
      const [admin, member, viewer, other] = await Promise.all([
        newMember(stage, owner, 'admin'),
        newMember(stage, owner, 'member'),
        newMember(stage, owner, 'viewer'),
        newMember(stage, owner, 'member'),
      ]);
      const change = async (by: Someone, whom: Someone, role: string) => (await by.rest('PATCH', memberPath(owner, whom), { role })).status;
      const remove = async (by: Someone, whom: Someone) => (await by.rest('DELETE', memberPath(owner, whom))).status;
      expect([await change(admin, admin, 'owner'), await change(admin, member, 'owner'), await change(admin, owner, 'viewer')]).toEqual([
        403, 403, 403,
      ]);
      expect([
        await change(member, member, 'admin'),
        await change(viewer, viewer, 'member'),
        await change(member, viewer, 'member'),
      ]).toEqual([403, 403, 403]);
      expect([await remove(admin, owner), await remove(member, other), await remove(viewer, member)]).toEqual([403, 403, 403]);
      expect([await change(admin, other, 'admin'), await remove(admin, other)]).toEqual([200, 204]);
      for (const role of ['king', '', null, 7]) {
        expect((await owner.rest('PATCH', memberPath(owner, member), { role })).status).toBe(400);
      }
    });

    test('of another workspace are as unknown as those that never were', async () => {
      const [owner, stranger] = await Promise.all([newOwner(stage), newOwner(stage)]);
      const member = await newMember(stage, owner, 'member');
      const unknown = randomUUID();
      const paths = (workspace: string, person: string) =>
        [
          ['GET', `/v1/workspaces/${workspace}`],
          ['PATCH', `/v1/workspaces/${workspace}`, { name: 'x' }],
          ['DELETE', `/v1/workspaces/${workspace}`],
          ['GET', `/v1/workspaces/${workspace}/members`],
          ['PATCH', `/v1/workspaces/${workspace}/members/${person}`, { role: 'viewer' }],
          ['DELETE', `/v1/workspaces/${workspace}/members/${person}`],
          ['GET', `/v1/workspaces/${workspace}/invitations`],
          ['POST', `/v1/workspaces/${workspace}/invitations`, { role: 'viewer' }],
          ['DELETE', `/v1/workspaces/${workspace}/invitations/${unknown}`],
          ['POST', '/v1/projects', { name: 'x', workspace_id: workspace }],
        ] as const;
      const foreign = paths(owner.workspaceId, member.id);
      for (const [at, [method, path, body]] of paths(unknown, unknown).entries()) {
        const [, foreignPath, foreignBody] = foreign[at] ?? [];
        const answers = [await stranger.rest(method, path, body), await stranger.rest(method, foreignPath ?? '', foreignBody)];
        expect([path, answers[0]?.status]).toEqual([path, 404]);
        const plain = answers.map((answer) => impersonal(answer, owner.workspaceId, member.id, unknown));
        expect(plain[1]).toEqual(plain[0]);
      }
      expect((await stranger.rest('PATCH', `/v1/workspaces/${stranger.workspaceId}/members/${member.id}`, { role: 'viewer' })).status).toBe(
        404,
      );
      expect((await owner.rest('GET', `/v1/workspaces/${owner.workspaceId}/members`)).body.data).toHaveLength(2);
    });
  });
};
