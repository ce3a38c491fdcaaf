import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { save } from '../memories/remembered.ts';
import type { Suite } from '../product/stage.ts';

interface Entry {
  readonly seq: number;
  readonly action: string;
  readonly outcome: string;
}

export const entrySuite: Suite = (stage) => {
  describe('the audit of a project', () => {
    test('is valid while there is nothing in it', async () => {
      const { caller } = await stage.newProject();
      const { status, body } = await caller.rest('GET', '/v1/audit/verify');
      // The two keys of the project are all that happened.
      expect([status, body]).toEqual([200, { valid: true, entries: 2, head: { seq: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) } }]);
      const made = await stage.person.makeProject('without anything');
      expect((await stage.person.in(made).rest('GET', '/v1/audit/verify')).body).toEqual({
        valid: true,
        entries: 0,
        head: { seq: 0, hash: '0'.repeat(64) },
      });
    });

    test('tells who did what, with what came of it, and never what was said', async () => {
      const { caller, other, keyId } = await stage.newProject();
      const secret = `word${randomUUID()}`;
      const id = await save(caller, secret);
      await other.tool('delete_memory', { memory_id: id });
      await caller.tool('update_memory', { memory_id: randomUUID(), content: secret });
      const { status, body, text } = await caller.rest('GET', '/v1/audit?action=memory');
      expect(status).toBe(200);
      expect(body.data).toMatchObject([
        { seq: 3, action: 'memory.save', outcome: 'done', target: id, credential_id: keyId, credential_kind: 'api_key' },
        { seq: 4, action: 'memory.delete', outcome: 'not_owned', target: id },
        { seq: 5, action: 'memory.update', outcome: 'not_found' },
      ]);
      expect(text).not.toContain(secret);
    });

    test('is read in pages, in both directions, by any of its filters', async () => {
      const { caller, keyId, session } = await stage.newProject();
      for (let n = 0; n < 4; n += 1) await save(caller, `note ${n}`);
      const walked: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body }: { body: { data: Entry[]; next_cursor: string | null } } = await caller.rest(
          'GET',
          `/v1/audit?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        walked.push(...body.data.map(({ seq }) => seq));
        cursor = body.next_cursor;
      }
      expect(walked).toEqual([1, 2, 3, 4, 5, 6]);
      const numbers = async (query: string) =>
        ((await session.rest('GET', `/v1/audit?${query}`)).body.data as Entry[]).map(({ seq }) => seq);
      expect(await numbers('after=4')).toEqual([5, 6]);
      expect(await numbers('order=desc&limit=2')).toEqual([6, 5]);
      expect(await numbers(`actor=${keyId}&outcome=done`)).toEqual([3, 4, 5, 6]);
      expect(await numbers('action=api_key.create')).toEqual([1, 2]);
      expect(await numbers('to=2020-01-01')).toEqual([]);
      expect(await numbers('from=2020-01-01T00:00:00Z&limit=1')).toEqual([1]);
    });

    test.each(['limit=0', 'after=-1', 'from=yesterday', 'order=up', 'cursor=abc', 'who=me'])('refuses %s', async (query) => {
      const { caller } = await stage.newProject();
      expect((await caller.rest('GET', `/v1/audit?${query}`)).status).toBe(400);
    });

    test('takes no change from anybody', async () => {
      const { caller, session } = await stage.newProject();
      for (const who of [caller, session]) {
        for (const method of ['PATCH', 'DELETE', 'PUT', 'POST']) {
          for (const path of ['/v1/audit', `/v1/audit/${randomUUID()}`]) {
            expect([404, 405]).toContain((await who.rest(method, path, method === 'DELETE' ? undefined : {})).status);
          }
        }
      }
      expect((await caller.rest('GET', '/v1/audit/verify')).body).toMatchObject({ valid: true, entries: 2 });
    });

    test('shows nothing of another project', async () => {
      const [home, away] = await Promise.all([stage.newProject(), stage.newProject()]);
      const id = await save(home.caller, 'mine');
      for (const path of ['/v1/audit', '/v1/audit/export']) {
        const { text } = await away.caller.rest('GET', path);
        expect(text).not.toContain(id);
        expect(text).not.toContain(home.keyId);
      }
    });
  });

  test("the audit of a workspace is its people's, and is valid", async () => {
    const { body: me } = await stage.person.in(await stage.person.makeProject('p')).rest('GET', '/v1/workspaces');
    const { id } = me.data[0];
    const session = stage.person.in(await stage.person.makeProject('another'));
    const { body } = await session.rest('GET', `/v1/workspaces/${id}/audit?action=project.create&order=desc&limit=1`);
    expect(body.data).toMatchObject([{ action: 'project.create', outcome: 'done', workspace_id: id, credential_kind: 'session' }]);
    expect((await session.rest('GET', `/v1/workspaces/${id}/audit/verify`)).body).toMatchObject({ valid: true });
    expect((await session.rest('GET', `/v1/workspaces/${randomUUID()}/audit/verify`)).status).toBe(404);
    expect((await (await stage.newProject()).caller.rest('GET', `/v1/workspaces/${id}/audit`)).status).toBe(403);
  });
};
