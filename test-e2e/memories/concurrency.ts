import { describe, expect, test } from 'vitest';
import { callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import { callThrough, doors, notFound } from '../product/doors.ts';
import type { Suite } from '../product/stage.ts';
import { remembered, save, total } from './remembered.ts';

const rounds = 100;

export const concurrencySuite: Suite = (stage) => {
  /** Callers at one process after the other, for calls by number. */
  const inTurn = (secret: string): ((at: number) => Caller) => {
    const callers = stage.products.map(({ baseUrl }) => callerFor(baseUrl, secret));
    return (at) => callers[at % callers.length] as Caller;
  };

  describe('many writers at once', () => {
    test('lose nothing', async () => {
      const { secret, caller } = await stage.newProject();
      const callerAt = inTurn(secret);
      const saved = await inParallel(64, (at) => {
        const door = doors[at % doors.length] ?? 'plain';
        return callThrough(door, callerAt(at), 'save_memory', { content: `at once ${at}` });
      });
      expect(saved.map(({ refusal }) => refusal)).toEqual(saved.map(() => undefined));
      const ids = new Set(saved.map(({ result }) => result.memory_id));
      expect(ids.size).toBe(64);
      expect(new Set((await remembered(caller)).map(({ memory_id: id }) => id))).toEqual(ids);
    });

    test('count right while they save and delete', async () => {
      const { secret, caller } = await stage.newProject();
      const callerAt = inTurn(secret);
      const kept = await inParallel(40, async (at) => {
        const writer = callerAt(at);
        const id = await save(writer, `kept or not ${at}`);
        if (at % 2 === 0) await writer.tool('delete_memory', { memory_id: id });
        return at % 2 === 0 ? [] : [id];
      });
      expect(await total(caller)).toBe(20);
      expect(new Set((await remembered(caller)).map(({ memory_id: id }) => id))).toEqual(new Set(kept.flat()));
    });

    test('end with the text of one of them', async () => {
      const { secret, caller } = await stage.newProject();
      const callerAt = inTurn(secret);
      const id = await save(caller, 'before');
      const texts = Array.from({ length: 12 }, (_, at) => `writer ${at} `.repeat(500));
      const answers = await inParallel(12, (at) => callerAt(at).tool('update_memory', { memory_id: id, content: texts[at] }));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const list = await remembered(caller);
      expect(list).toHaveLength(1);
      expect(texts).toContain(list[0]?.content);
    });
  });

  describe('an update that meets a delete', () => {
    test('never fails and never brings the memory back', async () => {
      const { secret, caller } = await stage.newProject();
      const callerAt = inTurn(secret);
      const outcomes = await inParallel(rounds, async (at) => {
        const id = await save(caller, 'short-lived');
        const [update, removal] = await Promise.all([
          callerAt(at).tool('update_memory', { memory_id: id, content: 'X' }),
          callerAt(at + 1).tool('delete_memory', { memory_id: id }),
        ]);
        return [update.status, removal.status];
      });
      expect(new Set(outcomes.map(([, removal]) => removal))).toEqual(new Set([200]));
      for (const [update] of outcomes) expect([200, 404]).toContain(update);
      expect(await remembered(caller)).toEqual([]);
      expect(await total(caller)).toBe(0);
    });
  });

  test.each(doors)('a second delete by %s finds nothing', async (door) => {
    const { secret, caller } = await stage.newProject();
    const callerAt = inTurn(secret);
    const id = await save(caller, 'once');
    expect((await callThrough(door, callerAt(0), 'delete_memory', { memory_id: id })).refusal).toBeUndefined();
    expect((await callThrough(door, callerAt(1), 'delete_memory', { memory_id: id })).refusal).toMatchObject(notFound);
    expect((await callThrough(door, callerAt(1), 'update_memory', { memory_id: id, content: 'x' })).refusal).toMatchObject(notFound);
  });

  test('of two deletes at once one wins', async () => {
    const { secret, caller } = await stage.newProject();
    const callerAt = inTurn(secret);
    for (let round = 0; round < 10; round += 1) {
      const id = await save(caller, 'once');
      const answers = await inParallel(4, (at) => callerAt(at).tool('delete_memory', { memory_id: id }));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(3);
    }
    expect(await total(caller)).toBe(0);
  });

  test('what one process saved the next sees at once', async () => {
    const { secret } = await stage.newProject();
    const callerAt = inTurn(secret);
    for (let round = 0; round < 10; round += 1) {
      const id = await save(callerAt(round), `round ${round}`);
      const [newest] = await remembered(callerAt(round + 1));
      expect(newest?.memory_id).toBe(id);
    }
  });
};

/** Starts them all before the first has ended. */
async function inParallel<Result>(count: number, work: (at: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, at) => work(at)));
}
