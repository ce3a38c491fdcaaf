import { describe, expect, test } from 'vitest';
import { callerFor } from '../product/caller.ts';
import { callThrough, doors } from '../product/doors.ts';
import type { Suite } from '../product/stage.ts';
import { remembered, save, total } from './remembered.ts';

export const idempotencySuite: Suite = (stage) => {
  describe('Idempotency-Key', () => {
    test('on /mcp/tools/call gives the first answer again and does the work once', async () => {
      const { caller } = await stage.newProject();
      const first = await caller.tool('save_memory', { content: 'once' }, { 'idempotency-key': 'k-1' });
      const again = await caller.tool('save_memory', { content: 'once' }, { 'idempotency-key': 'k-1' });
      expect(again.text).toBe(first.text);
      expect([first.status, again.status]).toEqual([200, 200]);
      expect(await total(caller)).toBe(1);
    });

    test('on REST gives the first answer again, with its status and headers', async () => {
      const { caller } = await stage.newProject();
      const headers = { 'idempotency-key': 'k-1' };
      const first = await caller.rest('POST', '/v1/memories', { content: 'once' }, headers);
      const again = await caller.rest('POST', '/v1/memories', { content: 'once' }, headers);
      expect([again.status, again.text, again.headers.get('location')]).toEqual([201, first.text, first.headers.get('location')]);
      expect(await total(caller)).toBe(1);
    });

    test('does the work once for many at once, at every process', async () => {
      const { secret, caller } = await stage.newProject();
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, at) => {
          const product = stage.products[at % stage.products.length] ?? stage.product;
          return callerFor(product.baseUrl, secret).tool('save_memory', { content: 'once' }, { 'idempotency-key': 'k-1' });
        }),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await total(caller)).toBe(1);
    });

    test('is refused with another request', async () => {
      const { caller } = await stage.newProject();
      const headers = { 'idempotency-key': 'k-1' };
      const made = (await caller.tool('save_memory', { content: 'one' }, headers)).body.result.memory_id;
      for (const answer of [
        await caller.tool('save_memory', { content: 'two' }, headers),
        await caller.tool('save_memory', { content: 'one', agent_name: 'x' }, headers),
        await caller.tool('delete_memory', { memory_id: made }, headers),
      ]) {
        expect([answer.status, answer.body.error.code, answer.body.error.data.error]).toEqual([409, 409, 'conflict']);
      }
      const rest = await caller.rest('POST', '/v1/memories', { content: 'one' }, headers);
      expect([rest.status, rest.body.code]).toEqual([409, 'conflict']);
      expect(await remembered(caller)).toMatchObject([{ content: 'one' }]);
    });

    test('is of one credential', async () => {
      const [home, away] = await Promise.all([stage.newProject(), stage.newProject()]);
      const headers = { 'idempotency-key': 'k-1' };
      const answers = await Promise.all(
        [home.caller, home.other, away.caller].map((caller) => caller.tool('save_memory', { content: 'once each' }, headers)),
      );
      expect(new Set(answers.map(({ body }) => body.result.memory_id)).size).toBe(3);
      expect([await total(home.caller), await total(away.caller)]).toEqual([2, 1]);
    });

    test('gives a refusal that was decided again, and lets bad arguments be mended', async () => {
      const { caller, other } = await stage.newProject();
      const id = await save(caller, 'mine');
      for (let times = 0; times < 2; times += 1) {
        expect((await other.tool('delete_memory', { memory_id: id }, { 'idempotency-key': 'k-1' })).status).toBe(403);
      }
      expect((await caller.tool('save_memory', { content: '' }, { 'idempotency-key': 'k-2' })).status).toBe(400);
      expect((await caller.tool('save_memory', { content: 'mended' }, { 'idempotency-key': 'k-2' })).status).toBe(200);
    });

    test('does not undo what came between', async () => {
      const { caller } = await stage.newProject();
      const first = await caller.tool('save_memory', { content: 'once' }, { 'idempotency-key': 'k-1' });
      await caller.tool('delete_memory', { memory_id: first.body.result.memory_id });
      expect((await caller.tool('save_memory', { content: 'once' }, { 'idempotency-key': 'k-1' })).text).toBe(first.text);
      expect(await total(caller)).toBe(0);
    });

    test.each(['', ' ', 'a b', 'é', 'x'.repeat(256)])('%j is none', async (key) => {
      const { caller } = await stage.newProject();
      const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
      const plain = await caller.tool('save_memory', { content: 'x' }, headers);
      expect([plain.status, plain.body.error.data.error]).toEqual([400, 'invalid_params']);
      expect((await caller.rest('POST', '/v1/memories', { content: 'x' }, headers)).body).toMatchObject({
        status: 400,
        code: 'invalid_params',
      });
      expect(await total(caller)).toBe(0);
    });

    test('may have 255 characters', async () => {
      const { caller } = await stage.newProject();
      const headers = { 'idempotency-key': '~'.repeat(255) };
      for (let times = 0; times < 2; times += 1) await caller.tool('save_memory', { content: 'x' }, headers);
      expect(await total(caller)).toBe(1);
    });

    test('makes one key of many requests, and shows it to the session that asked only', async () => {
      const { session } = await stage.newProject();
      const headers = { 'idempotency-key': 'k-1' };
      const [first, second] = await Promise.all([
        session.rest('POST', '/v1/api-keys', { name: 'twice' }, headers),
        session.rest('POST', '/v1/api-keys', { name: 'twice' }, headers),
      ]);
      expect(first.text).toBe(second.text);
      expect((await session.rest('GET', '/v1/api-keys')).body.data.filter(({ name }: { name: string }) => name === 'twice')).toHaveLength(
        1,
      );
      expect(await total(callerFor(stage.product.baseUrl, first.body.key))).toBe(0);
    });
  });

  test.each(doors)('without a key the same call by %s is two memories', async (door) => {
    const { caller } = await stage.newProject();
    for (let times = 0; times < 2; times += 1) await callThrough(door, caller, 'save_memory', { content: 'the same' });
    expect(await total(caller)).toBe(2);
  });
};
