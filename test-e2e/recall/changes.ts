import { describe, expect, test } from 'vitest';
import type { Suite } from '../product/stage.ts';
import { contentsFound, indexed, indexFaults, remember } from './found.ts';

/** Whether the worker has had the time to index a memory when it is changed. */
const moments = ['right after it was saved', 'after it was indexed'] as const;

export const changesSuite: Suite = (stage) => {
  const until = async (moment: (typeof moments)[number], projectId: string): Promise<void> => {
    if (moment === 'after it was indexed') await indexed(stage, projectId);
  };

  describe.each(moments)('a memory changed %s', (moment) => {
    test('is found by its new words at once and by its old ones no more, in no lookup that there is', async () => {
      const { id: projectId, caller } = await stage.newProject();
      const id = await remember(caller, 'works at Acme');
      await until(moment, projectId);
      expect(await contentsFound(caller, 'acme')).toEqual(['works at Acme']);
      await caller.tool('update_memory', { memory_id: id, content: 'works at Beta' });
      for (let round = 0; round < 2; round++) {
        expect(await contentsFound(caller, 'acme')).toEqual([]);
        expect(await contentsFound(caller, 'beta')).toEqual(['works at Beta']);
        const context = await caller.rest('POST', '/v1/context', { task: 'Where does he work, Acme or Beta?' });
        expect(context.body.items.map(({ text }: { text: string }) => text)).toEqual(['works at Beta']);
        await until('after it was indexed', projectId);
      }
      expect(await indexFaults(stage)).toEqual([]);
    });

    test('leaves none of its words with those that stood beside it', async () => {
      const { id: projectId, caller } = await stage.newProject();
      const beside = { session_id: 's', agent_name: 'Ada' };
      const first = await remember(caller, 'secret plan Barbarossa', beside);
      const second = await remember(caller, 'tell nobody of it', beside);
      await remember(caller, 'nor of the rest', beside);
      await until(moment, projectId);
      expect(await contentsFound(caller, 'barbarossa')).toHaveLength(3);
      await caller.rest('PATCH', `/v1/memories/${first}`, { content: 'a harmless plan' });
      expect(await contentsFound(caller, 'barbarossa')).toEqual([]);
      expect(await contentsFound(caller, 'harmless')).toHaveLength(3);
      await caller.rest('DELETE', `/v1/memories/${first}`);
      expect(await contentsFound(caller, 'harmless')).toEqual([]);
      expect(await contentsFound(caller, 'nobody')).toEqual(['tell nobody of it', 'nor of the rest']);
      await caller.rest('DELETE', `/v1/memories/${second}`);
      expect(await contentsFound(caller, 'nobody')).toEqual([]);
      await until('after it was indexed', projectId);
      expect(await contentsFound(caller, 'rest')).toEqual(['nor of the rest']);
      expect(await indexFaults(stage)).toEqual([]);
    });

    test('is gone from every answer when it is deleted', async () => {
      const { id: projectId, caller } = await stage.newProject();
      const id = await remember(caller, 'remember the milk');
      await until(moment, projectId);
      await caller.tool('delete_memory', { memory_id: id });
      expect(await contentsFound(caller, 'milk')).toEqual([]);
      expect((await caller.rest('POST', '/v1/context', { task: 'milk' })).body).toEqual({ items: [], tokens: 0 });
      await until('after it was indexed', projectId);
      expect(await contentsFound(caller, 'milk')).toEqual([]);
      expect(await indexFaults(stage)).toEqual([]);
    });

    test('keeps its words when only its metadata changes', async () => {
      const { id: projectId, caller } = await stage.newProject();
      const id = await remember(caller, 'steady words', { metadata: { a: 1 } });
      await until(moment, projectId);
      const patched = await caller.rest('PATCH', `/v1/memories/${id}`, { metadata: { a: 2 } });
      expect(patched.body).toMatchObject({ content: 'steady words', metadata: { a: 2 } });
      expect(await contentsFound(caller, 'steady')).toEqual(['steady words']);
      const found = await caller.rest('POST', '/v1/memories/search', { query: 'steady' });
      expect(found.body.data).toMatchObject([{ metadata: { a: 2 } }]);
    });
  });

  test('many updates and deletes at once leave one truth', async () => {
    const { id: projectId, caller } = await stage.newProject();
    const ids = await Promise.all(Array.from({ length: 12 }, (_, i) => remember(caller, `stale fact ${i}`, { session_id: 'storm' })));
    await Promise.all(
      ids.flatMap((id, i) => [
        caller.tool('update_memory', { memory_id: id, content: `fresh fact ${i}` }),
        ...(i % 3 === 0 ? [caller.tool('delete_memory', { memory_id: id })] : []),
        caller.rest('POST', '/v1/memories/search', { query: 'fact' }),
      ]),
    );
    for (let round = 0; round < 2; round++) {
      expect(await contentsFound(caller, 'stale')).toEqual([]);
      expect(await contentsFound(caller, 'fresh', { limit: 50 })).toHaveLength(8);
      await until('after it was indexed', projectId);
    }
    expect(await indexFaults(stage)).toEqual([]);
  });
};
