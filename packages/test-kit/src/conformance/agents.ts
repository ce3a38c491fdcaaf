import { randomUUID } from 'node:crypto';
import { createAgent, deleteAgent, getAgent, updateAgent, type Agent, type AgentDefinition, type AgentWrite } from '@cairn/core';
import { describe, expect, test } from 'vitest';
import type { Stage } from './suite.ts';

const plain = { description: null, instructions: null, model: null, tools: null, memoryScope: 'agent' } as const;

const full: AgentDefinition = {
  name: 'Ada ✓',
  description: 'Reads "quotes" \\ and 日本語',
  instructions: '# Be brief\n\nNever guess.\t😀',
  model: 'some/model:latest',
  tools: ['save_memory', 'search_knowledge'],
  memoryScope: 'system',
};

/** What every AgentRepository keeps to. */
export function agentConformance(stage: Stage): void {
  describe('agents', () => {
    const agents = () => stage.ports.stores.agents;
    const named = (name: string): AgentDefinition => ({ ...plain, name });
    const made = (write: AgentWrite): Agent => {
      if (write.outcome !== 'done') throw new Error(write.outcome);
      return write.agent;
    };
    const fresh = async (): Promise<Agent> => made(await agents().create(stage.cast.a, named(`agent ${randomUUID()}`)));

    test('an agent comes back as it was defined, alone and first in the list, for every credential of the project', async () => {
      const agent = made(await agents().create(stage.cast.a, full));
      expect(agent).toEqual({ ...full, id: agent.id, version: 1, createdAt: agent.createdAt, updatedAt: agent.createdAt });
      expect(await agents().get(stage.cast.a2, agent.id.toUpperCase())).toEqual(agent);
      expect((await agents().walk(stage.cast.session, { limit: 1 }))[0]).toEqual(agent);
    });

    test('a change makes a version and leaves what it does not name', async () => {
      const agent = await fresh();
      const change = { instructions: 'Be kind.', tools: [] };
      const changed = made(await agents().update(stage.cast.session, agent.id, { change }));
      expect(changed).toEqual({ ...agent, ...change, version: 2, updatedAt: changed.updatedAt });
      expect(changed.updatedAt > agent.updatedAt).toBe(true);
      expect(await agents().get(stage.cast.a, agent.id)).toEqual(changed);
      const cleared = made(await agents().update(stage.cast.a, agent.id, { change: { tools: null, name: agent.name } }));
      expect(cleared).toMatchObject({ version: 3, tools: null, instructions: 'Be kind.' });
      const versions = (await agents().versions(stage.cast.a, agent.id, { limit: 10 })) ?? [];
      expect(versions.map(({ version, tools, current, changedBy }) => [version, tools, current, changedBy.kind])).toEqual([
        [3, null, true, 'api_key'],
        [2, [], false, 'session'],
        [1, null, false, 'api_key'],
      ]);
      expect(await agents().versions(stage.cast.a, agent.id, { limit: 1, after: versions[0] })).toEqual(versions.slice(1, 2));
      expect(await agents().version(stage.cast.a, agent.id, 2)).toEqual(versions[1]);
    });

    test('a change that changes nothing makes no version', async () => {
      const agent = await fresh();
      expect(made(await agents().update(stage.cast.a, agent.id, { change: { ...plain, name: agent.name } }))).toEqual(agent);
    });

    test('a change of another version than the one that holds is refused', async () => {
      const agent = await fresh();
      const wishes = Array.from({ length: 8 }, (_, i) =>
        agents().update(stage.cast.a, agent.id, { change: { model: `model ${i}` }, expected: 1 }),
      );
      const outcomes = (await Promise.all(wishes)).map(({ outcome }) => outcome);
      expect(outcomes.toSorted()).toEqual(['done', ...Array.from({ length: 7 }, () => 'version_conflict')]);
      expect((await agents().get(stage.cast.a, agent.id))?.version).toBe(2);
    });

    test("a name is one agent's in a project, until that one is deleted or renamed", async () => {
      const name = `only ${randomUUID()}`;
      const writes = await Promise.all(Array.from({ length: 6 }, () => agents().create(stage.cast.a, named(name))));
      const [first, ...others] = writes.flatMap((write) => (write.outcome === 'done' ? [write.agent] : []));
      expect([others, first?.name]).toEqual([[], name]);
      expect((await agents().create(stage.cast.b, named(name))).outcome).toBe('done');
      const other = await fresh();
      expect(await agents().update(stage.cast.a, other.id, { change: { name } })).toEqual({ outcome: 'name_taken' });
      expect(await agents().remove(stage.cast.a, first?.id ?? '')).toBe('done');
      expect((await agents().update(stage.cast.a, other.id, { change: { name } })).outcome).toBe('done');
    });

    test('a deleted agent is gone, but what it was and what it remembered can be read', async () => {
      const { memories } = stage.ports.stores;
      const agent = await fresh();
      const { id } = await memories.save(stage.cast.a, { content: 'kept', agentId: agent.id, agentName: agent.name });
      expect(await agents().remove(stage.cast.a2, agent.id)).toBe('done');
      expect(await agents().remove(stage.cast.a2, agent.id)).toBe('not_found');
      expect(await agents().get(stage.cast.a, agent.id)).toBeUndefined();
      expect((await agents().walk(stage.cast.a, { limit: 200 })).map((each) => each.id)).not.toContain(agent.id);
      expect(await agents().update(stage.cast.a, agent.id, { change: { model: 'x' } })).toEqual({ outcome: 'not_found' });
      expect(await agents().versions(stage.cast.a, agent.id, { limit: 10 })).toMatchObject([
        { version: 1, current: false, name: agent.name },
      ]);
      expect((await agents().version(stage.cast.a, agent.id, 1))?.current).toBe(false);
      expect((await memories.walk(stage.cast.a, { limit: 10 }, { agentId: agent.id })).map((memory) => memory.id)).toEqual([id]);
    });

    test('another project sees an agent exactly as one that does not exist', async () => {
      const { id } = await fresh();
      for (const target of [id, randomUUID()]) {
        expect(await agents().get(stage.cast.b, target)).toBeUndefined();
        expect(await agents().versions(stage.cast.b, target, { limit: 1 })).toBeUndefined();
        expect(await agents().version(stage.cast.b, target, 1)).toBeUndefined();
        expect(await agents().update(stage.cast.b, target, { change: { model: 'x' } })).toEqual({ outcome: 'not_found' });
        expect(await agents().remove(stage.cast.b, target)).toBe('not_found');
      }
      expect((await agents().get(stage.cast.a, id))?.model).toBeNull();
    });

    test('a walk visits every agent once, newest first', async () => {
      await fresh();
      await fresh();
      const whole = await agents().walk(stage.cast.a, { limit: 200 });
      const seen: Agent[] = [];
      for (let after: Agent | undefined; ;) {
        const part = await agents().walk(stage.cast.a, { limit: 2, after });
        seen.push(...part);
        if (part.length < 2) break;
        after = part.at(-1);
      }
      expect(seen).toEqual(whole);
    });

    test('the use cases turn outcomes into their errors', async () => {
      const deps = { agents: agents() };
      const { id, name } = await fresh();
      await expect(createAgent(deps, stage.cast.a, named(name))).rejects.toMatchObject({ code: 'AGENT_NAME_TAKEN' });
      await expect(updateAgent(deps, stage.cast.a, { id, change: { model: 'm' }, expected: 9 })).rejects.toMatchObject({
        code: 'AGENT_CHANGED',
      });
      await expect(getAgent(deps, stage.cast.b, id)).rejects.toMatchObject({ code: 'AGENT_NOT_FOUND' });
      await expect(deleteAgent(deps, stage.cast.b, id)).rejects.toMatchObject({ code: 'AGENT_NOT_FOUND' });
    });
  });
}
