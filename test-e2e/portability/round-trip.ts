import { randomUUID } from 'node:crypto';
import { createStoreFolder } from '@cairn/test-kit';
import { describe, expect, test } from 'vitest';
import { newMember, newOwner, signIn } from '../accounts/people.ts';
import { allowMemory, allowPolicy } from '../governance/rules.ts';
import { added } from '../knowledge/documents.ts';
import { startProduct } from '../product/start-product.ts';
import type { Stage, Suite } from '../product/stage.ts';
import { completed, save, submit } from '../tasks/tasks.ts';
import { archiveOf, brought, contentOf, taken, type Line } from './archives.ts';

export const harbourText = 'The harbour master keeps a log.\n'.repeat(200);
/** Of more than one part, with little to read. */
export const longText = `<html><body><!-- ${'x'.repeat(1_100_000)} --><p>Tides and moorings.</p></body></html>`;

/** A project with something of everything in it, its owner and a member. */
export async function richProject(stage: Stage) {
  const owner = await newOwner(stage);
  const member = await newMember(stage, owner, 'member');
  const { projectId } = owner;
  const [own, theirs] = [owner.in(projectId), member.in(projectId)];
  const saved = await own.rest('POST', '/v1/memories', {
    content: 'The harbour closes at six. 😀',
    metadata: { topic: 'harbour', tags: ['a', 'b'] },
    session_id: 'today',
    occurred_at: '2026-03-01T09:30:00.000Z',
  });
  await own.rest('PATCH', `/v1/memories/${saved.body.id}`, { content: 'The harbour closes at seven.' });
  await theirs.rest('POST', '/v1/memories', { content: 'A note of the member.', scope: 'system', agent_name: 'Ada' });
  const agent = await own.rest('POST', '/v1/agents', {
    name: `keeper ${randomUUID()}`,
    instructions: 'Keep the lamp lit.',
    tools: ['save_memory'],
  });
  await own.rest('PATCH', `/v1/agents/${agent.body.id}`, { description: 'Of the lighthouse.' });
  await completed(own, await submit(own, { goal: 'Light the lamp.', steps: [save('lit', 'The lamp is lit.')] }));
  await added(own, 'harbour.txt', harbourText);
  await added(own, 'long.html', longText);
  const revision = await own.rest('POST', '/v1/policies/revisions', { name: 'house rules', rules: [allowMemory, allowPolicy] });
  const activated = await own.rest('POST', `/v1/policies/revisions/${revision.body.number}/activate`);
  if (activated.status !== 200) throw new Error(activated.text);
  return { owner, member, projectId, memoryId: saved.body.id as string };
}

/** What is its person's alone. */
const personal = new Set(['memory', 'task']);

/** What an archive says without the decision by which the policy came into force where it was brought in. */
function withoutOwn(back: readonly Line[], lines: readonly Line[]): readonly Line[] {
  const came = new Set(lines.map(({ id }) => id));
  return contentOf(back).filter(({ kind, id }) => (kind !== 'decision' && kind !== 'execution') || came.has(id));
}

export const roundTripSuite: Suite = (stage) => {
  describe('a project that is taken out', () => {
    test('comes in elsewhere as it was: another service gives the same archive again', async () => {
      const { owner, projectId, memoryId } = await richProject(stage);
      const lines = await taken(owner, projectId);
      const kinds = Map.groupBy(lines, ({ kind }) => kind as string);
      expect(Object.fromEntries([...kinds].map(([kind, of]) => [kind, of.length]))).toMatchObject({
        header: 1,
        person: 2,
        agent: 1,
        agent_version: 2,
        policy_revision: 1,
        policy_state: 1,
        decision: 1,
        execution: 1,
        task: 1,
        task_plan: 1,
        task_step: 1,
        memory: 3,
        memory_version: 1,
        document: 2,
        original: 3,
        end: 1,
      });
      expect(kinds.get('audit')?.length).toBeGreaterThan(8);
      const folder = await createStoreFolder();
      const there = await startProduct({ dataDir: folder.path, env: { CAIRN_SIGN_UP: 'open' } });
      try {
        const someone = await signIn(there.baseUrl, there.account);
        const [workspace] = (await someone.rest('GET', '/auth/me')).body.workspaces;
        const archive = archiveOf(lines);
        const first = await brought(there.baseUrl, someone, { workspaceId: workspace.id, archive });
        expect([first.status, first.body]).toMatchObject([
          201,
          {
            created: true,
            records: { memory: 3, task: 1, document: 2 },
            policy: { active: 1, wanted: 1 },
            project: { name: 'My project' },
          },
        ]);
        const again = await brought(there.baseUrl, someone, { workspaceId: workspace.id, archive });
        expect([again.status, again.body]).toMatchObject([200, { created: false, project: { id: first.body.project.id } }]);

        const caller = someone.in(first.body.project.id);
        const history = await caller.rest('GET', `/v1/memories/${memoryId}/history`);
        expect(history.body.data.map(({ content }: { content: string }) => content)).toEqual([
          'The harbour closes at seven.',
          'The harbour closes at six. 😀',
        ]);
        const found = await caller.rest('GET', `/v1/memories?metadata=${encodeURIComponent('{"topic":"harbour"}')}`);
        expect(found.body.data).toMatchObject([{ id: memoryId, session_id: 'today', occurred_at: '2026-03-01T09:30:00.000Z' }]);
        expect((await caller.rest('GET', '/v1/policies')).body.project).toMatchObject({ number: 1, name: 'house rules', active: true });
        await expect
          .poll(
            async () => (await caller.rest('GET', '/v1/knowledge/documents')).body.data.map(({ status }: { status: string }) => status),
            {
              timeout: 60_000,
            },
          )
          .toEqual(['ready', 'ready']);
        const search = await caller.rest('POST', '/v1/knowledge/search', { query: 'harbour master log', synthesize: false });
        expect(search.body.results[0].passage).toContain('harbour master');

        const back = await taken(someone, first.body.project.id);
        // Whoever is unknown here is the person who brought it in.
        const settled = (of: typeof lines) =>
          withoutOwn(of, lines)
            .filter(({ kind }) => kind !== 'person')
            .map((line) => (personal.has(line['kind']) ? { ...line, user_id: undefined } : line));
        expect(settled(back)).toEqual(settled(lines));
        const audit = (of: typeof lines, kind: string) => of.filter((line) => line['kind'] === kind).map(({ line }) => line as string);
        expect(audit(back, 'former_audit')).toEqual(audit(lines, 'audit'));
      } finally {
        await there.stop();
        await folder.remove();
      }
    });

    test('comes into another workspace of the same service with its people, each with their own memories', async () => {
      const { owner, member, projectId } = await richProject(stage);
      const lines = await taken(owner, projectId);
      const arrived = await brought(stage.product.baseUrl, owner, { workspaceId: owner.workspaceId, archive: archiveOf(lines) });
      expect(arrived.status).toBe(201);
      const back = await taken(owner, arrived.body.project.id);
      expect(withoutOwn(back, lines)).toEqual(contentOf(lines));
      const theirs = await member.in(arrived.body.project.id).rest('GET', '/v1/memories');
      expect(theirs.body.data.map(({ content }: { content: string }) => content)).toEqual(['A note of the member.']);
      const audit = await owner.rest('GET', `/v1/workspaces/${owner.workspaceId}/audit?action=project.import`);
      expect(audit.body.data).toMatchObject([{ target: arrived.body.project.id, outcome: 'done' }]);
      const verified = await owner.in(arrived.body.project.id).rest('GET', '/v1/audit/verify');
      expect(verified.body).toMatchObject({ valid: true });
    });
  });
};
