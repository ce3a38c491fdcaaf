import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../product/caller.ts';
import type { Project, Suite } from '../product/stage.ts';

const list = (caller: Caller, filter: unknown, rest = '') =>
  caller.rest('GET', `/v1/memories?metadata=${encodeURIComponent(typeof filter === 'string' ? filter : JSON.stringify(filter))}${rest}`);

export const metadataSuite: Suite = (stage) => {
  describe('memories by their metadata', () => {
    let home: Project;
    let ids: Readonly<Record<string, string>>;
    beforeAll(async () => {
      home = await stage.newProject();
      const made: Record<string, string> = {};
      for (const [name, metadata] of [
        ['green', { topic: 'tea', cups: 2, tags: ['hot', 'plain'] }],
        ['black', { topic: 'tea', cups: '2', tags: ['hot'], agent: { topic: 'coffee' } }],
        ['mocha', { topic: 'coffee', cups: 2 }],
        ['water', undefined],
      ] as const) {
        const body = { content: `a word on ${name} drinks`, ...(metadata && { metadata }) };
        made[name] = (await home.caller.rest('POST', '/v1/memories', body)).body.id;
      }
      ids = made;
    });
    const named = (...names: string[]) => names.map((name) => ids[name]);
    const cases: readonly (readonly [object, readonly string[]])[] = [
      [{ topic: 'tea' }, ['black', 'green']],
      [{ topic: 'tea', cups: 2 }, ['green']],
      [{ cups: '2' }, ['black']],
      [{ tags: 'hot' }, ['black', 'green']],
      [{ tags: 'plain', topic: 'tea' }, ['green']],
      [{ agent: 'coffee' }, []],
      [{ topic: 'Tea' }, []],
    ];

    test('are listed, with no more and no less', async () => {
      for (const [filter, names] of cases) {
        const { status, body } = await list(home.other, filter);
        expect(status).toBe(200);
        expect([filter, body.data.map(({ id }: { id: string }) => id)]).toEqual([filter, named(...names)]);
      }
    });

    test('are listed in pages that keep to the filter', async () => {
      const first = (await list(home.caller, { topic: 'tea' }, '&limit=1')).body;
      const rest = (await list(home.caller, { topic: 'tea' }, `&limit=1&cursor=${first.next_cursor}`)).body;
      expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(named('black', 'green'));
      expect(rest.next_cursor).toBeNull();
      expect((await list(home.caller, { topic: 'coffee' }, `&cursor=${first.next_cursor}`)).status).toBe(400);
    });

    test('are found by searches and stand in contexts, and no others', async () => {
      for (const [metadata, names] of cases) {
        const { body } = await home.caller.rest('POST', '/v1/memories/search', { query: 'a word on drinks', metadata });
        expect([metadata, new Set(body.data.map(({ id }: { id: string }) => id))]).toEqual([metadata, new Set(named(...names))]);
        const context = (await home.caller.rest('POST', '/v1/context', { task: 'a word on drinks', metadata })).body;
        const items = context.items.filter(({ kind }: { kind: string }) => kind === 'memory').map(({ id }: { id: string }) => id);
        for (const id of items) expect(named(...names)).toContain(id);
        expect(items.length > 0).toBe(names.length > 0);
      }
    });

    test('are those of the metadata that they have now', async () => {
      const { body: memory } = await home.caller.rest('POST', '/v1/memories', { content: 'a draft', metadata: { state: 'draft' } });
      const path = `/v1/memories/${memory.id}`;
      const found = async (state: string) => (await list(home.caller, { state })).body.data.map(({ id }: { id: string }) => id);
      await home.session.rest('PATCH', path, { metadata: { state: 'final' } });
      expect([await found('draft'), await found('final')]).toEqual([[], [memory.id]]);
      await home.session.rest('POST', `${path}/restore`, { version: 1 });
      expect([await found('draft'), await found('final')]).toEqual([[memory.id], []]);
      await home.session.rest('DELETE', path);
      expect(await found('draft')).toEqual([]);
    });

    test("are another project's to nobody", async () => {
      const foreign = await stage.newProject();
      expect((await list(foreign.caller, { topic: 'tea' })).body.data).toEqual([]);
    });

    test.each([
      ['no JSON', 'topic=tea'],
      ['no object', '"tea"'],
      ['a list', '["tea"]'],
      ['nothing', '{}'],
      ['an object in it', '{"a":{"b":1}}'],
      ['a list in it', '{"a":[1]}'],
      ['too many members', JSON.stringify(Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`m${i}`, i])))],
      ['half of a surrogate pair', '{"a":"\\ud800"}'],
    ])('are not asked for with %s', async (_fault, filter) => {
      const { status, body } = await list(home.caller, filter);
      expect([status, body.code, body.issues?.[0]?.path.split('.')[0]]).toEqual([400, 'invalid_params', 'metadata']);
    });
  });
};
