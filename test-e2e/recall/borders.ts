import { describe, expect, test } from 'vitest';
import type { Suite } from '../product/stage.ts';
import { contentsFound, indexed, remember } from './found.ts';

export const bordersSuite: Suite = (stage) => {
  describe('what is found', () => {
    test('is of this project only, in searches and in contexts', async () => {
      const [mine, theirs] = [await stage.newProject(), await stage.newProject()];
      await remember(mine.caller, 'the vault code is 4711');
      await remember(theirs.caller, 'the vault is empty');
      for (let round = 0; round < 2; round++) {
        expect(await contentsFound(theirs.caller, 'vault code 4711')).toEqual(['the vault is empty']);
        const { items } = (await theirs.caller.rest('POST', '/v1/context', { task: 'what is the vault code' })).body;
        expect(items.map(({ text }: { text: string }) => text)).toEqual(['the vault is empty']);
        await indexed(stage, theirs.id);
      }
    });

    test('keeps to scope, agent and session, alone and together', async () => {
      const { id: projectId, caller } = await stage.newProject();
      await remember(caller, 'note own', { agent_id: 'a1', session_id: 's1' });
      await remember(caller, 'note other', { agent_id: 'a2', session_id: 's2' });
      await remember(caller, 'note shared', { agent_id: 'a2', session_id: 's1', scope: 'system' });
      const cases: readonly (readonly [object, readonly string[]])[] = [
        [{}, ['note other', 'note own', 'note shared']],
        [{ scope: 'agent' }, ['note other', 'note own']],
        [{ scope: 'system' }, ['note shared']],
        [{ agent_id: 'a1' }, ['note own']],
        [{ session_id: 's1' }, ['note own', 'note shared']],
        [{ agent_id: 'a2', session_id: 's1', scope: 'system' }, ['note shared']],
        [{ agent_id: 'a1', scope: 'system' }, []],
        [{ agent_id: "a1' or true" }, []],
        [{ agent_id: null, scope: null, session_id: null }, ['note other', 'note own', 'note shared']],
      ];
      for (let round = 0; round < 2; round++) {
        for (const [filter, expected] of cases) {
          expect([filter, (await contentsFound(caller, 'note', filter)).toSorted()]).toEqual([filter, expected]);
        }
        await indexed(stage, projectId);
      }
    });

    test('a filter lets the few through however many others match better', async () => {
      const { id: projectId, caller } = await stage.newProject();
      await remember(caller, 'a needle in some hay, said the other one', { agent_id: 'rare' });
      await Promise.all(Array.from({ length: 260 }, (_, i) => remember(caller, `needle needle ${i}`, { agent_id: 'loud' })));
      for (let round = 0; round < 2; round++) {
        expect(await contentsFound(caller, 'needle', { agent_id: 'rare' })).toEqual(['a needle in some hay, said the other one']);
        await indexed(stage, projectId);
      }
    });

    test('needs a credential', async () => {
      for (const path of ['/v1/memories/search', '/v1/context']) {
        const answer = await fetch(`${stage.product.baseUrl}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query: 'x', task: 'x' }),
        });
        expect(answer.status).toBe(401);
      }
    });
  });
};
