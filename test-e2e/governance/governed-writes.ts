import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { added } from '../knowledge/documents.ts';
import type { Answer, Caller } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { vote } from './asking.ts';
import { newPlace, newTeam } from './people.ts';
import type { Team } from './people.ts';
import { allowPolicy, askWrites, inForce } from './rules.ts';

export const governedWriteSuite: Suite = (stage) => {
  describe('where people look at writes first', () => {
    let people: Team;
    let team: Team;
    let memoryId: string;
    let documentId: string;
    beforeAll(async () => {
      people = await newTeam(stage);
    });
    beforeEach(async () => {
      team = await newPlace(stage, people);
      memoryId = (await team.agent.tool('save_memory', { content: 'before' })).body.result.memory_id;
      documentId = await added(team.agent, 'ships.md', 'The ships are counted at noon.');
      await inForce(team.at(team.owner), [askWrites, allowPolicy]);
    });

    const contents = async (caller: Caller): Promise<string[]> =>
      (await caller.tool('get_memories', {})).body.result.memories.map(({ content }: { content: string }) => content);

    /** The approval that each door names in its own form. */
    function approvalOf({ status, body }: Answer): string {
      const told = body.error?.data ?? body.result?.structuredContent?.error ?? body;
      expect([body.result === undefined ? status : told.status, told.error ?? told.code]).toEqual([403, 'approval_required']);
      return told.approval_id;
    }

    const doors: readonly (readonly [string, (caller: Caller, content: string) => Promise<Answer>])[] = [
      ['the plain endpoint', (caller, content) => caller.tool('save_memory', { content })],
      ['/mcp', (caller, content) => caller.mcp('save_memory', { content })],
      ['REST', (caller, content) => caller.rest('POST', '/v1/memories', { content })],
      [
        'an Idempotency-Key',
        (caller, content) => caller.tool('save_memory', { content }, { 'idempotency-key': content.replaceAll(' ', '-') }),
      ],
      [
        'REST with one',
        (caller, content) => caller.rest('POST', '/v1/memories', { content }, { 'idempotency-key': content.replaceAll(' ', '-') }),
      ],
    ];

    test.each(doors)('a memory saved through %s waits, and is saved once when it is asked for again', async (name, save) => {
      const content = `through ${name.replaceAll(/\W/g, '-')}`;
      const id = approvalOf(await save(team.agent, content));
      expect(approvalOf(await save(team.agent, content))).toBe(id);
      expect(await contents(team.agent)).toEqual(['before']);
      const card = await team.at(team.approver).rest('GET', `/v1/approvals/${id}`);
      expect(card.body).toMatchObject({ status: 'pending', kind: 'memory.write', asks: 2 });
      expect(card.body.canonical).toContain(content);
      expect((await vote(team.agent, id, 'approve')).body.code).toBe('self_approval');
      await vote(team.at(team.approver), id, 'approve');
      expect(approvalOf(await save(team.agent2, content))).not.toBe(id);
      const answers = await Promise.all([save(team.agent, content), save(team.agent, content), save(team.agent, content)]);
      const done = await contents(team.agent);
      expect(done.toSorted()).toEqual(['before', content].toSorted());
      // With a key a repeat is told the first answer; without one it waits for the next approval.
      expect(
        answers.filter(({ body }) => (body.error ?? body.result?.structuredContent?.error ?? body.code) === undefined).length,
      ).toBeGreaterThan(0);
      expect((await team.agent.rest('GET', `/v1/approvals/${id}`)).body.status).toBe('consumed');
    });

    const saved = { content: 'kept as it was approved', metadata: { room: 'north' }, agent_name: 'Ada', session_id: 's1' };
    const details: readonly (readonly [string, object])[] = [
      ['other metadata', { ...saved, metadata: { room: 'south' } }],
      ['no metadata', { ...saved, metadata: undefined }],
      ['another name', { ...saved, agent_name: 'Bo' }],
      ['another session', { ...saved, session_id: 's2' }],
      ['another time', { ...saved, occurred_at: '2020-01-01T00:00:00Z' }],
    ];

    test.each(details)('whoever approved a memory approved nothing with %s', async (_, other) => {
      const save = (body: object) => team.agent.rest('POST', '/v1/memories', body);
      const id = approvalOf(await save(saved));
      const card = await team.at(team.approver).rest('GET', `/v1/approvals/${id}`);
      for (const told of ['north', 'Ada', 's1']) expect(card.body.canonical).toContain(told);
      await vote(team.at(team.approver), id, 'approve');
      expect(approvalOf(await save(other))).not.toBe(id);
      expect((await save(saved)).status).toBe(201);
    });

    test('a change of metadata is approved for itself', async () => {
      const change = (body: object) => team.agent.rest('PATCH', `/v1/memories/${memoryId}`, body);
      const id = approvalOf(await change({ metadata: { room: 'north' } }));
      await vote(team.at(team.approver), id, 'approve');
      expect(approvalOf(await change({ metadata: null }))).not.toBe(id);
      expect(approvalOf(await change({ metadata: { room: 'north' }, content: 'after' }))).not.toBe(id);
      expect((await change({ metadata: { room: 'north' } })).status).toBe(200);
      expect(await contents(team.agent)).toEqual(['before']);
    });

    test('changing and deleting wait too, each for itself', async () => {
      const update = () => team.agent.tool('update_memory', { memory_id: memoryId, content: 'after' });
      const forget = () => team.agent.rest('DELETE', `/v1/memories/${memoryId}`);
      const remove = () => team.agent.rest('DELETE', `/v1/knowledge/documents/${documentId}`);
      const ids = [approvalOf(await update()), approvalOf(await forget()), approvalOf(await remove())];
      expect(new Set(ids).size).toBe(3);
      for (const id of ids) await vote(team.at(team.approver), id, 'approve');
      expect((await forget()).status).toBe(204);
      expect((await remove()).status).toBe(204);
      expect((await update()).body.error.data).toMatchObject({ status: 404 });
      expect([(await team.agent.rest('GET', `/v1/knowledge/documents/${documentId}`)).status, await contents(team.agent)]).toEqual([
        404,
        [],
      ]);
    });

    test('what was denied is told so, and stays undone', async () => {
      const save = () => team.agent.tool('save_memory', { content: 'unwanted' });
      await vote(team.at(team.approver), approvalOf(await save()), 'deny');
      expect((await save()).body.error.data).toMatchObject({ status: 403, error: 'policy_denied' });
      expect(await contents(team.agent)).toEqual(['before']);
    });

    test('nobody is asked about what cannot be done, whoever approved it', async () => {
      const elsewhere = (await newPlace(stage, people)).agent;
      const foreignId = (await elsewhere.tool('save_memory', { content: 'in another project' })).body.result.memory_id;
      const theirs = { status: 403, error: 'forbidden' };
      const none = { status: 404, error: 'not_found' };
      for (const [caller, memory_id, told] of [
        [team.agent2, memoryId, theirs],
        [team.agent, randomUUID(), none],
        [team.agent, foreignId, none],
      ] as const) {
        const headers = { 'idempotency-key': randomUUID() };
        for (const answer of [
          await caller.tool('update_memory', { memory_id, content: 'taken' }),
          await caller.tool('update_memory', { memory_id, content: 'taken' }, headers),
          await caller.tool('delete_memory', { memory_id }),
        ])
          expect(answer.body.error.data).toMatchObject(told);
        for (const answer of [
          await caller.rest('DELETE', `/v1/memories/${memory_id}`),
          await caller.rest('PATCH', `/v1/memories/${memory_id}`, { content: 'taken' }),
          await caller.rest('POST', `/v1/memories/${memory_id}/restore`, { version: 1 }),
        ])
          expect([answer.status, answer.body.code]).toEqual([told.status, told.error]);
      }
      expect((await team.agent.rest('DELETE', `/v1/knowledge/documents/${randomUUID()}`)).status).toBe(404);
      expect((await team.at(team.approver).rest('GET', '/v1/approvals')).body.data).toEqual([]);
      const tried = await team.at(team.owner).rest('GET', '/v1/audit?action=memory.delete&outcome=not_owned');
      expect(tried.body.data).toMatchObject([{ target: memoryId }, { target: memoryId }]);
    });

    test('an approval is not spent on what cannot be done any more', async () => {
      const update = () => team.agent.tool('update_memory', { memory_id: memoryId, content: 'after' });
      const forget = () => team.agent.tool('delete_memory', { memory_id: memoryId });
      const ids = [approvalOf(await update()), approvalOf(await forget())];
      for (const id of ids) await vote(team.at(team.approver), id, 'approve');
      expect((await forget()).body.result.success).toBe(true);
      expect((await update()).body.error.data).toMatchObject({ status: 404 });
      expect((await team.agent.rest('GET', `/v1/approvals/${ids[0]}`)).body.status).toBe('approved');
    });

    test('reading waits for nobody', async () => {
      expect(await contents(team.agent)).toEqual(['before']);
      expect((await team.agent.tool('search_knowledge', { query: 'ships' })).body.result.total).toBe(1);
    });
  });
};
