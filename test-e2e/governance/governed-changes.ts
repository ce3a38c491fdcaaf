import { hash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer, Caller } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { completed, stepOf, submit, until } from '../tasks/tasks.ts';
import { approvalOf, vote } from './asking.ts';
import { newPlace, newTeam } from './people.ts';
import type { Team } from './people.ts';
import { allowMemory, allowPolicy, inForce } from './rules.ts';

const askChanges = {
  id: 'ask-changes',
  effect: 'require_approval',
  when: { kind: ['memory.write'], args: [{ path: '/memory_id', op: 'matches', value: '*' }], credential: ['api_key'] },
  justification: 'a person looks at what is overwritten',
};

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** Ways by which a memory is overwritten with the text "wanted", which was its first. */
const doors: readonly (readonly [string, (caller: Caller, id: string) => Promise<Answer>])[] = [
  ['the plain endpoint', (caller, id) => caller.tool('update_memory', { memory_id: id, content: 'wanted' })],
  ['/mcp', (caller, id) => caller.mcp('update_memory', { memory_id: id, content: 'wanted' })],
  ['REST', (caller, id) => caller.rest('PATCH', `/v1/memories/${id}`, { content: 'wanted' })],
  [
    'an Idempotency-Key',
    (caller, id) => caller.tool('update_memory', { memory_id: id, content: 'wanted' }, { 'idempotency-key': `update-${id}` }),
  ],
  ['the return of a former version', (caller, id) => caller.rest('POST', `/v1/memories/${id}/restore`, { version: 1 })],
];

/** Who approves a change approves it of what the memory says then. */
export const governedChangeSuite: Suite = (stage) => {
  describe('where people look at changes of memories first', () => {
    let people: Team;
    let team: Team;
    beforeAll(async () => {
      people = await newTeam(stage);
    });
    beforeEach(async () => {
      team = await newPlace(stage, people);
      await inForce(team.at(team.owner), [askChanges, allowMemory, allowPolicy]);
    });

    const saved = async (content: string): Promise<string> => (await team.agent.tool('save_memory', { content })).body.result.memory_id;
    const contents = async (): Promise<string[]> =>
      (await team.agent.tool('get_memories', {})).body.result.memories.map(({ content }: { content: string }) => content);
    /** By a person, whom the rules do not ask. */
    const change = async (id: string, body: object): Promise<void> => {
      expect((await team.at(team.owner).rest('PATCH', `/v1/memories/${id}`, body)).status).toBe(200);
    };
    const approve = (id: string): Promise<Answer> => vote(team.at(team.approver), id, 'approve');
    const card = async (id: string) => (await team.at(team.approver).rest('GET', `/v1/approvals/${id}`)).body;

    test.each(doors)('what says something else by now is not overwritten through %s by what was approved before', async (_, write) => {
      const id = await saved('wanted');
      await change(id, { content: 'seen' });
      const first = approvalOf(await write(team.agent, id));
      expect(approvalOf(await write(team.agent, id))).toBe(first);
      expect(JSON.parse((await card(first)).canonical)).toMatchObject({
        kind: 'memory.write',
        memory_id: id,
        replaces: { version: 2, content_hash: sha256('seen') },
      });
      await approve(first);
      await change(id, { content: 'not seen' });
      const second = approvalOf(await write(team.agent, id));
      expect(second).not.toBe(first);
      expect(await contents()).toEqual(['not seen']);
      expect(await card(first)).toMatchObject({ status: 'superseded', superseded_by: second });
      await approve(second);
      await write(team.agent, id);
      expect([await contents(), (await card(second)).status]).toEqual([['wanted'], 'consumed']);
    });

    test('another change of the same memory is asked for beside it', async () => {
      const id = await saved('seen');
      const asked = (body: object) => team.agent.rest('PATCH', `/v1/memories/${id}`, body);
      const first = approvalOf(await asked({ content: 'one' }));
      const second = approvalOf(await asked({ content: 'two' }));
      const third = approvalOf(await asked({ metadata: { room: 'north' } }));
      for (const approval of [first, second, third]) expect((await card(approval)).status).toBe('pending');
      await approve(second);
      expect((await asked({ content: 'two' })).status).toBe(200);
      expect(await contents()).toEqual(['two']);
    });

    test('a change that comes at the same time is never overwritten unseen', async () => {
      for (let round = 0; round < 8; round += 1) {
        const id = await saved('seen');
        const write = () => team.agent.rest('PATCH', `/v1/memories/${id}`, { content: 'wanted' });
        await approve(approvalOf(await write()));
        const [, written] = await Promise.all([change(id, { content: 'not seen' }), write()]);
        const { data } = (await team.agent.rest('GET', `/v1/memories/${id}/history`)).body;
        // Where both were done, that of the person came after it.
        const order = data.map(({ content }: { content: string }) => content);
        expect(order).toEqual(written.status === 200 ? ['not seen', 'wanted', 'seen'] : ['not seen', 'seen']);
        expect([200, 403, 409]).toContain(written.status);
      }
    });

    test('changes that the rules allow are all done, though they come at once', async () => {
      const id = await saved('seen');
      const deny = { ...askChanges, id: 'deny-none', effect: 'deny', when: { kind: ['memory.write'], agent: ['nobody'] } };
      await inForce(team.at(team.owner), [deny, allowMemory, allowPolicy]);
      const writes = ['a', 'b', 'c', 'd'].map((content) => team.agent.rest('PATCH', `/v1/memories/${id}`, { content }));
      expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    });

    test('a step of a task waits anew for what says something else by now', async () => {
      const id = await saved('seen');
      const task = await submit(team.agent, {
        steps: [{ id: 'set', kind: 'memory.update', input: { memory_id: id, content: 'wanted' } }],
      });
      const first = stepOf(await until(team.agent, task, ['waiting_approval']), 'set').approval_id;
      await change(id, { content: 'not seen' });
      await approve(first);
      const deadline = performance.now() + 20_000;
      let second = first;
      while (second === first && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        second = stepOf(await until(team.agent, task, ['waiting_approval', 'completed']), 'set').approval_id;
      }
      expect(second).not.toBe(first);
      expect(await contents()).toEqual(['not seen']);
      expect((await card(first)).status).toBe('superseded');
      await approve(second);
      await completed(team.agent, task);
      expect(await contents()).toEqual(['wanted']);
    });

    test('a step of a task whose plan asks waits anew too, where the rules allow it', async () => {
      await inForce(team.at(team.owner), [allowMemory, allowPolicy]);
      const id = await saved('seen');
      const step = { id: 'set', kind: 'memory.update', input: { memory_id: id, content: 'wanted' }, needs_approval: true };
      const task = await submit(team.agent, { steps: [step] });
      const first = stepOf(await until(team.agent, task, ['waiting_approval']), 'set').approval_id;
      expect(JSON.parse((await card(first)).canonical)).toMatchObject({ replaces: { version: 1, content_hash: sha256('seen') } });
      await change(id, { content: 'not seen' });
      await approve(first);
      await expect
        .poll(async () => stepOf(await until(team.agent, task, ['waiting_approval', 'completed']), 'set').approval_id, { timeout: 20_000 })
        .not.toBe(first);
      expect(await contents()).toEqual(['not seen']);
    });
  });
};
