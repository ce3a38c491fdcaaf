import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { rareWord } from '../product/rare-word.ts';
import type { Project, Suite } from '../product/stage.ts';
import { completed, path, post, save, stepOf, until } from './tasks.ts';
import type { GivenStep } from './tasks.ts';

/** A task of an agent is carried out as the agent's definition says, as that was when it was submitted. */
export const agentSuite: Suite = (stage) => {
  describe('a task of an agent', () => {
    let project: Project;
    beforeAll(async () => {
      project = await stage.newProject();
    });
    const define = async (definition: object): Promise<{ readonly id: string; readonly name: string }> => {
      const { status, body } = await project.caller.rest('POST', '/v1/agents', { name: `agent ${randomUUID()}`, ...definition });
      expect(status).toBe(201);
      return body;
    };
    const submitFor = (agentId: string, steps: readonly GivenStep[], rest: object = {}) =>
      project.caller.rest('POST', path, { goal: `for ${agentId}`, agent_id: agentId, run: true, plan: { steps }, ...rest });
    // oxlint-disable-next-line typescript/no-explicit-any -- a suite looks into bodies whose shape is what it checks
    const done = async (agentId: string, steps: readonly GivenStep[]): Promise<any> =>
      completed(project.caller, (await submitFor(agentId, steps)).body.id);
    const memoryOf = async (task: unknown, step: string) =>
      (await project.caller.rest('GET', `/v1/memories/${stepOf(task, step).output.memory_id}`)).body;

    test('tells the version that it is bound to, which a later change does not touch', async () => {
      const { id } = await define({ tools: ['save_memory'] });
      const wait: GivenStep = { id: 'w', kind: 'wait', input: { event: 'x' } };
      const { body } = await submitFor(id, [wait, save('a', 'bound', { depends_on: ['w'] })]);
      expect(body).toMatchObject({ agent_id: id, agent_version: 1 });
      await until(project.caller, body.id, ['waiting_event']);
      await project.caller.rest('PATCH', `/v1/agents/${id}`, { tools: ['search_knowledge'], memory_scope: 'system' });
      expect((await submitFor(id, [save('a', 'x')])).status).toBe(400);
      expect((await submitFor(id, [wait])).body.agent_version).toBe(2);
      await project.caller.rest('DELETE', `/v1/agents/${id}`);
      await post(project.caller, body.id, 'steps/w/result', { status: 'succeeded' });
      const task = await completed(project.caller, body.id);
      expect(await memoryOf(task, 'a')).toMatchObject({ scope: 'agent', agent_id: id });
    });

    test('is refused when a step is not among its tools, naming it, and nothing is kept of it', async () => {
      const { id, name } = await define({ tools: ['save_memory', 'checkpoint'] });
      const before = (await project.caller.rest('GET', `${path}?agent_id=${id}`)).body.data;
      const { status, body } = await submitFor(id, [
        save('a', 'x'),
        { id: 'b', kind: 'memory.delete', input: { memory_id: randomUUID() } },
        { id: 'c', kind: 'wait', input: { seconds: 1 } },
      ]);
      expect([status, body.code, body.issues]).toEqual([
        400,
        'invalid_params',
        [{ path: 'plan.steps.1.kind', message: expect.stringContaining('memory.delete is not among the tools of agent') }],
      ]);
      expect(body.detail).toContain(name);
      expect((await project.caller.rest('GET', `${path}?agent_id=${id}`)).body.data).toEqual(before);
    });

    test('takes no other plan with such a step either', async () => {
      const { id } = await define({ tools: ['save_memory'] });
      const { body } = await submitFor(id, [save('a', 'x')], { run: false });
      const plan = { steps: [{ id: 'f', kind: 'memory.search', input: { query: 'x' } }] };
      expect((await post(project.caller, body.id, 'plan', { plan })).status).toBe(400);
      expect((await project.caller.rest('GET', `${path}/${body.id}`)).body).toMatchObject({ status: 'planned', revision: 1 });
    });

    test('is looked at again when a step runs, where what it does comes from an earlier one', async () => {
      const { id } = await define({ tools: ['save_memory', 'file.write', 'get_memories'] });
      const action = { kind: 'shell.exec', command: 'ls', cwd: '/repo', workspace_root: '/repo' };
      const { body } = await submitFor(id, [
        { id: 'w', kind: 'wait', input: { event: 'x' } },
        { id: 'act', kind: 'action', input: { action: '{{steps.w.output}}' }, depends_on: ['w'] },
      ]);
      await until(project.caller, body.id, ['waiting_event']);
      await post(project.caller, body.id, 'steps/w/result', { status: 'succeeded', output: action });
      expect(await until(project.caller, body.id, ['failed', 'completed', 'waiting_event'])).toMatchObject({
        status: 'failed',
        error: { code: 'tool_not_allowed' },
      });
    });

    test('starts no task below it that may do more than it may', async () => {
      const caller = await define({ tools: ['task', 'save_memory'] });
      const child = (plan: object) => ({ id: 'child', kind: 'task', input: { goal: randomUUID(), plan } });
      const rejected = await submitFor(caller.id, [
        child({ steps: [{ id: 'd', kind: 'memory.delete', input: { memory_id: randomUUID() } }] }),
      ]);
      expect(await until(project.caller, rejected.body.id, ['failed', 'completed'])).toMatchObject({
        status: 'failed',
        error: { code: 'tool_not_allowed' },
      });
      const task = await done(caller.id, [child({ steps: [save('s', 'from below')] })]);
      const below = (await project.caller.rest('GET', `${path}/${stepOf(task, 'child').output.task_id}`)).body;
      expect(below).toMatchObject({ agent_id: caller.id, agent_version: 1, status: 'completed' });
    });

    test('saves as its agent, and with its scope', async () => {
      const [own, shared] = [await define({}), await define({ memory_scope: 'system' })];
      expect(await memoryOf(await done(own.id, [save('a', 'own')]), 'a')).toMatchObject({
        scope: 'agent',
        agent_id: own.id,
        agent_name: own.name,
      });
      expect(await memoryOf(await done(shared.id, [save('a', 'shared')]), 'a')).toMatchObject({ scope: 'system', agent_id: shared.id });
      const wide = await submitFor(own.id, [save('a', 'x', { input: { content: 'x', scope: 'system' } })]);
      expect([wide.status, wide.body.issues]).toMatchObject([400, [{ path: 'plan.steps.0.input.scope' }]]);
      const other = await submitFor(own.id, [save('a', 'x', { input: { content: 'x', agent_id: shared.id } })]);
      expect([other.status, other.body.issues]).toMatchObject([400, [{ path: 'plan.steps.0.input.agent_id' }]]);
    });

    test('finds what its agent may read: its own, what is for all, and what is of nobody', async () => {
      const [one, two, all] = [await define({}), await define({}), await define({ memory_scope: 'system' })];
      const word = rareWord();
      await done(one.id, [save('a', `${word} of one`)]);
      await done(two.id, [save('a', `${word} of two`)]);
      await done(all.id, [save('a', `${word} for all`)]);
      await project.caller.rest('POST', '/v1/memories', { content: `${word} of nobody` });
      const task = await done(one.id, [{ id: 'f', kind: 'memory.search', input: { query: word } }]);
      const found = stepOf(task, 'f').output.memories.map(({ content }: { content: string }) => content);
      expect(found.toSorted()).toEqual([`${word} for all`, `${word} of nobody`, `${word} of one`]);
      const { body } = await project.caller.rest('POST', '/v1/context', { task: word, agent_id: one.id });
      expect(body.items.map(({ text }: { text: string }) => text).toSorted()).toEqual(found.toSorted());
    });

    test('changes only what is its agent own to change', async () => {
      const [one, two, all] = [await define({}), await define({}), await define({ memory_scope: 'system' })];
      const idOf = async (agentId: string) => stepOf(await done(agentId, [save('a', `of ${agentId}`)]), 'a').output.memory_id;
      const [ofTwo, ofAll] = [await idOf(two.id), await idOf(all.id)];
      const change = (memoryId: string): GivenStep => ({ id: 'c', kind: 'memory.update', input: { memory_id: memoryId, content: 'new' } });
      for (const [agentId, memoryId] of [
        [one.id, ofTwo],
        [one.id, ofAll],
        [all.id, ofTwo],
      ] as const) {
        const { body } = await submitFor(agentId, [change(memoryId)]);
        expect(await until(project.caller, body.id, ['failed', 'completed'])).toMatchObject({
          status: 'failed',
          error: { code: 'memory_out_of_scope' },
        });
        expect((await project.caller.rest('GET', `/v1/memories/${memoryId}`)).body.content).not.toBe('new');
      }
      await done(all.id, [change(ofAll)]);
      await done(two.id, [change(ofTwo)]);
    });

    test('is refused for an agent that is not there, was deleted, or is of another project; a name alone is a name', async () => {
      const gone = await define({});
      await project.caller.rest('DELETE', `/v1/agents/${gone.id}`);
      const elsewhere = await stage.newProject();
      const foreign = (await elsewhere.caller.rest('POST', '/v1/agents', { name: 'foreign' })).body.id;
      for (const id of [randomUUID(), gone.id, foreign]) expect((await submitFor(id, [save('a', 'x')])).status).toBe(404);
      const named = await submitFor('planner', [save('a', 'x')]);
      expect([named.status, named.body.agent_id, named.body.agent_version]).toEqual([201, 'planner', null]);
    });
  });
};
