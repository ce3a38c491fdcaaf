import { describe, expect, test } from 'vitest';
import { call, callerFor } from '../product/caller.ts';
import { signIn } from '../product/person.ts';
import type { Suite } from '../product/stage.ts';
import { freshProject, limit, spend, standing } from './spent.ts';

export const bucketSuite: Suite = (stage) => {
  describe('a key has one count', () => {
    test('however it is sent and whatever is called', async () => {
      const { caller, secret } = await freshProject(stage);
      const get = (path: string, headers: Record<string, string>) => call(`${caller.baseUrl}${path}`, { headers });
      const answers = [
        await caller.tool('get_memories', {}),
        await get('/v1/memories', { authorization: `bEARER   ${secret}` }),
        await get('/v1/memories', { 'x-api-key': secret }),
        await get(`/v1/memories?api_key=${secret}`, {}),
        await caller.modern('get_memories', {}),
        await caller.mcp('get_memories', {}),
        await get(`/v1/memories?api_key=${secret.replace('_', '%5F')}`, {}),
      ];
      expect(answers.map((answer) => [answer.status, standing(answer).remaining])).toEqual([
        [200, 4],
        [200, 3],
        [200, 2],
        [200, 1],
        [200, 0],
        [429, 0],
        [429, 0],
      ]);
    });

    test('that goes on when it is rotated', async () => {
      const { caller, session, keyId } = await freshProject(stage);
      await spend(caller, 3);
      const { key } = (await session.rest('POST', `/v1/api-keys/${keyId}/rotate`)).body;
      expect(standing(await callerFor(caller.baseUrl, key).tool('get_memories', {})).remaining).toBe(limit - 4);
    });

    test('beside those of other keys of the project, of other projects and of the person', async () => {
      const { caller, other, id } = await freshProject(stage);
      await spend(caller);
      expect((await caller.tool('get_memories', {})).status).toBe(429);
      const session = (await signIn(stage.product)).in(id);
      const foreign = await freshProject(stage);
      for (const each of [other, session, foreign.caller]) {
        const answer = await each.rest('GET', '/v1/memories');
        expect([answer.status, standing(answer).limit]).toEqual([200, limit]);
      }
    });

    test('that many requests at once do not slip past', async () => {
      const { caller, other } = await freshProject(stage);
      const answers = await Promise.all(Array.from({ length: 20 }, () => caller.tool('save_memory', { content: 'x' })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(limit);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - limit);
      expect((await other.tool('get_memories', {})).body.result.total).toBe(limit);
    });

    test('that no header of the caller changes', async () => {
      const { caller, id } = await freshProject(stage);
      await spend(caller);
      for (const headers of [
        { 'x-forwarded-for': '203.0.113.9' },
        { 'x-real-ip': '203.0.113.9' },
        { 'x-service-project-id': id },
        { 'user-agent': 'another' },
        { 'x-ratelimit-limit': '1000000' },
      ]) {
        expect((await caller.tool('get_memories', {}, headers as Record<string, string>)).status).toBe(429);
      }
    });
  });
};
