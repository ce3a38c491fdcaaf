import type { Memory, MemoryIndex, MemoryNeighbourhood } from '@cairn/core';
import { expect, it } from 'vitest';
import { createUnindexedMemories } from './unindexed-memories.ts';

const owner = { projectId: 'p', userId: 'u' };

const memoryOf = (id: string, content: string, updatedAt = 't0'): Memory => ({
  id,
  content,
  scope: 'agent',
  agentId: null,
  agentName: null,
  sessionId: null,
  occurredAt: '2026-01-01T00:00:00.000Z',
  metadata: null,
  createdAt: 't0',
  updatedAt,
});

/** What is there, and what was asked of it. */
function store(there: Map<string, MemoryNeighbourhood>) {
  const asked: (readonly string[])[] = [];
  const index: Pick<MemoryIndex, 'neighbourhoods'> = {
    neighbourhoods: async (_owner, ids) => {
      asked.push(ids);
      return ids.flatMap((id) => there.get(id) ?? []);
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest of the port is not used here
  return { asked, index: index as MemoryIndex };
}

const alone = (memory: Memory, before: readonly Memory[] = []): MemoryNeighbourhood => ({ memory, before, after: undefined });

it('reads a memory once, with the words of those before it, as long as nothing changes', async () => {
  const { asked, index } = store(new Map([['a', alone(memoryOf('a', 'harbour'), [memoryOf('z', 'ships')])]]));
  const kept = createUnindexedMemories(1_000_000);
  const lookup = { unindexed: [{ id: 'a', updatedAt: 't0' }], changes: 1 };
  const [first] = await kept.read(index, owner, lookup);
  expect([...(first?.terms.counts.keys() ?? [])]).toEqual(expect.arrayContaining(['harbour', 'ship']));
  expect(await kept.read(index, owner, lookup)).toEqual([first]);
  expect(asked).toEqual([['a']]);
});

it('reads it again when it changed, and when any memory of the user did', async () => {
  const there = new Map([['a', alone(memoryOf('a', 'old'))]]);
  const { asked, index } = store(there);
  const kept = createUnindexedMemories(1_000_000);
  await kept.read(index, owner, { unindexed: [{ id: 'a', updatedAt: 't0' }], changes: 1 });
  there.set('a', alone(memoryOf('a', 'new', 't1')));
  const [changed] = await kept.read(index, owner, { unindexed: [{ id: 'a', updatedAt: 't1' }], changes: 1 });
  expect(changed?.memory.content).toBe('new');
  await kept.read(index, owner, { unindexed: [{ id: 'a', updatedAt: 't1' }], changes: 2 });
  expect(asked).toHaveLength(3);
});

it('leaves out what is gone, in the order asked, and reads many in parts', async () => {
  const ids = Array.from({ length: 300 }, (_, i) => `m${i}`);
  const { asked, index } = store(new Map(ids.slice(1).map((id) => [id, alone(memoryOf(id, id))])));
  const found = await createUnindexedMemories(10_000_000).read(index, owner, {
    unindexed: ids.map((id) => ({ id, updatedAt: 't0' })),
    changes: 0,
  });
  expect(found.map(({ memory }) => memory.id)).toEqual(ids.slice(1));
  expect(asked.map(({ length }) => length)).toEqual([128, 128, 44]);
});

it('keeps within its bytes, and still answers', async () => {
  const content = 'word '.repeat(200);
  const ids = ['a', 'b', 'c'];
  const { asked, index } = store(new Map(ids.map((id) => [id, alone(memoryOf(id, content))])));
  const kept = createUnindexedMemories(3000);
  const lookup = { unindexed: ids.map((id) => ({ id, updatedAt: 't0' })), changes: 0 };
  for (let round = 0; round < 2; round++) expect(await kept.read(index, owner, lookup)).toHaveLength(3);
  expect(asked).toHaveLength(2);
});
