import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newKey, newMember, newOwner } from '../accounts/people.ts';
import { callerFor } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';

export const countedSuite: Suite = (stage) => {
  describe('the usage of a project', () => {
    test(
      'counts requests and calls by credential, over every process, with the room left and what is stored',
      { timeout: 60_000 },
      async () => {
        const project = await stage.newProject();
        const { caller, keyId } = project;
        const each = stage.products.map(({ baseUrl }) => callerFor(baseUrl, project.secret));
        for (const one of each) {
          await one.tool('save_memory', { content: 'a' });
          await one.mcp('save_memory', { content: 'b' });
          await one.modern('get_memories', {});
          await one.rest('GET', '/v1/memories');
        }
        const asked = each.length * 4;
        // Those of one process may be there before those of the other.
        const counted = async () => {
          const { buckets } = (await project.session.rest('GET', '/v1/usage')).body;
          const own = buckets.filter((bucket: { credential_id: string }) => bucket.credential_id === keyId);
          const sums: Record<string, number> = {};
          for (const { counted: what, name, count } of own) sums[`${what} ${name}`] = (sums[`${what} ${name}`] ?? 0) + count;
          return sums;
        };
        await expect.poll(counted, { timeout: 40_000, interval: 1_000 }).toEqual({
          'request tools_call': each.length,
          'request mcp': each.length * 2,
          'request memories': each.length,
          'tool save_memory': each.length * 2,
          'tool get_memories': each.length,
        });
        const { buckets: days } = (await project.session.rest('GET', '/v1/usage?step=day')).body;
        const calls = days.filter(({ name }: { name: string }) => name === 'save_memory');
        expect(calls.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(each.length * 2);
        expect(days.every(({ hour }: { hour: string }) => hour.endsWith('T00:00:00.000Z'))).toBe(true);
        const { status, body } = await caller.rest('GET', '/v1/usage');
        expect(status).toBe(200);
        const found = body.credentials.find(({ credential_id: id }: { credential_id: string }) => id === keyId);
        expect(found).toMatchObject({ credential_kind: 'api_key', requests: asked, limited: 0 });
        const { limit, remaining, reset } = found.rate_limit;
        // The request that asks is counted in the limit already.
        expect(limit - remaining).toBe(asked + 1);
        expect(reset).toBeGreaterThan(3000);
        expect(body.storage).toEqual({ memories: each.length * 2, documents: 0, original_bytes: 0 });
        expect(body.queue).toMatchObject({ documents_waiting: 0, documents_in_work: 0, oldest_seconds: null });
        expect(body.searchable_lag).toEqual({ documents: 0, median_seconds: null, greatest_seconds: null });
        // Its name is for people who manage keys, and known of a key that is gone as well.
        const nameFor = async (who: typeof caller): Promise<unknown> =>
          (await who.rest('GET', '/v1/usage')).body.credentials.find(({ credential_id: id }: { credential_id: string }) => id === keyId)
            .name;
        const { name: called } = (await project.session.rest('GET', '/v1/api-keys')).body.data.find(
          ({ id }: { id: string }) => id === keyId,
        );
        expect([await nameFor(project.session), await nameFor(caller)]).toEqual([called, null]);
        expect((await project.session.rest('DELETE', `/v1/api-keys/${keyId}`)).status).toBe(204);
        expect(await nameFor(project.session)).toBe(called);
        const elsewhere = (await (await stage.newProject()).caller.rest('GET', '/v1/usage')).body;
        expect([elsewhere.credentials, elsewhere.buckets, elsewhere.storage.memories]).toEqual([[], [], 0]);
      },
    );

    test('measures how long a document took to be searchable', { timeout: 60_000 }, async () => {
      const { caller } = await stage.newProject();
      const form = new FormData();
      form.append('file', new Blob(['the harbour is deep'], { type: 'text/plain' }), 'harbour.txt');
      const uploaded = await fetch(`${caller.baseUrl}/v1/knowledge/documents`, {
        method: 'POST',
        headers: { authorization: `Bearer ${caller.secret}` },
        body: form,
      });
      expect(uploaded.status).toBeLessThan(300);
      const usage = async () => (await caller.rest('GET', '/v1/usage')).body;
      await expect.poll(async () => (await usage()).searchable_lag.documents, { timeout: 40_000, interval: 300 }).toBe(1);
      const { searchable_lag: lag, storage } = await usage();
      expect(lag.median_seconds).toBeGreaterThan(0);
      expect(lag.greatest_seconds).toBe(lag.median_seconds);
      expect(storage).toMatchObject({ documents: 1, original_bytes: 19 });
    });

    test.each([
      ['from=soon', 'from', /ISO 8601/],
      ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'from', /before to/],
      ['from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z', 'from', /35 days/],
      ['step=week', 'step', /./],
      ['since=2026-01-01', 'since', /accepted are from, to, step/],
    ])('refuses %s and says why', async (query, path, message) => {
      const { caller } = await stage.newProject();
      const { status, body } = await caller.rest('GET', `/v1/usage?${query}`);
      expect(status).toBe(400);
      expect(body.issues).toContainEqual({ path, message: expect.stringMatching(message) });
    });

    test('is for any member and for keys of the project, and for nobody else', async () => {
      const owner = await newOwner(stage);
      const viewer = await newMember(stage, owner, 'viewer');
      const key = callerFor(stage.product.baseUrl, await newKey(owner, owner.projectId));
      for (const caller of [owner.in(owner.projectId), viewer.in(owner.projectId), key]) {
        expect((await caller.rest('GET', '/v1/usage')).status).toBe(200);
      }
      const stranger = await newOwner(stage);
      const unknown = await stranger.in(randomUUID()).rest('GET', '/v1/usage');
      const foreign = await stranger.in(owner.projectId).rest('GET', '/v1/usage');
      expect([foreign.status, foreign.body.code]).toEqual([unknown.status, unknown.body.code]);
      expect([403, 404]).toContain(foreign.status);
    });
  });
};
