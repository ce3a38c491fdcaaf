import { hash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { added, documents, fullText, settled, submit, upload } from '../knowledge/documents.ts';
import type { Answer, Caller } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { vote } from './asking.ts';
import { newPlace, newTeam } from './people.ts';
import type { Team } from './people.ts';
import { activate, allowPolicy, inForce, written } from './rules.ts';

const rule = (effect: string, more: object = {}) => ({
  id: `${effect.replace('_', '-')}-documents`,
  effect,
  when: { kind: ['knowledge.write'], ...more },
  justification: 'what agents read is looked at first',
});

const title = 'plan.md';
const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** Ways by which a document comes in. */
const doors: readonly (readonly [string, (caller: Caller, content: string, as?: string) => Promise<Answer>])[] = [
  ['as JSON', (caller, content, as = title) => caller.rest('POST', documents, { title: as, content })],
  ['as a file', (caller, content, as = title) => upload(caller, { bytes: content, name: as, type: 'text/markdown' })],
  [
    'with an Idempotency-Key',
    (caller, content, as = title) =>
      caller.rest('POST', documents, { title: as, content }, { 'idempotency-key': sha256(`${as} ${content}`) }),
  ],
];

export const governedDocumentSuite: Suite = (stage) => {
  describe('documents that are put in', () => {
    let people: Team;
    beforeAll(async () => {
      people = await newTeam(stage);
    });

    const put = ({ agent }: Team, content: string, as = title): Promise<Answer> => agent.rest('POST', documents, { title: as, content });
    const titles = async ({ agent }: Team): Promise<readonly string[]> =>
      (await agent.rest('GET', `${documents}?limit=100`)).body.data.map((one: { title: string }) => one.title);
    const entries = async (team: Team, query: string): Promise<readonly { target: string }[]> =>
      (await team.at(team.owner).rest('GET', `/v1/audit?limit=100&${query}`)).body.data;

    test('are let in by the built-in rules without a decision on each, and not where rules deny it', async () => {
      const team = await newPlace(stage, people);
      const person = team.at(team.owner);
      const number = await written(person, [rule('deny'), allowPolicy]);
      const replayed = async () => (await person.rest('POST', `/v1/policies/revisions/${number}/replay`, {})).body;
      const before = (await replayed()).not_replayed.count;
      const id = await added(team.agent, title, 'The first plan.');
      expect((await team.agent.rest('POST', `${documents}/${id}/reindex`)).status).toBe(202);
      expect(await replayed()).toMatchObject({ replayed: 0, not_replayed: { count: before + 2 } });

      expect((await activate(person, number)).status).toBe(200);
      for (const [, send] of doors)
        for (const as of [title, 'other.md']) {
          const { status, body } = await send(team.agent, 'Other words.', as);
          expect([status, body.code, body.detail]).toEqual([403, 'policy_denied', expect.stringContaining('deny-documents')]);
        }
      // Not even the same once more, or what is there read anew.
      expect((await put(team, 'The first plan.')).body.code).toBe('policy_denied');
      for (const again of ['retry', 'reindex'])
        expect((await team.agent.rest('POST', `${documents}/${id}/${again}`)).body.code).toBe('policy_denied');
      expect([await titles(team), await fullText(team.agent, id)]).toEqual([[title], 'The first plan.']);
      expect(await entries(team, 'action=document.submit')).toHaveLength(1);
      expect(await entries(team, 'action=action.decide&outcome=deny')).toHaveLength(9);
    });

    test('are told apart by what rules say of their titles, and of what they replace', async () => {
      const team = await newPlace(stage, people);
      await submit(team.agent, 'fixed.md', 'As it is.');
      const replacing = rule('deny', { args: [{ path: '/replaces/document_id', op: 'exists' }] });
      const texts = rule('allow', { args: [{ path: '/title', op: 'matches', value: '*.md' }] });
      await inForce(team.at(team.owner), [texts, replacing, allowPolicy]);
      const answers = [
        await put(team, 'Taken.', 'new.md'),
        await put(team, 'Refused.', 'new.txt'),
        await put(team, 'Refused.', 'fixed.md'),
      ];
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
        [202, undefined],
        [403, 'policy_denied'],
        [403, 'policy_denied'],
      ]);
      expect(new Set(await titles(team))).toEqual(new Set(['fixed.md', 'new.md']));
    });

    describe('where people look first', () => {
      let team: Team;
      let first: string;
      let bad: string;
      beforeAll(async () => {
        team = await newPlace(stage, people);
        first = await added(team.agent, 'first.md', 'The first plan.');
        bad = await submit(team.agent, 'empty.md', ' \n');
        expect((await settled(team.agent, bad)).status).toBe('failed');
        await inForce(team.at(team.owner), [rule('require_approval'), allowPolicy]);
      });

      const approve = (id: string): Promise<Answer> => vote(team.at(team.approver), id, 'approve');
      const cardOf = async (id: string) => (await team.at(team.approver).rest('GET', `/v1/approvals/${id}`)).body;

      function approvalOf({ status, body }: Answer): string {
        expect([status, body.code]).toEqual([403, 'approval_required']);
        return body.approval_id;
      }

      test.each(doors)('they wait when they come %s, and come in once when they are sent again', async (name, send) => {
        const as = `${name.replaceAll(' ', '-')}.md`;
        const content = 'The plan that people looked at.';
        const id = approvalOf(await send(team.agent, content, as));
        expect(approvalOf(await send(team.agent, content, as))).toBe(id);
        expect(await titles(team)).not.toContain(as);
        const card = await cardOf(id);
        expect(card).toMatchObject({ status: 'pending', kind: 'knowledge.write', asks: 2 });
        expect(JSON.parse(card.canonical)).toEqual({
          kind: 'knowledge.write',
          title: as,
          media_type: 'text/markdown',
          size: content.length,
          sha256: sha256(content),
        });
        expect((await vote(team.agent, id, 'approve')).body.code).toBe('self_approval');
        await approve(id);
        expect(approvalOf(await send(team.agent2, content, as))).not.toBe(id);
        const begun = await entries(team, 'action=action.outcome&outcome=succeeded');
        const raced = await Promise.all([1, 2, 3].map(() => send(team.agent, content, as)));
        // Whoever comes second may find another state than the one that was approved.
        expect(raced.filter(({ status }) => status !== 202 && status !== 409)).toEqual([]);
        const { status, body } = await send(team.agent, content, as);
        expect(status).toBe(202);
        expect((await titles(team)).filter((one) => one === as)).toHaveLength(1);
        const submitted = await entries(team, 'action=document.submit&outcome=done');
        expect(submitted.filter(({ target }) => target === body.document_id)).toHaveLength(1);
        expect((await cardOf(id)).status).toBe('consumed');
        expect(await entries(team, 'action=action.outcome&outcome=succeeded')).toHaveLength(begun.length + 1);
      });

      test('they are approved as they are, and as nothing else', async () => {
        const content = 'A plan.';
        const id = approvalOf(await put(team, content));
        await approve(id);
        const file = (more: object) => upload(team.agent, { bytes: content, name: title, type: 'text/markdown', ...more });
        for (const other of [
          await put(team, `${content} And more.`),
          await put(team, content, 'other.md'),
          await file({ title: 'other.txt' }),
          // It is the same, and what is said of it is not.
          await file({ type: 'application/pdf' }),
        ])
          expect(approvalOf(other)).not.toBe(id);
        expect(await titles(team)).not.toContain(title);
        expect((await file({})).status).toBe(202);
      });

      test('they replace what was there when they were approved, and not what came since', async () => {
        const replacing = (content: string) => put(team, content, 'first.md');
        const [second, third] = [approvalOf(await replacing('The second plan.')), approvalOf(await replacing('The third plan.'))];
        const card = await cardOf(second);
        expect(JSON.parse(card.canonical).replaces).toEqual({
          document_id: first,
          media_type: 'text/markdown',
          size: 15,
          sha256: sha256('The first plan.'),
        });
        expect(card.risk.level).toBe('medium');
        for (const id of [second, third]) await approve(id);
        expect((await replacing('The second plan.')).body.document_id).toBe(first);
        expect(approvalOf(await replacing('The third plan.'))).not.toBe(third);
        await settled(team.agent, first);
        expect(await fullText(team.agent, first)).toBe('The second plan.');
      });

      test('they are read once more when people let them, and nobody is asked about one that has not failed', async () => {
        const again = (way: string, of: string) => team.agent.rest('POST', `${documents}/${of}/${way}`);
        expect((await again('retry', first)).status).toBe(409);
        const ids = [approvalOf(await again('reindex', first)), approvalOf(await again('retry', bad))];
        expect(JSON.parse((await cardOf(ids[0] ?? '')).canonical)).toMatchObject({ rereads: first, title: 'first.md' });
        for (const one of ids) await approve(one);
        expect([(await again('reindex', first)).status, (await again('retry', bad)).status]).toEqual([202, 202]);
      });
    });
  });
};
