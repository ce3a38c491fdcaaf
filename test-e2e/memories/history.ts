import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../product/caller.ts';
import type { Project, Suite } from '../product/stage.ts';
import { save } from './remembered.ts';

const historyOf = (caller: Caller, id: string, query = '') => caller.rest('GET', `/v1/memories/${id}/history${query}`);
const restore = (caller: Caller, id: string, version: unknown) => caller.rest('POST', `/v1/memories/${id}/restore`, { version });

export const historySuite: Suite = (stage) => {
  describe('the history of a memory', () => {
    let home: Project;
    let foreign: Project;
    beforeAll(async () => {
      [home, foreign] = await Promise.all([stage.newProject(), stage.newProject()]);
    });

    /** A memory that said `texts` one after another. */
    async function changed(...[first = '', ...texts]: readonly string[]): Promise<string> {
      const id = await save(home.caller, first);
      for (const content of texts) expect((await home.caller.rest('PATCH', `/v1/memories/${id}`, { content })).status).toBe(200);
      return id;
    }

    test('has every text that it had, by whatever door it was changed, newest first', async () => {
      const id = await changed('first', 'second');
      await home.caller.tool('update_memory', { memory_id: id, content: 'third' });
      await home.session.rest('PATCH', `/v1/memories/${id}`, { metadata: { mood: 'calm' } });
      const { status, body } = await historyOf(home.other, id);
      expect(status).toBe(200);
      expect(body.next_cursor).toBeNull();
      expect(body.data).toMatchObject([
        { version: 4, content: 'third', metadata: { mood: 'calm' }, changed_by: { kind: 'session' }, current: true },
        { version: 3, content: 'third', metadata: null, changed_by: { kind: 'api_key', credential_id: home.keyId }, current: false },
        { version: 2, content: 'second', current: false },
        { version: 1, content: 'first', restored_from: null, current: false },
      ]);
      const memory = (await home.caller.rest('GET', `/v1/memories/${id}`)).body;
      expect(body.data.at(-1).created_at).toBe(memory.created_at);
      expect(body.data[0].created_at).toBe(memory.updated_at);
    });

    test('comes in pages that neither repeat nor skip, although it grows meanwhile', async () => {
      const id = await changed('1', '2', '3', '4', '5');
      const seen: number[] = [];
      for (let cursor = ''; ;) {
        const { body } = await historyOf(home.caller, id, `?limit=2${cursor}`);
        seen.push(...body.data.map(({ version }: { version: number }) => version));
        if (body.next_cursor === null) break;
        cursor = `&cursor=${body.next_cursor}`;
        await home.caller.rest('PATCH', `/v1/memories/${id}`, { content: 'meanwhile' });
      }
      expect(seen).toEqual([5, 4, 3, 2, 1]);
      const foreignCursor = (await historyOf(home.caller, id, '?limit=1')).body.next_cursor;
      expect((await historyOf(home.caller, await changed('a', 'b'), `?cursor=${foreignCursor}`)).body.status).toBe(400);
    });

    test('gives a text back as a new version, found by searches at once', async () => {
      const id = await changed('the otters sleep', 'the herons wake');
      const { status, body } = await restore(home.caller, id, 1);
      expect(status).toBe(200);
      expect(body).toMatchObject({ id, content: 'the otters sleep' });
      expect((await historyOf(home.caller, id)).body.data).toMatchObject([
        { version: 3, restored_from: 1, current: true },
        { version: 2 },
        { version: 1 },
      ]);
      const found = async (query: string) =>
        (await home.caller.rest('POST', '/v1/memories/search', { query })).body.data.map((memory: { id: string }) => memory.id);
      expect(await found('otters')).toContain(id);
      expect(await found('herons')).not.toContain(id);
    });

    test('is restored by whoever may change the memory', async () => {
      const id = await changed('mine', 'mine still');
      expect((await restore(home.other, id, 1)).body).toMatchObject({ status: 403, code: 'forbidden' });
      for (const target of [id, randomUUID()]) {
        expect((await restore(foreign.caller, target, 1)).body).toMatchObject({ status: 404, code: 'not_found' });
        expect((await historyOf(foreign.caller, target)).body).toMatchObject({ status: 404, code: 'not_found' });
      }
      expect((await restore(home.session, id, 1)).body).toMatchObject({ content: 'mine' });
    });

    test('has no version that never was, and none of a wrong form', async () => {
      const id = await changed('one', 'two');
      expect((await restore(home.caller, id, 7)).body).toMatchObject({ status: 404, code: 'not_found' });
      for (const version of [0, -1, 1.5, 'one', null, 3_000_000_000]) {
        const { body } = await restore(home.caller, id, version);
        expect([version, body.status]).toEqual([version, version === 3_000_000_000 ? 404 : 400]);
      }
      expect((await historyOf(home.caller, id)).body.data).toHaveLength(2);
    });

    test('goes with the memory', async () => {
      const id = await changed('one', 'two');
      expect((await home.caller.rest('DELETE', `/v1/memories/${id}`)).status).toBe(204);
      expect((await historyOf(home.caller, id)).status).toBe(404);
      expect((await restore(home.caller, id, 1)).status).toBe(404);
    });
  });
};
