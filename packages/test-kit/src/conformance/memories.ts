import { randomUUID } from 'node:crypto';
import {
  type ImportedMemory,
  deleteMemory,
  listMemoryVersions,
  newId,
  restoreMemory,
  updateMemory,
  type Actor,
  type Memory,
  type MemoryRestore,
  type MetadataFilter,
  type MemoryChange,
  type MemoryFilter,
} from '@cairn/core';
import { describe, expect, test } from 'vitest';
import type { Stage } from './suite.ts';
import { agentsOfMemories } from './agents-of-memories.ts';
import { walksOfTimes } from './walks-of-times.ts';

/** What a memory is when nothing was said of it. */
const plain = { scope: 'agent', sessionId: null, metadata: null } as const;

/** When a write that was done took effect. */
const timeOf = (write: MemoryRestore): string => (write.outcome === 'done' ? write.at : write.outcome);

/** What every MemoryRepository keeps to. */
export function memoryConformance(stage: Stage): void {
  describe('memories', () => {
    const save = (content: string, by = stage.cast.a) => stage.ports.stores.memories.save(by, { content });
    const page = (limit = 200, offset = 0, by = stage.cast.a) => stage.ports.stores.memories.page(by, { limit, offset });

    test('a saved memory is the first of the next page, exactly as it was sent', async () => {
      const content = 'naïve 日本語 😀 \u202eRTL\u202c\r\n tab\t "quotes" \\ ';
      const { id, createdAt } = await stage.ports.stores.memories.save(stage.cast.a, { content, agentId: 'agent-1', agentName: 'Ada ✓' });
      const [first] = (await page(1)).items;
      expect(first).toEqual({
        ...plain,
        id,
        content,
        agentId: 'agent-1',
        agentName: 'Ada ✓',
        occurredAt: createdAt,
        createdAt,
        updatedAt: createdAt,
      });
      expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    });

    test('scope, session, time and metadata come back as they were given, in pages, walks and alone', async () => {
      const { memories } = stage.ports.stores;
      const given = {
        content: 'all of it',
        scope: 'system',
        sessionId: 'session ✓',
        occurredAt: '1969-07-20T20:17:40.000Z',
        metadata: { nested: { list: [1, 'zwei', null], ключ: '值' } },
      } as const;
      const { id, createdAt } = await memories.save(stage.cast.a, given);
      const expected = { id, ...given, agentId: null, agentName: null, createdAt, updatedAt: createdAt };
      expect(await memories.get(stage.cast.a, id)).toEqual(expected);
      expect((await page(1)).items).toEqual([expected]);
      expect(await memories.walk(stage.cast.a, { limit: 1 })).toEqual([expected]);
    });

    test('an update changes what it names: content, metadata, or both', async () => {
      const { memories } = stage.ports.stores;
      const { id } = await memories.save(stage.cast.a, { content: 'one', metadata: { a: 1 } });
      const after = async (change: MemoryChange) => {
        expect((await memories.update(stage.cast.a, id, change)).outcome).toBe('done');
        const { content, metadata } = (await memories.get(stage.cast.a, id)) ?? {};
        return { content, metadata };
      };
      expect(await after({ content: 'two' })).toEqual({ content: 'two', metadata: { a: 1 } });
      expect(await after({ metadata: { b: 2 } })).toEqual({ content: 'two', metadata: { b: 2 } });
      expect(await after({ content: 'three', metadata: null })).toEqual({ content: 'three', metadata: null });
    });

    test('two updates of one memory never bear the same time', async () => {
      const { memories } = stage.ports.stores;
      const { id } = await save('restless');
      const times = new Set<string>();
      for (let i = 0; i < 20; i++) times.add(((await memories.update(stage.cast.a, id, { content: `${i}` })) as { at: string }).at);
      expect(times.size).toBe(20);
    });

    test('a walk keeps to a scope, an agent, a session, and all of them together', async () => {
      const { memories } = stage.ports.stores;
      const kinds = [
        { scope: 'system', agentId: 'w1', sessionId: 's1' },
        { scope: 'agent', agentId: 'w1', sessionId: 's2' },
        { scope: 'system', agentId: 'w2', sessionId: 's1' },
      ] as const;
      const made: { id: string; kind: (typeof kinds)[number] }[] = [];
      for (let i = 0; i < 12; i++) {
        const kind = kinds[i % 3] ?? kinds[0];
        made.unshift({ id: (await memories.save(stage.cast.a, { content: `walk ${i}`, ...kind })).id, kind });
      }
      const filters: readonly MemoryFilter[] = [
        { scope: 'system', agentId: 'w1' },
        { agentId: 'w1' },
        { sessionId: 's1' },
        { scope: 'agent', sessionId: 's2' },
        { agentId: 'w1', sessionId: 's1', scope: 'agent' },
      ];
      for (const filter of filters) {
        const expected = made.filter(({ kind }) =>
          Object.entries(filter).every(([name, value]) => kind[name as keyof typeof kind] === value),
        );
        const seen: string[] = [];
        for (let after: Memory | undefined; ;) {
          const part = await memories.walk(stage.cast.a, { limit: 3, after }, filter);
          seen.push(...part.map((memory) => memory.id));
          if (part.length < 3) break;
          after = part.at(-1);
        }
        expect(seen).toEqual(expected.map(({ id }) => id));
      }
    });

    test('a walk keeps to the members of the metadata, each with its very value', async () => {
      const { memories } = stage.ports.stores;
      const run = randomUUID();
      const kinds = [
        { metadata: { run, topic: 'tea', n: 1, tags: ['a', 'b'] }, agentId: 'w1' },
        { metadata: { run, topic: 'tea', n: '1', done: true } },
        { metadata: { run, topic: 'coffee', n: 1, tags: ['b'], deep: { topic: 'tea' } } },
        { metadata: { run, topic: null } },
        {},
      ] as const;
      const ids: string[] = [];
      for (let i = 0; i < 15; i++) ids.unshift((await memories.save(stage.cast.a, { content: `kind ${i}`, ...kinds[i % 5] })).id);
      const ofKinds = (...wanted: number[]) => ids.filter((_, at) => wanted.includes((14 - at) % 5));
      const cases: readonly [MemoryFilter, readonly string[]][] = [
        [{ metadata: { run } }, ofKinds(0, 1, 2, 3)],
        [{ metadata: { run, topic: 'tea' } }, ofKinds(0, 1)],
        [{ metadata: { run, topic: 'tea' }, agentId: 'w1' }, ofKinds(0)],
        [{ metadata: { n: 1, run } }, ofKinds(0, 2)],
        [{ metadata: { n: '1', run } }, ofKinds(1)],
        [{ metadata: { run, tags: 'b' } }, ofKinds(0, 2)],
        [{ metadata: { run, done: true } }, ofKinds(1)],
        [{ metadata: { run, topic: null } }, ofKinds(3)],
        [{ metadata: { run, topic: 'water' } }, []],
        [{ metadata: { run }, scope: 'system' }, []],
      ];
      for (const [filter, expected] of cases) {
        const seen: string[] = [];
        for (let after: Memory | undefined; ;) {
          const part = await memories.walk(stage.cast.a2, { limit: 2, after }, filter);
          seen.push(...part.map((memory) => memory.id));
          if (part.length < 2) break;
          after = part.at(-1);
        }
        expect([filter, seen]).toEqual([filter, expected]);
        expect(await memories.walk(stage.cast.b, { limit: 10 }, filter)).toEqual([]);
      }
    });

    walksOfTimes(stage);
    agentsOfMemories(stage);

    test('a memory is found by the metadata that it has, through changes, restores and its end', async () => {
      const { memories } = stage.ports.stores;
      const topic = randomUUID();
      const { id } = await memories.save(stage.cast.a, { content: 'x', metadata: { topic, state: 'new' } });
      const found = async (metadata: MetadataFilter) =>
        (await memories.walk(stage.cast.a, { limit: 10 }, { metadata })).map((memory) => memory.id);
      await memories.update(stage.cast.a, id, { content: 'y' });
      expect(await found({ topic, state: 'new' })).toEqual([id]);
      await memories.update(stage.cast.a, id, { metadata: { topic, state: 'old' } });
      expect([await found({ topic, state: 'new' }), await found({ topic, state: 'old' })]).toEqual([[], [id]]);
      await memories.update(stage.cast.a, id, { metadata: null });
      expect(await found({ topic })).toEqual([]);
      await memories.restore(stage.cast.a, id, 1);
      expect(await found({ topic, state: 'new' })).toEqual([id]);
      await memories.remove(stage.cast.a, id);
      expect(await found({ topic })).toEqual([]);
    });

    test('an imported memory is what it was, with its id and its time, and is there once', async () => {
      const { memories } = stage.ports.stores;
      const whole: ImportedMemory = {
        id: randomUUID(),
        content: 'brought along ✓',
        scope: 'system',
        agentId: 'a',
        agentName: 'Ada',
        sessionId: 's',
        occurredAt: '2020-02-03T04:05:06.789Z',
        createdAt: '2020-03-03T04:05:06.789Z',
        updatedAt: '2021-04-03T04:05:06.789Z',
        metadata: { from: 'elsewhere' },
      };
      const bare: ImportedMemory = { content: `bare ${randomUUID()}` };
      const called: ImportedMemory = { id: `mem:${randomUUID()}`, content: 'has another name' };
      const { total } = await page(1);
      const batch = [whole, bare, called, bare, { ...whole, content: 'another text' }];
      expect(await memories.import(stage.cast.a, batch)).toEqual(['accepted', 'accepted', 'accepted', 'duplicate', 'duplicate']);
      expect(await memories.import(stage.cast.a2, batch)).toEqual(batch.map(() => 'duplicate'));
      expect((await page(1)).total).toBe(total + 3);
      expect(await memories.get(stage.cast.a, whole.id ?? '')).toEqual(whole);
      expect((await memories.walk(stage.cast.a, { limit: 5 }, { metadata: { from: 'elsewhere' } })).map(({ id }) => id)).toEqual([
        whole.id,
      ]);
      expect(await memories.update(stage.cast.a2, whole.id ?? '', { content: 'x' })).toEqual({ outcome: 'not_owned' });
      expect((await memories.update(stage.cast.a, whole.id ?? '', { content: 'changed' })).outcome).toBe('done');
    });

    test('an id that is taken by another person, or is one of another project, keeps no memory out', async () => {
      const { memories } = stage.ports.stores;
      const other = { ...stage.cast.a, userId: randomUUID(), ownerId: randomUUID() };
      const { id } = await memories.save(other, { content: 'theirs' });
      expect(await memories.import(stage.cast.a, [{ id, content: 'mine' }])).toEqual(['accepted']);
      expect(await memories.import(stage.cast.a, [{ id, content: 'mine' }])).toEqual(['duplicate']);
      expect(await memories.import(stage.cast.b, [{ id, content: 'elsewhere' }])).toEqual(['accepted']);
      expect((await memories.get(other, id))?.content).toBe('theirs');
      expect(await memories.get(stage.cast.a, id)).toBeUndefined();
      expect((await page(1)).items[0]?.content).toBe('mine');
      expect((await memories.get(stage.cast.b, id))?.content).toBe('elsewhere');
      await memories.remove(stage.cast.b, id);
    });

    test('the same memories, imported many times at once, are there once', async () => {
      const { memories } = stage.ports.stores;
      const batch = Array.from({ length: 40 }, (_, i) => ({ id: randomUUID(), content: `flood ${i}` }));
      const { total } = await page(1);
      const rounds = await Promise.all([batch, batch.toReversed(), batch].map((each) => memories.import(stage.cast.a, each)));
      expect(rounds.flat().filter((outcome) => outcome === 'accepted')).toHaveLength(40);
      expect((await page(1)).total).toBe(total + 40);
    });

    test('a walk from the oldest on is the reverse of one from the newest on', async () => {
      const { memories } = stage.ports.stores;
      const newest = await memories.walk(stage.cast.a, { limit: 201 });
      const seen: Memory[] = [];
      for (let after: Memory | undefined; ;) {
        const part = await memories.walk(stage.cast.a, { limit: 30, after, oldestFirst: true });
        seen.push(...part);
        if (part.length < 30) break;
        after = part.at(-1);
      }
      expect(seen.slice(-newest.length).toReversed().slice(0, 200)).toEqual(newest.slice(0, 200));
    });

    test('a content of the greatest size comes back whole', async () => {
      const content = '界'.repeat(21_845);
      const { id } = await save(content);
      expect((await stage.ports.stores.memories.get(stage.cast.a, id))?.content).toBe(content);
    });

    test('pages are newest first, do not overlap and agree with the total', async () => {
      for (let i = 0; i < 12; i++) await save(`page ${i}`);
      const whole = await page();
      const parts: Memory[] = [];
      for (let offset = 0; offset < whole.total; offset += 5) parts.push(...(await page(5, offset)).items);
      expect(parts.map((memory) => memory.id)).toEqual(whole.items.map((memory) => memory.id));
      expect(whole.total).toBe(whole.items.length);
      const order = whole.items.map((memory) => [memory.createdAt, memory.id].join(' '));
      expect(order).toEqual(order.toSorted().toReversed());
    });

    test('an offset past the end gives no rows and the right total', async () => {
      const { total } = await page(1);
      expect(await page(10, Number.MAX_SAFE_INTEGER)).toEqual({ items: [], total, limit: 10, offset: Number.MAX_SAFE_INTEGER });
    });

    test('a walk visits every memory once although others come and go meanwhile', async () => {
      const before = (await page()).items;
      const seen: string[] = [];
      for (let after: Memory | undefined; ;) {
        const part = await stage.ports.stores.memories.walk(stage.cast.a, { limit: 3, after });
        seen.push(...part.map((memory) => memory.id));
        if (part.length < 3) break;
        after = part.at(-1);
        await save('made during the walk');
      }
      expect(seen).toEqual(before.map((memory) => memory.id));
    });

    test('every credential of the user reads, only the one that made a memory changes or deletes it', async () => {
      const { memories } = stage.ports.stores;
      const { id } = await save('mine');
      expect((await memories.get(stage.cast.a2, id))?.content).toBe('mine');
      expect(await memories.update(stage.cast.a2, id, { content: 'theirs' })).toEqual({ outcome: 'not_owned' });
      expect(await memories.remove(stage.cast.a2, id)).toEqual({ outcome: 'not_owned' });
      expect((await memories.get(stage.cast.a, id))?.content).toBe('mine');
    });

    test("the person's session may change and delete what any of their credentials made", async () => {
      const { memories } = stage.ports.stores;
      const { id } = await save('by a key');
      expect((await memories.update(stage.cast.session, id, { content: 'by the person' })).outcome).toBe('done');
      expect((await memories.get(stage.cast.a, id))?.content).toBe('by the person');
      expect((await memories.remove(stage.cast.session, id)).outcome).toBe('done');
    });

    test('another project sees a memory exactly as one that does not exist', async () => {
      const { memories } = stage.ports.stores;
      const { id } = await save('of project A');
      for (const target of [id, randomUUID()]) {
        expect(await memories.get(stage.cast.b, target)).toBeUndefined();
        expect(await memories.update(stage.cast.b, target, { content: 'x' })).toEqual({ outcome: 'not_found' });
        expect(await memories.remove(stage.cast.b, target)).toEqual({ outcome: 'not_found' });
      }
      expect((await page(200, 0, stage.cast.b)).total).toBe(0);
      expect((await memories.get(stage.cast.a, id))?.content).toBe('of project A');
    });

    test('an update changes content and updated_at, and an id in capitals is the same id', async () => {
      const { memories } = stage.ports.stores;
      const { id, createdAt } = await save('old');
      const write = await memories.update(stage.cast.a, id.toUpperCase(), { content: 'new' });
      const memory = await memories.get(stage.cast.a, id.toUpperCase());
      expect(memory).toMatchObject({ id, content: 'new', createdAt, updatedAt: (write as { at: string }).at });
    });

    test('what a memory said is kept, newest first, with who said it and from when on', async () => {
      const { memories } = stage.ports.stores;
      const { id, createdAt } = await memories.save(stage.cast.a, { content: 'one', metadata: { a: 1 } });
      const second = await memories.update(stage.cast.a, id, { content: 'two' });
      const third = await memories.update(stage.cast.session, id, { metadata: null });
      const history = await memories.history(stage.cast.a2, id.toUpperCase(), { limit: 200 });
      const by = ({ kind, credentialId }: Actor) => ({ kind, credentialId });
      const common = { id, restoredFrom: null };
      expect(history).toEqual([
        {
          ...common,
          version: 3,
          content: 'two',
          metadata: null,
          changedBy: by(stage.cast.session),
          createdAt: timeOf(third),
          current: true,
        },
        {
          ...common,
          version: 2,
          content: 'two',
          metadata: { a: 1 },
          changedBy: by(stage.cast.a),
          createdAt: timeOf(second),
          current: false,
        },
        { ...common, version: 1, content: 'one', metadata: { a: 1 }, changedBy: by(stage.cast.a), createdAt, current: false },
      ]);
      expect(await memories.history(stage.cast.a, id, { limit: 1, after: history?.[0] })).toEqual(history?.slice(1, 2));
      expect(await memories.history(stage.cast.a, id, { limit: 5, after: history?.[2] })).toEqual([]);
    });

    test('a version is restored as a new one, metadata and all, and the one that holds is left alone', async () => {
      const { memories } = stage.ports.stores;
      const { id } = await memories.save(stage.cast.a, { content: 'first', metadata: { a: 1 } });
      await memories.update(stage.cast.a, id, { content: 'second', metadata: null });
      const restored = await memories.restore(stage.cast.session, id, 1);
      expect(await memories.get(stage.cast.a, id)).toMatchObject({ content: 'first', metadata: { a: 1 }, updatedAt: timeOf(restored) });
      expect(await memories.restore(stage.cast.a, id, 3)).toEqual(restored);
      const history = await memories.history(stage.cast.a, id, { limit: 10 });
      expect(history?.map(({ version, restoredFrom, content }) => [version, restoredFrom, content])).toEqual([
        [3, 1, 'first'],
        [2, null, 'second'],
        [1, null, 'first'],
      ]);
      expect(history?.[0]?.changedBy.kind).toBe('session');
    });

    test('whether a write would be refused is told without it, and for the same people', async () => {
      const { memories } = stage.ports.stores;
      const { id } = await save('looked at');
      expect(await memories.mayWrite(stage.cast.a, id, 'delete')).toBe('done');
      expect(await memories.mayWrite({ ...stage.cast.a2, kind: 'session' }, id, 'update')).toBe('done');
      expect(await memories.mayWrite(stage.cast.a2, id, 'delete')).toBe('not_owned');
      expect(await memories.mayWrite(stage.cast.a, randomUUID(), 'restore')).toBe('not_found');
      expect(await memories.mayWrite(stage.cast.b, id, 'delete')).toBe((await memories.remove(stage.cast.b, id)).outcome);
      expect((await memories.get(stage.cast.a, id))?.content).toBe('looked at');
    });

    test('a restore is for whoever may update, of a version that is there', async () => {
      const { memories } = stage.ports.stores;
      const { id } = await save('guarded');
      await memories.update(stage.cast.a, id, { content: 'guarded better' });
      expect(await memories.restore(stage.cast.a2, id, 1)).toEqual({ outcome: 'not_owned' });
      expect(await memories.restore(stage.cast.b, id, 1)).toEqual({ outcome: 'not_found' });
      expect(await memories.restore(stage.cast.a, id, 9)).toEqual({ outcome: 'no_version' });
      expect(await memories.history(stage.cast.b, id, { limit: 10 })).toBeUndefined();
      expect((await memories.get(stage.cast.a, id))?.content).toBe('guarded better');
      expect(await memories.history(stage.cast.a, id, { limit: 10 })).toHaveLength(2);
    });

    test('a deleted memory takes its history along', async () => {
      const { memories } = stage.ports.stores;
      const { id } = await save('gone soon');
      await memories.update(stage.cast.a, id, { content: 'gone sooner' });
      await memories.remove(stage.cast.a, id);
      expect(await memories.history(stage.cast.a, id, { limit: 10 })).toBeUndefined();
      expect(await memories.restore(stage.cast.a, id, 1)).toEqual({ outcome: 'not_found' });
    });

    test('the use cases turn outcomes into their errors', async () => {
      const { id } = await save('for errors');
      const deps = { memories: stage.ports.stores.memories };
      await expect(updateMemory(deps, stage.cast.a2, id, { content: 'x' })).rejects.toMatchObject({ code: 'MEMORY_NOT_OWNED' });
      await expect(deleteMemory(deps, stage.cast.b, id)).rejects.toMatchObject({ code: 'MEMORY_NOT_FOUND' });
      await expect(deleteMemory(deps, stage.cast.a, newId())).rejects.toMatchObject({ code: 'MEMORY_NOT_FOUND' });
      await expect(restoreMemory(deps, stage.cast.a, id, 2)).rejects.toMatchObject({ code: 'MEMORY_VERSION_NOT_FOUND' });
      await expect(restoreMemory(deps, stage.cast.a2, id, 1)).rejects.toMatchObject({ code: 'MEMORY_NOT_OWNED' });
      await expect(listMemoryVersions(deps, stage.cast.b, id, { limit: 1 })).rejects.toMatchObject({ code: 'MEMORY_NOT_FOUND' });
    });
  });
}
