import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { total } from '../memories/remembered.ts';
import { callerFor } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';

const keyShape = /^cairn_[A-Za-z0-9_-]{48}$/;

export const apiKeySuite: Suite = (stage) => {
  describe('an API key', () => {
    test('is made by a person, shown once, and works at once at every process', async () => {
      const { session } = await stage.newProject();
      const made = await session.rest('POST', '/v1/api-keys', { name: 'laptop' });
      expect([made.status, made.headers.get('cache-control')]).toEqual([201, 'no-store']);
      const { key, ...shown } = made.body;
      expect(key).toMatch(keyShape);
      expect(shown).toMatchObject({
        id: expect.any(String),
        name: 'laptop',
        prefix: key.slice(0, shown.prefix.length),
        last4: key.slice(-4),
        created_at: expect.any(String),
        last_used_at: null,
      });
      expect(shown.prefix.length).toBeLessThan(20);
      for (const { baseUrl } of stage.products) expect(await total(callerFor(baseUrl, key))).toBe(0);
      const list = await session.rest('GET', '/v1/api-keys');
      expect(list.body.data.map(({ name }: { name: string }) => name)).toEqual(['laptop', expect.any(String), expect.any(String)]);
      expect(list.text).not.toContain(key);
      expect(list.text).not.toContain('"key"');
      expect(list.body.data[0]).toMatchObject({ ...shown, last_used_at: expect.any(String) });
    });

    test('is two keys when it is asked for twice', async () => {
      const { session } = await stage.newProject();
      const [first, second] = await Promise.all([1, 2].map(() => session.rest('POST', '/v1/api-keys', { name: 'same' })));
      expect(first?.body.key).not.toBe(second?.body.key);
      const names = (await session.rest('GET', '/v1/api-keys')).body.data.map(({ name }: { name: string }) => name);
      expect(names.filter((name: string) => name === 'same')).toHaveLength(2);
    });

    test('keeps its id when it is rotated, and its old secret is refused from the next request on', async () => {
      const { session, keyId, secret } = await stage.newProject();
      for (const { baseUrl } of stage.products) expect((await callerFor(baseUrl, secret).tool('get_memories', {})).status).toBe(200);
      const rotated = await session.rest('POST', `/v1/api-keys/${keyId}/rotate`);
      expect([rotated.status, rotated.body.id, rotated.headers.get('cache-control')]).toEqual([200, keyId, 'no-store']);
      expect(rotated.body.key).toMatch(keyShape);
      for (const { baseUrl } of stage.products) {
        expect((await callerFor(baseUrl, secret).tool('get_memories', {})).status).toBe(401);
        expect((await callerFor(baseUrl, rotated.body.key).tool('get_memories', {})).status).toBe(200);
      }
      const list = await session.rest('GET', '/v1/api-keys');
      expect(list.text).not.toContain(rotated.body.key);
      expect(list.body.data.find(({ id }: { id: string }) => id === keyId).last4).toBe(rotated.body.key.slice(-4));
    });

    test('that is revoked is gone from the list and cannot be rotated or revoked again', async () => {
      const { session, keyId } = await stage.newProject();
      expect((await session.rest('DELETE', `/v1/api-keys/${keyId}`)).status).toBe(204);
      expect((await session.rest('DELETE', `/v1/api-keys/${keyId}`)).body).toMatchObject({ status: 404, code: 'not_found' });
      expect((await session.rest('POST', `/v1/api-keys/${keyId}/rotate`)).status).toBe(404);
      expect((await session.rest('GET', '/v1/api-keys')).text).not.toContain(keyId);
    });

    test('manages no keys and no projects', async () => {
      const { caller, keyId, id } = await stage.newProject();
      for (const [method, path, body] of [
        ['GET', '/v1/api-keys', undefined],
        ['POST', '/v1/api-keys', { name: 'more' }],
        ['POST', `/v1/api-keys/${keyId}/rotate`, undefined],
        ['DELETE', `/v1/api-keys/${keyId}`, undefined],
        ['POST', '/v1/projects', { name: 'x', workspace_id: stage.person.workspaceId }],
        ['PATCH', `/v1/projects/${id}`, { name: 'x' }],
        ['DELETE', `/v1/projects/${id}`, undefined],
        ['POST', '/v1/workspaces', { name: 'x' }],
      ] as const) {
        expect([method, path, (await caller.rest(method, path, body)).body]).toMatchObject([
          method,
          path,
          { status: 403, code: 'forbidden' },
        ]);
      }
      expect(await total(caller)).toBe(0);
    });

    test('of another project is not there', async () => {
      const [home, away] = await Promise.all([stage.newProject(), stage.newProject()]);
      for (const id of [home.keyId, randomUUID()]) {
        expect((await away.session.rest('DELETE', `/v1/api-keys/${id}`)).status).toBe(404);
        expect((await away.session.rest('POST', `/v1/api-keys/${id}/rotate`)).status).toBe(404);
      }
      expect(await total(home.caller)).toBe(0);
    });

    test.each([{}, { name: '' }, { name: '  ' }, { name: 'x'.repeat(129) }, { name: 'a\nb' }, { name: 7 }, { name: 'x', key: 'y' }])(
      'is not made of %j',
      async (body) => {
        const { session } = await stage.newProject();
        expect((await session.rest('POST', '/v1/api-keys', body)).body).toMatchObject({ status: 400, code: 'invalid_params' });
      },
    );

    test('belongs to the project that its person names, and to none without', async () => {
      const { session } = await stage.newProject();
      const nowhere = callerFor(stage.product.baseUrl, session.secret);
      expect((await nowhere.rest('POST', '/v1/api-keys', { name: 'x' })).body).toMatchObject({
        status: 400,
        issues: [{ path: 'X-Service-Project-ID' }],
      });
      for (const project of [randomUUID(), 'x']) {
        expect((await nowhere.rest('POST', '/v1/api-keys', { name: 'x' }, { 'x-service-project-id': project })).body.status).toBe(403);
      }
    });

    test('may repeat its own project and name no other', async () => {
      const [home, away] = await Promise.all([stage.newProject(), stage.newProject()]);
      const get = (project: string) => home.caller.rest('GET', '/v1/memories', undefined, { 'x-service-project-id': project });
      expect((await get(home.id)).status).toBe(200);
      expect((await get(home.id.toUpperCase())).status).toBe(200);
      for (const project of [away.id, randomUUID(), 'x'])
        expect((await get(project)).body).toMatchObject({ status: 403, code: 'forbidden' });
      const plain = await home.caller.tool('get_memories', {}, { 'x-service-project-id': away.id });
      expect([plain.status, plain.body.error.data.error]).toEqual([403, 'forbidden']);
    });
  });
};
