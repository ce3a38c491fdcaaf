import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { vote } from '../governance/asking.ts';
import { newTeam } from '../governance/people.ts';
import type { Team } from '../governance/people.ts';
import { remembered, save as remember } from '../memories/remembered.ts';
import type { Suite } from '../product/stage.ts';
import { completed, post, save, shown, stepOf, submit, until } from './tasks.ts';
import type { GivenStep } from './tasks.ts';

const below = (id: string, steps: readonly GivenStep[], rest: object = {}): GivenStep => ({
  id,
  kind: 'task',
  input: { goal: `Below ${randomUUID()}`, plan: { steps } },
  ...rest,
});

/** What people denied stays denied in all that comes of the same first task, whatever a later plan says of asking. */
export const denialSuite: Suite = (stage) => {
  describe('what people denied in a task', () => {
    let team: Team;
    beforeAll(async () => {
      team = await newTeam(stage);
    });
    const contents = async (): Promise<readonly string[]> => (await remembered(team.agent)).map(({ content }) => content);
    const say = (approval: string, decision: 'approve' | 'deny') => vote(team.at(team.approver), approval, decision);

    /** A task that was rejected, since people denied its step `asked`. */
    const rejected = async (asked: GivenStep): Promise<string> => {
      const id = await submit(team.agent, { steps: [{ ...asked, needs_approval: true }] });
      const waiting = await until(team.agent, id, ['waiting_approval']);
      await say(stepOf(waiting, asked.id).approval_id, 'deny');
      expect((await until(team.agent, id, ['rejected'])).status).toBe('rejected');
      return id;
    };
    /** Another plan of that task, carried out as far as it goes. */
    const replanned = async (id: string, steps: readonly GivenStep[]) => {
      expect((await post(team.agent, id, 'plan', { plan: { steps } })).status).toBe(202);
      expect((await post(team.agent, id, 'run')).status).toBe(202);
      return until(team.agent, id, ['completed', 'failed', 'rejected', 'waiting_approval', 'waiting_event', 'waiting_child']);
    };
    /** The one task that a step started, once it stands in one of those states. */
    const startedBy = async (id: string, step: string, statuses: readonly string[]) => {
      await expect.poll(async () => stepOf(await shown(team.agent, id), step).task_id, { timeout: 10_000 }).toBeTruthy();
      return until(team.agent, stepOf(await shown(team.agent, id), step).task_id, statuses);
    };

    test('is not done by a new plan that asks nobody', async () => {
      const text = `unwanted ${randomUUID()}`;
      const id = await rejected(save('a', text));
      expect(await replanned(id, [save('other', `beside ${text}`), save('b', text, { depends_on: ['other'] })])).toMatchObject({
        status: 'rejected',
        error: { code: 'approval_denied' },
        plan: { steps: [{ status: 'succeeded' }, { status: 'denied' }] },
      });
      expect(await contents()).not.toContain(text);
      expect(await contents()).toContain(`beside ${text}`);
    });

    test('is not done to undo another step', async () => {
      const kept = await remember(team.agent, `kept ${randomUUID()}`);
      const deletion = { kind: 'memory.delete', input: { memory_id: kept } };
      const id = await rejected({ id: 'a', ...deletion });
      const missing = { id: 'fails', kind: 'memory.delete', input: { memory_id: randomUUID() }, depends_on: ['b'] };
      const task = await replanned(id, [save('b', `undone ${randomUUID()}`, { compensate: deletion }), missing]);
      expect(task.status).toBe('failed');
      expect((await remembered(team.agent)).map(({ memory_id }) => memory_id)).toContain(kept);
    });

    test.each<[string, object]>([
      ['memory.search', { query: 'herons' }],
      ['knowledge.search', { query: 'herons' }],
      ['wait', { seconds: 0 }],
      ['task', { goal: 'Below', plan: { steps: [save('below', 'done below')] } }],
    ])('is not begun under another id, where it is a step of kind %s', async (kind, input) => {
      const id = await rejected({ id: 'a', kind, input });
      expect(await replanned(id, [{ id: 'b', kind, input }])).toMatchObject({
        status: 'rejected',
        error: { code: 'approval_denied' },
        plan: { steps: [{ status: 'denied', attempts: 0 }] },
      });
      const decisions = (await team.agent.rest('GET', `/v1/tasks/${id}/decisions`)).body.data;
      expect(decisions.at(-1)).toMatchObject({ step_id: 'b', outcome: 'deny', detail: { reason: 'denied_before' } });
    });

    test.each<[string, (text: string) => GivenStep]>([
      ['memory.save', (text) => save('a', text)],
      ['memory.search', (text) => ({ id: 'a', kind: 'memory.search', input: { query: text } })],
    ])('is not done by a task beside the one in which they did, nor by one below that, where it is a %s', async (_, stepOn) => {
      const text = `unwanted ${randomUUID()}`;
      const step = stepOn(text);
      const id = await submit(team.agent, { steps: [below('first', [{ ...step, needs_approval: true }])] });
      const waiting = await startedBy(id, 'first', ['waiting_approval']);
      await say(stepOf(waiting, 'a').approval_id, 'deny');
      await until(team.agent, id, ['failed']);
      for (const steps of [[step], [below('third', [step])]]) {
        await replanned(id, [below('second', steps)]);
        const ended = await until(team.agent, id, ['failed', 'completed']);
        expect(ended.status).toBe('failed');
        expect(stepOf(ended, 'second').error.message).toContain('approval_denied');
      }
      expect(await contents()).not.toContain(text);
    });

    test('is no bar to what differs from it, and to the same of a task of its own that they approve', async () => {
      const text = `wanted ${randomUUID()}`;
      const id = await rejected(save('a', text));
      expect((await replanned(id, [save('a', `${text}, said otherwise`)])).status).toBe('completed');
      const other = await submit(team.agent, { steps: [save('a', text, { needs_approval: true })] });
      await say(stepOf(await until(team.agent, other, ['waiting_approval']), 'a').approval_id, 'approve');
      await completed(team.agent, other);
      expect(await contents()).toContain(text);
    });

    test('at a checkpoint is that one checkpoint, and no other that stops at the same words', async () => {
      const look = { id: 'look', kind: 'checkpoint', input: { message: 'Continue?' } };
      const id = await submit(team.agent, { steps: [below('first', [look])] });
      const stopped = await startedBy(id, 'first', ['waiting_approval']);
      await say(stepOf(stopped, 'look').approval_id, 'deny');
      await until(team.agent, id, ['failed']);
      const text = `after a checkpoint ${randomUUID()}`;
      await replanned(id, [below('second', [look, save('a', text, { depends_on: ['look'] })])]);
      const asked = await startedBy(id, 'second', ['waiting_approval', 'rejected']);
      await say(stepOf(asked, 'look').approval_id, 'approve');
      await completed(team.agent, id);
      expect(await contents()).toContain(text);
    });
  });
};
