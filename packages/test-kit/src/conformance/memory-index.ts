import { randomUUID } from 'node:crypto';
import type { Actor, MemoryIndexedBy, MemoryNeighbourhood, NewMemory, PassageTerms, RecallFilter } from '@cairn/core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Stage } from './suite.ts';

const words = (text: string): PassageTerms => {
  const counts = new Map<string, number>();
  const all = text.split(' ');
  for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, length: all.length };
};

/** As the recipe: own words and those of the memories before. */
const termsOf = ({ memory, before }: MemoryNeighbourhood): PassageTerms =>
  words([memory, ...before].map(({ content }) => content).join(' '));

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** What every MemoryIndex and MemoryIndexing keeps to. */
export function memoryIndexConformance(stage: Stage): void {
  describe('the index over memories', () => {
    let owner: Actor;
    let other: Actor;
    const indexing = () => stage.ports.memoryIndexing;
    const index = () => stage.ports.stores.memoryIndex;
    const save = async (content: string, rest: Partial<NewMemory> = {}, by = owner) =>
      (await stage.ports.stores.memories.save(by, { content, ...rest })).id;

    /** Each test has a user of its own. */
    beforeEach(() => {
      owner = { ...stage.cast.a, userId: crypto.randomUUID() };
      other = { ...owner, userId: crypto.randomUUID() };
    });

    async function foldAll(by = owner, analyser = 1): Promise<number> {
      let folded = 0;
      for (;;) {
        const pending = await indexing().pending(by, 50);
        if (pending.length === 0) return folded;
        folded += await indexing().fold(
          by,
          analyser,
          pending.map((of) => ({ of, terms: termsOf(of) })),
        );
      }
    }

    const vectorOf = (of: MemoryNeighbourhood): Pick<Parameters<ReturnType<typeof indexing>['embed']>[2][number], 'code' | 'vector'> => ({
      code: Uint8Array.of(of.memory.content.length, 7),
      vector: Int8Array.of(of.memory.content.length, -5, of.after ? 1 : 0),
    });

    async function embedAll(model = 'model one', by = owner): Promise<number> {
      let embedded = 0;
      for (;;) {
        const lacking = await indexing().unembedded(by, model, 50);
        if (lacking.length === 0) return embedded;
        embedded += await indexing().embed(
          by,
          model,
          lacking.map((each) => ({ ...each, ...vectorOf(each.of) })),
        );
      }
    }

    /** Contents of the indexed memories that a term finds, and what is not indexed. */
    async function find(term: string, filter: RecallFilter = {}, by = owner) {
      const { postings, allowed, unindexed } = await index().lookup(by, [term], { filter, unindexed: 100 });
      const positions = [...(postings.get(term)?.positions ?? [])].filter((position) => allowed?.has(position) ?? true);
      const found = (await index().locate(by, positions)).map(({ memory }) => memory.content ?? '').toSorted();
      const waiting = (
        await index().neighbourhoods(
          by,
          unindexed.map(({ id }) => id),
        )
      ).map(({ memory }) => memory.content);
      return { found, waiting };
    }

    test('names what was just saved as not indexed, and finds it by its terms once it is', async () => {
      await save('red fox');
      expect(await find('red')).toEqual({ found: [], waiting: ['red fox'] });
      expect(await foldAll()).toBe(1);
      expect(await find('red')).toEqual({ found: ['red fox'], waiting: [] });
      expect(await find('blue')).toEqual({ found: [], waiting: [] });
    });

    test('sees neither another user nor another project', async () => {
      await save('secret fox');
      const elsewhere = { ...stage.cast.b, userId: owner.userId };
      await save('secret here', {}, elsewhere);
      for (const round of [1, 2]) {
        expect(await find('secret', {}, other)).toEqual({ found: [], waiting: [] });
        expect(await find('secret', {}, elsewhere)).toEqual(
          round === 1 ? { found: [], waiting: ['secret here'] } : { found: ['secret here'], waiting: [] },
        );
        await foldAll();
        await foldAll(elsewhere);
      }
    });

    test('gives the neighbours of a session in order of what happened, whatever was saved first', async () => {
      const at = (minute: number) => ({ sessionId: 's', occurredAt: `2026-01-01T10:0${minute}:00.000Z` });
      const ids = [await save('four', at(4)), await save('one', at(1)), await save('three', at(3)), await save('two', at(2))];
      await save('elsewhere', { sessionId: 't', occurredAt: at(2).occurredAt });
      const [four, one] = await index().neighbourhoods(owner, ids.slice(0, 2));
      expect([four?.before.map(({ content }) => content), four?.after]).toEqual([['two', 'three'], undefined]);
      expect([one?.before, one?.after?.content]).toEqual([[], 'two']);
    });

    test('without a session gives those that the agent saved next to it within the hour', async () => {
      const at = (time: string) => ({ occurredAt: `2026-01-01T${time}:00.000Z` });
      await save('long ago', { agentId: 'ada', ...at('08:00') });
      await save('of Ada', { agentId: 'ada', agentName: 'Ada', ...at('10:00') });
      await save('of Bob', { agentId: 'bob', ...at('10:01') });
      const asked = await save('asked', { agentId: 'ada', ...at('10:02') });
      await save('by name', { agentName: 'Cy', ...at('10:03') });
      const nobodys = await save('of nobody', at('10:03'));
      await save('next of Ada', { agentId: 'ada', ...at('10:04') });
      const [found] = await index().neighbourhoods(owner, [asked]);
      expect(found?.before.map(({ content }) => content)).toEqual(['of Ada']);
      expect(found?.after?.content).toBe('next of Ada');
      // Without an id a name does not tell whose it is: it may be who spoke.
      const [ofNobody] = await index().neighbourhoods(owner, [nobodys]);
      expect(ofNobody?.before.map(({ content }) => content)).toEqual(['by name']);
    });

    test('an update is found by its new words and not by its old ones, in what stands after it neither', async () => {
      const id = await save('works at Acme', { sessionId: 's' });
      await save('likes tea', { sessionId: 's' });
      await save('lives there', { sessionId: 's' });
      await foldAll();
      expect((await find('Acme')).found).toHaveLength(3);
      await stage.ports.stores.memories.update(owner, id, { content: 'works at Beta' });
      expect(await find('Acme')).toEqual({ found: [], waiting: ['lives there', 'likes tea', 'works at Beta'] });
      expect(await foldAll()).toBe(3);
      expect((await find('Acme')).found).toEqual([]);
      expect((await find('Beta')).found).toHaveLength(3);
    });

    test('a delete takes it out of what stands after it, and leaves the rest', async () => {
      const id = await save('works at Acme', { sessionId: 's' });
      await save('likes tea', { sessionId: 's' });
      await save('far away', { sessionId: 'other' });
      await foldAll();
      await stage.ports.stores.memories.remove(owner, id);
      expect(await find('Acme')).toEqual({ found: [], waiting: ['likes tea'] });
      await foldAll();
      expect(await find('tea')).toEqual({ found: ['likes tea'], waiting: [] });
      expect((await find('away')).found).toEqual(['far away']);
    });

    test('indexes anew what stands after a memory that comes between', async () => {
      const at = (minute: number) => ({ sessionId: 's', occurredAt: `2026-01-01T10:0${minute}:00.000Z` });
      await save('one', at(1));
      await save('three', at(3));
      await save('four', at(4));
      await foldAll();
      await save('two', at(2));
      await foldAll();
      expect((await find('one')).found).toEqual(['one', 'three', 'two']);
      expect((await find('two')).found).toEqual(['four', 'three', 'two']);
    });

    test('refuses what was read before one of the texts changed or went', async () => {
      const first = await save('old words', { sessionId: 's' });
      await save('second', { sessionId: 's' });
      const read = await indexing().pending(owner, 10);
      await stage.ports.stores.memories.update(owner, first, { content: 'new words' });
      const entries = read.map((of) => ({ of, terms: termsOf(of) }));
      expect(await indexing().fold(owner, 1, entries)).toBe(0);
      expect(await foldAll()).toBe(2);
      expect(await indexing().fold(owner, 1, entries)).toBe(0);
      expect((await find('old')).found).toEqual([]);
      expect((await find('new')).found).toEqual(['new words', 'second']);
    });

    test('indexes once what two workers read at the same time', async () => {
      for (let i = 0; i < 10; i++) await save(`same ${i}`);
      const entries = (await indexing().pending(owner, 50)).map((of) => ({ of, terms: termsOf(of) }));
      const taken = await Promise.all([indexing().fold(owner, 1, entries), indexing().fold(owner, 1, entries)]);
      expect(taken[0] + taken[1]).toBe(10);
      expect((await find('same')).found).toHaveLength(10);
    });

    test('keeps to scope, agent and session, indexed or not', async () => {
      const make = async () => {
        await save('x own', { agentId: 'a1', sessionId: 's1', metadata: { topic: 'tea', n: 1 } });
        await save('x other', { agentId: 'a2', sessionId: 's2' });
        await save('x shared', { agentId: 'a2', sessionId: 's1', scope: 'system' });
        await save('x nobodys', { sessionId: 's3', metadata: { topic: ['tea', 'cups'] } });
        await save('x everybodys', { sessionId: 's3', scope: 'system' });
      };
      await make();
      await foldAll();
      await make();
      const cases: readonly [RecallFilter, readonly string[]][] = [
        [{}, ['x everybodys', 'x nobodys', 'x other', 'x own', 'x shared']],
        [{ scope: 'agent' }, ['x nobodys', 'x other', 'x own']],
        [{ scope: 'system' }, ['x everybodys', 'x shared']],
        [{ agentId: 'a2' }, ['x other', 'x shared']],
        [{ agentId: 'a2', sessionId: 's1' }, ['x shared']],
        [{ sessionId: 's1' }, ['x own', 'x shared']],
        [{ readableBy: 'a1' }, ['x everybodys', 'x nobodys', 'x own', 'x shared']],
        [{ readableBy: 'a2' }, ['x everybodys', 'x nobodys', 'x other', 'x shared']],
        [{ readableBy: 'a3' }, ['x everybodys', 'x nobodys', 'x shared']],
        [{ readableBy: 'a1', scope: 'agent' }, ['x nobodys', 'x own']],
        [{ readableBy: 'a1', sessionId: 's3' }, ['x everybodys', 'x nobodys']],
        [{ readableBy: 'a1', scope: 'system' }, ['x everybodys', 'x shared']],
        [{ metadata: { topic: 'tea' } }, ['x nobodys', 'x own']],
        [{ metadata: { topic: 'tea', n: 1 } }, ['x own']],
        [{ metadata: { topic: 'tea' }, sessionId: 's3', readableBy: 'a2', scope: 'agent' }, ['x nobodys']],
        [{ metadata: { topic: 'tea' }, readableBy: 'a2' }, ['x nobodys']],
        [{ metadata: { topic: 'milk' } }, []],
        [{ agentId: 'none' }, []],
      ];
      for (const [filter, expected] of cases) {
        const { found, waiting } = await find('x', filter);
        expect([filter, found]).toEqual([filter, expected]);
        expect([filter, waiting.toSorted()]).toEqual([filter, expected]);
      }
    });

    test('keeps to a time, indexed or not, alone and with the rest of the filter', async () => {
      const { memories } = stage.ports.stores;
      const day = (of: number) => `2021-05-0${of}T12:00:00.000Z`;
      const kinds = [
        { content: 'x one', createdAt: day(1), agentId: 'a1', metadata: { topic: 'tea' } },
        { content: 'x two', createdAt: day(2), sessionId: 's1', scope: 'system' },
        { content: 'x three', createdAt: day(3), agentId: 'a1', occurredAt: day(1) },
        { content: 'x four', createdAt: day(4), agentId: 'a2', sessionId: 's1', metadata: { topic: 'tea' } },
      ] as const;
      const make = () =>
        memories.import(
          owner,
          kinds.map((kind) => ({ ...kind, id: randomUUID() })),
        );
      await make();
      await foldAll();
      await make();
      const cases: readonly [RecallFilter, readonly string[]][] = [
        [{ from: day(2), to: day(4) }, ['x three', 'x two']],
        [{ from: day(3) }, ['x four', 'x three']],
        [{ to: day(3) }, ['x one', 'x two']],
        [{ from: day(5) }, []],
        [{ from: day(2), agentId: 'a1' }, ['x three']],
        [{ from: day(3), sessionId: 's1' }, ['x four']],
        [{ to: day(3), scope: 'system' }, ['x two']],
        [{ from: day(2), metadata: { topic: 'tea' } }, ['x four']],
        [{ from: day(2), readableBy: 'a1' }, ['x three', 'x two']],
        [{ to: day(4), readableBy: 'a2', scope: 'system' }, ['x two']],
      ];
      for (const [filter, expected] of cases) {
        const { found, waiting } = await find('x', filter);
        expect([filter, found]).toEqual([filter, expected]);
        expect([filter, waiting.toSorted()]).toEqual([filter, expected]);
      }
    });

    test('counts and lengths are those of the terms, and a change of the memories shows', async () => {
      const id = await save('b a b');
      await foldAll();
      const look = () => index().lookup(owner, ['b'], { filter: {}, unindexed: 10 });
      const before = await look();
      expect(before.size).toEqual({ memories: 1, terms: 3 });
      const { positions, counts, lengths } = before.postings.get('b') ?? {};
      expect([positions?.length, [...(counts ?? [])], [...(lengths ?? [])]]).toEqual([1, [2], [3]]);
      await save('c');
      expect((await look()).changes).toBe(before.changes);
      await stage.ports.stores.memories.update(owner, id, { content: 'd' });
      const after = await look();
      expect(after.changes).toBeGreaterThan(before.changes);
      expect(after.size).toEqual({ memories: 0, terms: 0 });
    });

    test('gives vectors and codes of one model, as they were written', async () => {
      const contents = Array.from({ length: 70 }, (_, i) => 'v'.repeat(i + 1));
      for (const content of contents) await save(content);
      await foldAll();
      expect(await embedAll()).toBe(70);
      const found = await index().lookup(owner, contents, { filter: {}, unindexed: 0 });
      const positions = contents.map((content) => found.postings.get(content)?.positions[0] ?? -1);
      const located = await index().locate(owner, positions, 'model one');
      expect(located.map(({ memory, vector }) => [memory.content?.length, vector?.[0]]).toSorted(byText)).toEqual(
        contents.map((content) => [content.length, content.length]).toSorted(byText),
      );
      expect((await index().locate(owner, positions.slice(0, 1), 'model two'))[0]?.vector).toBeNull();
      const { packs, complete } = await index().codes(owner, 'model one', 0);
      expect([packs.length, complete]).toEqual([2, true]);
      expect(packs.flatMap(({ slots, codes }) => [...slots].map((_, i) => codes[i * 2])).toSorted(byText)).toEqual(
        contents.map((content) => content.length).toSorted(byText),
      );
    });

    test('tells only what changed of the codes, and everything when a pack is gone', async () => {
      const ids: string[] = [];
      for (let i = 0; i < 65; i++) ids.push(await save(`code ${i}`, { sessionId: `${i}` }));
      await foldAll();
      await embedAll();
      const all = await index().codes(owner, 'model one', 0);
      expect((await index().codes(owner, 'model one', all.version)).packs).toEqual([]);
      await stage.ports.stores.memories.remove(owner, ids[3] ?? '');
      const some = await index().codes(owner, 'model one', all.version);
      expect([some.complete, some.packs.map(({ slots }) => slots.length)]).toEqual([false, [63]]);
      await stage.ports.stores.memories.remove(owner, ids[64] ?? '');
      const rest = await index().codes(owner, 'model one', some.version);
      expect([rest.complete, rest.packs.map(({ slots }) => slots.length)]).toEqual([true, [63]]);
    });

    test('a vector goes with the text that it was made of, a neighbour’s too', async () => {
      await save('one', { sessionId: 's' });
      const two = await save('two', { sessionId: 's' });
      await save('three', { sessionId: 's' });
      await foldAll();
      await embedAll();
      await stage.ports.stores.memories.update(owner, two, { content: 'other' });
      const { packs } = await index().codes(owner, 'model one', 0);
      expect(packs.flatMap(({ slots }) => [...slots])).toEqual([]);
      await foldAll();
      expect(await embedAll()).toBe(3);
    });

    test('a memory is embedded again when another comes after it, and by another model', async () => {
      await save('one', { sessionId: 's' });
      await foldAll();
      expect(await embedAll()).toBe(1);
      await save('two', { sessionId: 's' });
      await foldAll();
      expect(await embedAll()).toBe(2);
      expect(await embedAll()).toBe(0);
      expect(await embedAll('model two')).toBe(2);
      expect((await index().codes(owner, 'model one', 0)).packs).toEqual([]);
    });

    test('vectors of another length are forgotten, to be made anew; those of the right length stay', async () => {
      for (let i = 0; i < 65; i++) await save(`word ${i}`, { sessionId: `${i}` });
      await foldAll();
      const model = 'model unlike';
      expect(await embedAll(model)).toBe(65);
      const seen = await index().codes(owner, model, 0);
      const look = async (dimensions: number): Promise<void> => {
        let after: string | undefined;
        do after = await indexing().dropUnlike({ modelId: model, dimensions }, { after, limit: 1 });
        while (after !== undefined);
      };
      await look(3);
      expect([await embedAll(model), (await index().codes(owner, model, seen.version)).packs]).toEqual([0, []]);
      await look(4);
      expect(await index().codes(owner, model, seen.version)).toMatchObject({ packs: [], complete: true });
      expect(await embedAll(model)).toBe(65);
    });

    test('vectors of two lengths never stand side by side', async () => {
      for (let i = 0; i < 3; i++) await save(`word ${i}`, { sessionId: `${i}` });
      await foldAll();
      await embedAll();
      await save('of another length', { sessionId: 'another' });
      await foldAll();
      const lacking = await indexing().unembedded(owner, 'model one', 5);
      const longer = { code: Uint8Array.of(1), vector: Int8Array.of(1, 2, 3, 4) };
      expect(
        await indexing().embed(
          owner,
          'model one',
          lacking.map((each) => ({ ...each, ...longer })),
        ),
      ).toBe(1);
      const kept = async () => (await index().codes(owner, 'model one', 0)).packs.map(({ slots, codes }) => [slots.length, codes.length]);
      expect(await kept()).toEqual([[1, 1]]);
      expect(await embedAll()).toBe(4);
      expect(await kept()).toEqual([[4, 8]]);
    });

    test('a vector whose text changed meanwhile is refused', async () => {
      const id = await save('before');
      await foldAll();
      const lacking = await indexing().unembedded(owner, 'model one', 5);
      await stage.ports.stores.memories.update(owner, id, { content: 'after' });
      expect(
        await indexing().embed(
          owner,
          'model one',
          lacking.map((each) => ({ ...each, ...vectorOf(each.of) })),
        ),
      ).toBe(0);
    });

    test('updates and deletes that race with indexing leave no trace of the old words', async () => {
      const { memories } = stage.ports.stores;
      for (let round = 0; round < 8; round++) {
        const ids: string[] = [];
        for (let i = 0; i < 4; i++) ids.push(await save(`stale ${round}`, { sessionId: `race ${round}` }));
        await Promise.all([
          foldAll(),
          ...ids.map((id, i) => (i % 2 === 0 ? memories.update(owner, id, { content: 'fresh' }) : memories.remove(owner, id))),
          foldAll(),
        ]);
      }
      await foldAll();
      expect((await find('stale')).found).toEqual([]);
      expect((await find('fresh')).found).toHaveLength(16);
    });

    test('takes out what another analysis indexed, a few at a time, to be indexed anew', async () => {
      for (let i = 0; i < 5; i++) await save(`word ${i}`);
      await foldAll();
      expect(await indexing().retire(owner, 1, 10)).toBe(0);
      expect(await indexing().retire(owner, 2, 3)).toBe(3);
      const { found, waiting } = await find('word');
      expect([found.length, waiting.length]).toEqual([2, 3]);
      expect(await foldAll(owner, 2)).toBe(3);
      expect(await indexing().retire(owner, 2, 10)).toBe(2);
      expect(await foldAll(owner, 2)).toBe(2);
      expect(await indexing().retire(owner, 2, 10)).toBe(0);
      expect((await find('word')).found).toHaveLength(5);
    });

    test('offers whoever is behind: in words, in the analysis, in the model', async () => {
      const isLeft = async (): Promise<boolean> => {
        const jobs: string[] = [];
        await stage.ports.outbox.relay(1000, async (entries) => void jobs.push(...entries.map(({ payload }) => JSON.stringify(payload))));
        return jobs.some((job) => job.includes(owner.userId));
      };
      const offered = async (by: MemoryIndexedBy): Promise<boolean> => {
        await isLeft();
        await indexing().offerBehind(by);
        return isLeft();
      };
      const id = await save('offered');
      // What the save itself leaves, by and by, is none that was offered.
      await expect.poll(isLeft, { timeout: 30_000 }).toBe(true);
      await foldAll();
      expect(await offered({ analyser: 1, modelId: undefined })).toBe(false);
      expect(await offered({ analyser: 2, modelId: undefined })).toBe(true);
      expect(await offered({ analyser: 1, modelId: 'model one' })).toBe(true);
      await embedAll();
      expect(await offered({ analyser: 1, modelId: 'model one' })).toBe(false);
      expect(await offered({ analyser: 1, modelId: 'model two' })).toBe(true);
      await stage.ports.stores.memories.update(owner, id, { content: 'changed' });
      expect(await offered({ analyser: 1, modelId: undefined })).toBe(true);
    });

    test('leaves a job for whoever saved, and one only', async () => {
      const jobs: unknown[] = [];
      await stage.ports.outbox.relay(100, async () => {});
      for (let i = 0; i < 5; i++) await save(`job ${i}`);
      await expect
        .poll(
          async () => {
            await stage.ports.outbox.relay(
              100,
              async (entries) => void jobs.push(...entries.map(({ job, payload }) => ({ job, payload }))),
            );
            return jobs;
          },
          { timeout: 5000 },
        )
        .toContainEqual({ job: 'memory.index', payload: { projectId: owner.projectId, userId: owner.userId } });
      expect(jobs.filter((each) => JSON.stringify(each).includes(owner.userId))).toHaveLength(1);
    });
  });
}
