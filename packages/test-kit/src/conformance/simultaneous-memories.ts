import { newId } from '@cairn/core';
import { describe, expect, test } from 'vitest';
import type { Stage } from './suite.ts';

/** What every MemoryRepository keeps to when many write at the same time. */
export function simultaneousMemoryConformance(stage: Stage): void {
  describe('memories written at the same time', () => {
    const save = (content: string, by = stage.cast.a) => stage.ports.stores.memories.save(by, { content });
    const page = (limit = 200) => stage.ports.stores.memories.page(stage.cast.a, { limit, offset: 0 });

    test('concurrent saves are all kept and counted', async () => {
      const before = (await page(1)).total;
      const saved = await Promise.all(Array.from({ length: 64 }, (_, i) => save(`at once ${i}`)));
      expect(new Set(saved.map((memory) => memory.id)).size).toBe(64);
      expect((await page(1)).total).toBe(before + 64);
    });

    test('memories saved at the same time each keep what is theirs', async () => {
      const sent = Array.from({ length: 40 }, (_, i) => ({
        content: `{"${i}", \\${i}'`,
        ...(i % 2 === 0 && { agentId: i % 4 === 0 ? 'NULL' : `{"${i}",\\}` }),
        ...(i % 3 === 0 && { agentName: `Ada ${i} ✓` }),
      }));
      const saved = await Promise.all(sent.map((memory) => stage.ports.stores.memories.save(stage.cast.a, memory)));
      const there = new Map((await page()).items.map((memory) => [memory.id, memory]));
      for (const [at, { id, createdAt }] of saved.entries()) {
        const { content, agentId = null, agentName = null } = sent[at] ?? { content: '' };
        expect(there.get(id)).toEqual({
          scope: 'agent',
          sessionId: null,
          metadata: null,
          id,
          content,
          agentId,
          agentName,
          occurredAt: createdAt,
          createdAt,
          updatedAt: createdAt,
        });
      }
    });

    test('memories saved at the same time by different credentials belong each to its own', async () => {
      const { memories } = stage.ports.stores;
      const makers = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? stage.cast.a : stage.cast.a2));
      const saved = await Promise.all(makers.map((maker) => save('by one of two', maker)));
      for (const [at, { id }] of saved.entries()) {
        const other = makers[at] === stage.cast.a ? stage.cast.a2 : stage.cast.a;
        expect(await memories.update(other, id, { content: 'x' })).toEqual({ outcome: 'not_owned' });
        expect((await memories.update(makers[at] ?? other, id, { content: 'x' })).outcome).toBe('done');
      }
    });

    test('changes and deletes at the same time are each answered for their own memory', async () => {
      const { memories } = stage.ports.stores;
      const { a, a2 } = stage.cast;
      const own = await Promise.all(Array.from({ length: 12 }, (_, i) => save(`mine ${i}`)));
      const others = await Promise.all(Array.from({ length: 4 }, (_, i) => save(`of another ${i}`, a2)));
      const targets = [...own, ...others, ...Array.from({ length: 4 }, () => ({ id: newId() }))].map(({ id }) => id);
      const standing = (at: number): string => (at < 12 ? 'done' : at < 16 ? 'not_owned' : 'not_found');
      const change = (id: string, at: number) =>
        memories.update(a, id, at % 2 === 0 ? { content: `changed ${at}` } : { metadata: { at: `{"${at}",\\}` } });
      const updates = await Promise.all(targets.toReversed().map((id, back) => change(id, targets.length - 1 - back)));
      expect(updates.toReversed().map(({ outcome }) => outcome)).toEqual(targets.map((_, at) => standing(at)));
      for (const [at, { id }] of own.entries()) {
        const even = at % 2 === 0;
        expect(await memories.get(a, id)).toMatchObject({
          content: even ? `changed ${at}` : `mine ${at}`,
          metadata: even ? null : { at: `{"${at}",\\}` },
        });
      }
      const removals = await Promise.all(targets.map((id) => memories.remove(a, id)));
      expect(removals.map(({ outcome }) => outcome)).toEqual(targets.map((_, at) => standing(at)));
      const left = await Promise.all([...own, ...others].map(({ id }) => memories.get(a, id)));
      expect(left.map((memory) => memory?.content)).toEqual([...own.map(() => undefined), ...others.map((_, i) => `of another ${i}`)]);
    });

    test('credentials that change the same memories at the same time never stand in each other way', async () => {
      const { memories } = stage.ports.stores;
      const { a, a2 } = stage.cast;
      const saved = await Promise.all(Array.from({ length: 10 }, (_, i) => save(`contended ${i}`)));
      const ids = saved.map(({ id }) => id);
      for (let round = 0; round < 5; round++) {
        const writes = await Promise.all([
          ...ids.map((id) => memories.update(a, id, { content: `by its own ${round}` })),
          ...ids.toReversed().map((id) => memories.update(a2, id, { content: 'by another' })),
          ...ids.toReversed().map((id) => memories.restore(a, id, 1)),
        ]);
        expect(writes.map(({ outcome }) => outcome)).toEqual(
          Array.from({ length: 30 }, (_, at) => (at >= 10 && at < 20 ? 'not_owned' : 'done')),
        );
      }
    });

    test('an update that races a delete never revives the memory', async () => {
      const { memories } = stage.ports.stores;
      for (let round = 0; round < 25; round++) {
        const { id } = await save('raced');
        const [update, removal] = await Promise.all([
          memories.update(stage.cast.a, id, { content: 'X' }),
          memories.remove(stage.cast.a, id),
        ]);
        expect(removal.outcome).toBe('done');
        expect(['done', 'not_found']).toContain(update.outcome);
        expect(await memories.get(stage.cast.a, id)).toBeUndefined();
      }
    });

    test('of two deletes one succeeds and the total falls by one', async () => {
      const { memories } = stage.ports.stores;
      const { id } = await save('deleted twice');
      const { total } = await page(1);
      const outcomes = await Promise.all([memories.remove(stage.cast.a, id), memories.remove(stage.cast.a, id)]);
      expect(outcomes.map((write) => write.outcome).toSorted()).toEqual(['done', 'not_found']);
      expect((await page(1)).total).toBe(total - 1);
    });

    test('updates at the same time each leave their own version', async () => {
      const { memories } = stage.ports.stores;
      const { id } = await save('start');
      await Promise.all(Array.from({ length: 20 }, (_, i) => memories.update(stage.cast.a, id, { content: `at once ${i}` })));
      const history = (await memories.history(stage.cast.a, id, { limit: 200 })) ?? [];
      expect(history.map(({ version }) => version)).toEqual(Array.from({ length: 21 }, (_, i) => 21 - i));
      expect(new Set(history.map(({ content }) => content)).size).toBe(21);
    });
  });
}
