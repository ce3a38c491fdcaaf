import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../product/caller.ts';
import type { Project, Suite } from '../product/stage.ts';
import { remember } from './found.ts';

interface Item {
  readonly kind: 'memory' | 'passage';
  readonly id: string;
  readonly text: string;
  readonly score: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- its shape is what is checked
  readonly source: any;
}

async function context(caller: Caller, task: string, rest: object = {}): Promise<{ items: readonly Item[]; tokens: number }> {
  const { status, body } = await caller.rest('POST', '/v1/context', { task, ...rest });
  expect([status, status === 200 ? undefined : body]).toEqual([200, undefined]);
  return body;
}

const textsOf = ({ items }: { items: readonly Item[] }): readonly string[] => items.map(({ text }) => text);

async function addDocument(caller: Caller, title: string, content: string): Promise<string> {
  const { body } = await caller.rest('POST', '/v1/knowledge/documents', { title, content });
  const path = `/v1/knowledge/documents/${body.document_id}`;
  for (let i = 0; i < 300; i++) {
    const { status } = (await caller.rest('GET', path)).body;
    if (status === 'ready') return body.document_id;
    if (status === 'failed') throw new Error('the document failed');
    await sleep(100);
  }
  throw new Error('the document was not ready in time');
}

export const contextSuite: Suite = (stage) => {
  describe('a context for a task', () => {
    let project: Project;
    beforeAll(async () => {
      project = await stage.newProject();
    });

    test('holds memories and passages with their sources, and passages can be found again in the document', async () => {
      const { caller } = await stage.newProject();
      const handbook =
        '# Handbook\n\n## Refunds\n\nRefunds take five working days after approval.\n\n## Parking\n\nThe garage opens at six.\n';
      const document = await addDocument(caller, 'handbook.md', handbook);
      const id = await remember(caller, 'Refunds for Contoso need approval by Priya.', {
        agent_name: 'Ada',
        session_id: 's1',
        agent_id: 'a1',
      });
      const { items, tokens } = await context(caller, 'How long do refunds take for Contoso, and who approves them?');
      const memory = items.find(({ kind }) => kind === 'memory');
      expect(memory).toMatchObject({
        id,
        text: 'Refunds for Contoso need approval by Priya.',
        source: { scope: 'agent', agent_id: 'a1', agent_name: 'Ada', session_id: 's1', occurred_at: expect.stringMatching(/Z$/) },
      });
      const passage = items.find(({ kind }) => kind === 'passage');
      expect(passage?.source).toMatchObject({ document_id: document, title: 'handbook.md' });
      expect(passage?.text).toContain('five working days');
      const { content } = (await caller.rest('GET', `/v1/knowledge/documents/${document}/content`)).body;
      expect(content.slice(passage?.source.start, passage?.source.end)).toBe(passage?.text);
      expect(tokens).toBeGreaterThan(0);
      for (const { score } of items) expect(score).toBeGreaterThan(0);
    });

    test('fits the budget, whatever it is', async () => {
      const { caller } = await stage.newProject();
      for (let i = 0; i < 30; i++) await remember(caller, `Ship ${i} carries ${'cargo of many kinds '.repeat(i + 1)}to the harbour.`);
      let before = 0;
      for (const budget of [1, 16, 60, 300, 2000, 1_000_000]) {
        const { items, tokens } = await context(caller, 'Which ships carry cargo to the harbour?', { max_tokens: budget });
        expect(tokens).toBeLessThanOrEqual(budget);
        expect(tokens === 0).toBe(items.length === 0);
        // A token has more than one character of English, so the budget binds what is really there.
        expect(textsOf({ items }).join('').length).toBeLessThanOrEqual(budget * 12);
        expect(tokens).toBeGreaterThanOrEqual(before);
        before = tokens;
      }
      expect(before).toBeGreaterThan(1000);
      const standard = await context(caller, 'Which ships carry cargo to the harbour?');
      expect(standard.tokens).toBeLessThanOrEqual(2000);
    });

    test('says nothing twice, across memories and passages', async () => {
      const { caller } = await stage.newProject();
      await addDocument(caller, 'facts.txt', 'The moon landing was in July 1969.');
      await remember(caller, 'The moon landing was in July 1969.');
      await remember(caller, 'The moon landing was in july 1969!');
      const { items } = await context(caller, 'When was the moon landing?');
      expect(items).toHaveLength(1);
    });

    test('shows the newest of two statements that contradict each other first, also when it was saved first', async () => {
      const { caller } = await stage.newProject();
      await remember(caller, 'The release is planned for Friday.', { occurred_at: '2026-05-02T10:00:00Z' });
      await remember(caller, 'The release is planned for Monday.', { occurred_at: '2026-05-01T10:00:00Z' });
      const texts = textsOf(await context(caller, 'When is the release planned?'));
      expect(texts).toEqual(['The release is planned for Friday.', 'The release is planned for Monday.']);
    });

    test('takes an updated memory for the newer statement', async () => {
      const { caller } = await stage.newProject();
      const id = await remember(caller, 'The office is in Porto.', { occurred_at: '2020-01-01T00:00:00Z' });
      await remember(caller, 'The office is in Braga.');
      await caller.rest('PATCH', `/v1/memories/${id}`, { content: 'The office is in Lisbon.' });
      expect(textsOf(await context(caller, 'Where is the office?'))).toEqual(['The office is in Lisbon.', 'The office is in Braga.']);
    });

    test('of an agent holds its own memories, those of system scope and those of no agent', async () => {
      const { caller } = await stage.newProject();
      await remember(caller, 'rocket fuel is stored in hall one', { agent_id: 'a1' });
      await remember(caller, 'rocket parts arrive from Bremen tomorrow', { agent_id: 'a2' });
      await remember(caller, 'every rocket needs two signatures', { agent_id: 'a2', scope: 'system' });
      await remember(caller, 'the rocket team meets on Monday');
      const own = await context(caller, 'rocket', { agent_id: 'a1' });
      expect(textsOf(own).toSorted()).toEqual([
        'every rocket needs two signatures',
        'rocket fuel is stored in hall one',
        'the rocket team meets on Monday',
      ]);
      expect(textsOf(await context(caller, 'rocket'))).toHaveLength(4);
      expect(textsOf(await context(caller, 'rocket', { agent_id: 'nobody' })).toSorted()).toEqual([
        'every rocket needs two signatures',
        'the rocket team meets on Monday',
      ]);
    });

    test('of a long task finds what single sentences of it ask for', async () => {
      const { caller } = await stage.newProject();
      await remember(caller, 'Marmalade is kept in the cellar.');
      const filler = Array.from(
        { length: 12 },
        (_, i) => `Paragraph ${i} describes procedures, escalations, quarterly reviews and topic${i}.`,
      ).join(' ');
      const texts = textsOf(await context(caller, `${filler} Find out where marmalade is kept.`));
      expect(texts).toContain('Marmalade is kept in the cellar.');
    });

    test('of a task that nothing is known about, or that has no words, is empty', async () => {
      const { caller } = await stage.newProject();
      await remember(caller, 'sunflowers');
      for (const task of ['quantum chromodynamics', 'the of and', '!?', '☃'])
        expect(await context(caller, task)).toEqual({ items: [], tokens: 0 });
    });

    test.each([
      [{}, 'task'],
      [{ task: '' }, 'task'],
      [{ task: '  ' }, 'task'],
      [{ task: 'x'.repeat(16_001) }, 'task'],
      [{ task: 'a\0' }, 'task'],
      [{ task: 'x', max_tokens: 0 }, 'max_tokens'],
      [{ task: 'x', max_tokens: -5 }, 'max_tokens'],
      [{ task: 'x', max_tokens: 1.5 }, 'max_tokens'],
      [{ task: 'x', agent_id: 7 }, 'agent_id'],
      [{ task: 'x', scope: 'agent' }, 'scope'],
    ])('refuses %j, naming %s', async (body, path) => {
      const answer = await project.caller.rest('POST', '/v1/context', body);
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_params']);
      expect(answer.body.issues).toMatchObject([{ path }]);
    });
  });
};
