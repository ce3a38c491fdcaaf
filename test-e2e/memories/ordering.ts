import { beforeAll, describe, expect, test } from 'vitest';
import { callThrough, doors } from '../product/doors.ts';
import type { Project, Suite } from '../product/stage.ts';
import { remembered, save, type ShownMemory } from './remembered.ts';

const isoUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Newest first; of two of one moment, always in the same order. */
function isNewer(a: ShownMemory, b: ShownMemory): boolean {
  return a.created_at === b.created_at ? a.memory_id > b.memory_id : a.created_at > b.created_at;
}

export const orderingSuite: Suite = (stage) => {
  describe('the list of memories', () => {
    let project: Project;
    const saved: string[] = [];
    beforeAll(async () => {
      project = await stage.newProject();
      for (let at = 0; at < 30; at += 1) saved.push(await save(project.caller, `in turn ${at}`));
    });

    test('is newest first', async () => {
      expect((await remembered(project.caller)).map(({ memory_id: id }) => id)).toEqual(saved.toReversed());
    });

    test('stays as it is when a memory changes', async () => {
      await project.caller.tool('update_memory', { memory_id: saved[3], content: 'changed' });
      const list = await remembered(project.caller);
      expect(list.map(({ memory_id: id }) => id)).toEqual(saved.toReversed());
      const changed = list.find(({ memory_id: id }) => id === saved[3]);
      expect(changed).toMatchObject({ content: 'changed' });
      expect(changed?.updated_at.localeCompare(changed.created_at)).toBe(1);
    });

    test('has one order for what was saved in the same moment', async () => {
      const own = await stage.newProject();
      await Promise.all(Array.from({ length: 40 }, (_, at) => save(own.caller, `at once ${at}`)));
      const list = await remembered(own.caller);
      expect(list).toHaveLength(40);
      for (const [at, memory] of list.slice(1).entries()) expect(isNewer(list[at] as ShownMemory, memory)).toBe(true);
      const parts: ShownMemory[] = [];
      for (let offset = 0; offset < 40; offset += 7) {
        parts.push(...(await own.caller.tool('get_memories', { limit: 7, offset })).body.result.memories);
      }
      expect(parts).toEqual(list);
    });

    test('is the same through every door and over REST', async () => {
      const lists = await Promise.all(doors.map(async (door) => (await callThrough(door, project.caller, 'get_memories', {})).result));
      expect(lists[1]).toEqual(lists[0]);
      expect(lists[2]).toEqual(lists[0]);
      const { data } = (await project.caller.rest('GET', '/v1/memories')).body;
      // REST says more of a memory than the tools do.
      expect(data).toMatchObject(lists[0].memories.map(({ memory_id: id, ...rest }: { memory_id: string }) => ({ id, ...rest })));
    });

    test('shows every member of a memory', async () => {
      const { result } = await callThrough('plain', project.other, 'save_memory', { content: 'x', agent_id: 'a-1', agent_name: 'Ada' });
      expect(result).toEqual({ success: true, memory_id: expect.any(String), created_at: expect.stringMatching(isoUtc) });
      const [newest] = await remembered(project.caller);
      expect(newest).toEqual({
        memory_id: result.memory_id,
        content: 'x',
        agent_id: 'a-1',
        agent_name: 'Ada',
        created_at: result.created_at,
        updated_at: result.created_at,
      });
    });
  });

  test.each(doors)('a memory goes through its whole life by %s', async (door) => {
    const { caller } = await stage.newProject();
    const saved = (await callThrough(door, caller, 'save_memory', { content: 'first', agent_name: 'Bo' })).result;
    const page = (await callThrough(door, caller, 'get_memories', {})).result;
    expect(page).toMatchObject({ success: true, total: 1, limit: 50, offset: 0 });
    expect(page.memories).toMatchObject([{ memory_id: saved.memory_id, content: 'first', agent_name: 'Bo', agent_id: null }]);
    const { memory_id: id } = saved;
    const updated = (await callThrough(door, caller, 'update_memory', { memory_id: id, content: 'second' })).result;
    expect(updated).toEqual({ success: true, memory_id: id, updated_at: expect.stringMatching(isoUtc) });
    expect(await remembered(caller)).toMatchObject([{ content: 'second', updated_at: updated.updated_at }]);
    expect((await callThrough(door, caller, 'delete_memory', { memory_id: id })).result).toEqual({ success: true, memory_id: id });
    expect((await callThrough(door, caller, 'get_memories', {})).result).toMatchObject({ memories: [], total: 0 });
  });
};
