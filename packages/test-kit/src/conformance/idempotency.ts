import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Stage } from './suite.ts';

/** What every IdempotentStores and IdempotentDirectory keep to. */
export function idempotencyConformance(stage: Stage): void {
  describe('idempotency keys', () => {
    const saveOnce = (key: string, content: string, by = stage.cast.a) =>
      stage.ports.stores.once(by, { key, fingerprint: content }, async (stores) => ({ ...(await stores.memories.save(by, { content })) }));
    const total = async () => (await stage.ports.stores.memories.page(stage.cast.a, { limit: 1, offset: 0 })).total;

    test('the same key and request do the work once and get the first answer', async () => {
      const before = await total();
      const first = await saveOnce('k1', 'once');
      expect(await saveOnce('k1', 'once')).toEqual(first);
      expect(await total()).toBe(before + 1);
    });

    test('ten at once do the work once', async () => {
      const before = await total();
      const answers = await Promise.all(Array.from({ length: 10 }, () => saveOnce('k2', 'raced')));
      expect(new Set(answers.map((answer) => answer['id'])).size).toBe(1);
      expect(await total()).toBe(before + 1);
    });

    test('the same key with another request is refused', async () => {
      await saveOnce('k3', 'first');
      await expect(saveOnce('k3', 'second')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    });

    test('work that throws leaves nothing behind, and the key free', async () => {
      const before = await total();
      const attempt = stage.ports.stores.once(stage.cast.a, { key: 'k4', fingerprint: 'f' }, async (stores) => {
        await stores.memories.save(stage.cast.a, { content: 'to be undone' });
        throw new Error('after the save');
      });
      await expect(attempt).rejects.toThrow('after the save');
      expect(await total()).toBe(before);
      await saveOnce('k4', 'f');
      expect(await total()).toBe(before + 1);
    });

    test('keys belong to a credential', async () => {
      const mine = await saveOnce('k5', 'mine');
      expect(await saveOnce('k5', 'mine', stage.cast.a2)).not.toEqual(mine);
    });

    test("a person's request outside a project is done once too", async () => {
      const person = { sessionId: randomUUID(), userId: stage.cast.userId, requestId: randomUUID() };
      const create = (name: string) =>
        stage.ports.directory.once(person, { key: 'd1', fingerprint: name }, async (directory) => ({
          made: await directory.workspaces.createWorkspace(person, name),
        }));
      const first = await create('One');
      expect(await create('One')).toEqual(first);
      await expect(create('Two')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
      expect(
        (await stage.ports.directory.workspaces.workspaces(person.userId)).filter((workspace) => workspace.name === 'One'),
      ).toHaveLength(1);
    });
  });
}
