import { hash, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { added, documents, settled, submit as send } from '../knowledge/documents.ts';
import { call } from '../product/caller.ts';
import type { Answer, Caller } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { completed, stepOf, submit, until } from '../tasks/tasks.ts';
import { approvalOf, vote } from './asking.ts';
import { newPlace, newTeam } from './people.ts';
import type { Team } from './people.ts';
import { allowMemory, allowPolicy, inForce } from './rules.ts';

const askDeletions = {
  id: 'ask-deletions',
  effect: 'require_approval',
  when: { kind: ['memory.delete', 'knowledge.delete'], credential: ['api_key'] },
  justification: 'a person looks at what goes',
};

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** Ways by which a memory is deleted. */
const doors: readonly (readonly [string, (caller: Caller, id: string) => Promise<Answer>])[] = [
  ['the plain endpoint', (caller, id) => caller.tool('delete_memory', { memory_id: id })],
  ['/mcp', (caller, id) => caller.mcp('delete_memory', { memory_id: id })],
  ['REST', (caller, id) => caller.rest('DELETE', `/v1/memories/${id}`)],
  ['an Idempotency-Key', (caller, id) => caller.tool('delete_memory', { memory_id: id }, { 'idempotency-key': `delete-${id}` })],
];

export const governedDeletionSuite: Suite = (stage) => {
  describe('where people look at deletions first', () => {
    let people: Team;
    let team: Team;
    beforeAll(async () => {
      people = await newTeam(stage);
    });
    beforeEach(async () => {
      team = await newPlace(stage, people);
      await inForce(team.at(team.owner), [askDeletions, allowMemory, allowPolicy]);
    });

    const saved = async (content: string): Promise<string> => (await team.agent.tool('save_memory', { content })).body.result.memory_id;
    const contents = async (): Promise<string[]> =>
      (await team.agent.tool('get_memories', {})).body.result.memories.map(({ content }: { content: string }) => content);
    const change = (id: string, body: object): Promise<Answer> => team.agent.rest('PATCH', `/v1/memories/${id}`, body);
    const approve = (id: string): Promise<Answer> => vote(team.at(team.approver), id, 'approve');
    const card = async (id: string) => (await team.at(team.approver).rest('GET', `/v1/approvals/${id}`)).body;

    const imported = ({ agent: { baseUrl, secret } }: Team, memory: object): Promise<Answer> =>
      call(`${baseUrl}/v1/memories/import`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/x-ndjson' },
        body: JSON.stringify(memory),
      });

    test.each(doors)('what says something else by now is not deleted through %s by what was approved before', async (_, remove) => {
      const id = await saved('seen');
      const first = approvalOf(await remove(team.agent, id));
      expect(approvalOf(await remove(team.agent, id))).toBe(first);
      expect(JSON.parse((await card(first)).canonical)).toEqual({
        kind: 'memory.delete',
        memory_id: id,
        version: 1,
        content_hash: sha256('seen'),
      });
      await approve(first);
      expect((await change(id, { content: 'not seen' })).status).toBe(200);
      const second = approvalOf(await remove(team.agent, id));
      expect(second).not.toBe(first);
      expect(await contents()).toEqual(['not seen']);
      expect(await card(first)).toMatchObject({ status: 'superseded', superseded_by: second });
      await approve(second);
      await remove(team.agent, id);
      expect([await contents(), (await card(second)).status]).toEqual([[], 'consumed']);
    });

    const changes: readonly (readonly [string, (id: string) => Promise<unknown>])[] = [
      ['has other metadata', (id) => change(id, { metadata: { room: 'north' } })],
      [
        'was changed and changed back',
        async (id) => {
          await change(id, { content: 'second' });
          await change(id, { content: 'first' });
        },
      ],
      [
        'came in anew under the same id',
        async (id) => {
          expect((await team.at(team.owner).rest('DELETE', `/v1/memories/${id}`)).status).toBe(204);
          const brought = await imported(team, { id, content: 'brought in' });
          expect([brought.status, brought.body.accepted]).toEqual([200, 1]);
        },
      ],
    ];

    test.each(changes)('the deletion of a memory is approved anew when it %s', async (_, alter) => {
      const id = await saved('first');
      const remove = () => team.agent.rest('DELETE', `/v1/memories/${id}`);
      const first = approvalOf(await remove());
      await approve(first);
      await alter(id);
      expect(approvalOf(await remove())).not.toBe(first);
      expect(await contents()).toHaveLength(1);
    });

    test('a document that was replaced is not deleted by what was approved of the one before', async () => {
      const id = await added(team.agent, 'ships.md', 'The ships are counted at noon.');
      const remove = () => team.agent.rest('DELETE', `${documents}/${id}`);
      const first = approvalOf(await remove());
      expect(JSON.parse((await card(first)).canonical)).toEqual({
        kind: 'knowledge.delete',
        document_id: id,
        title: 'ships.md',
        media_type: 'text/markdown',
        size: 30,
        sha256: sha256('The ships are counted at noon.'),
      });
      await approve(first);
      await send(team.agent, 'ships.md', 'The ships are not counted any more.');
      await settled(team.agent, id);
      const second = approvalOf(await remove());
      expect(second).not.toBe(first);
      expect(await card(first)).toMatchObject({ status: 'superseded', superseded_by: second });
      expect((await team.agent.rest('GET', `${documents}/${id}`)).status).toBe(200);
      await approve(second);
      expect([(await remove()).status, (await team.agent.rest('GET', `${documents}/${id}`)).status]).toEqual([204, 404]);
    });

    test('a change that comes at the same time is never deleted unseen', async () => {
      for (let round = 0; round < 8; round += 1) {
        const id = await saved('seen');
        const name = `${randomUUID()}.md`;
        const document = await added(team.agent, name, 'Seen.');
        const removals = [
          () => team.agent.rest('DELETE', `/v1/memories/${id}`),
          () => team.agent.rest('DELETE', `${documents}/${document}`),
        ];
        for (const remove of removals) await approve(approvalOf(await remove()));
        const [changed, forgotten, put, removed] = await Promise.all([
          change(id, { content: 'not seen' }),
          removals[0]?.(),
          team.agent.rest('POST', documents, { title: name, content: 'Not seen.' }),
          removals[1]?.(),
        ]);
        expect([changed.status, forgotten?.status]).not.toEqual([200, 204]);
        const standing = await team.agent.rest('GET', `/v1/memories/${id}`);
        expect([changed.status, standing.status]).toEqual(forgotten?.status === 204 ? [404, 404] : [200, 200]);
        // One that comes after the deletion is another document.
        expect(put.status).toBe(202);
        expect((await team.agent.rest('GET', `${documents}/${put.body.document_id}`)).status).toBe(200);
        expect([204, 403, 409]).toContain(removed?.status);
        if (put.body.document_id === document) expect(removed?.status).not.toBe(204);
      }
    });

    test('a step of a task waits anew for what says something else by now', async () => {
      const id = await saved('seen');
      const task = await submit(team.agent, { steps: [{ id: 'drop', kind: 'memory.delete', input: { memory_id: id } }] });
      const first = stepOf(await until(team.agent, task, ['waiting_approval']), 'drop').approval_id;
      await change(id, { content: 'not seen' });
      await approve(first);
      const deadline = performance.now() + 20_000;
      let second = first;
      while (second === first && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        second = stepOf(await until(team.agent, task, ['waiting_approval', 'completed']), 'drop').approval_id;
      }
      expect(second).not.toBe(first);
      expect(await contents()).toEqual(['not seen']);
      expect((await card(first)).status).toBe('superseded');
      await approve(second);
      await completed(team.agent, task);
      expect(await contents()).toEqual([]);
    });
  });
};
