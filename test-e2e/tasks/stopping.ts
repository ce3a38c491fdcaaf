import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { newTeam } from '../governance/people.ts';
import type { Team } from '../governance/people.ts';
import { remembered } from '../memories/remembered.ts';
import { callerFor } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { completed, post, save, shown, stepOf, submit, timeline, until } from './tasks.ts';

/** What holds a task up or ends it before it is done, and what undoes its steps. */
export const stoppingSuite: Suite = (stage) => {
  describe('a task that is stopped', () => {
    let team: Team;
    beforeAll(async () => {
      team = await newTeam(stage);
    });
    const contents = async (): Promise<readonly string[]> => (await remembered(team.agent)).map(({ content }) => content);

    test('by a pause holds what comes meanwhile, and goes on when it is resumed', async () => {
      const id = await submit(team.agent, {
        steps: [{ id: 'news', kind: 'wait', input: { event: 'x' } }, save('a', 'after the pause', { depends_on: ['news'] })],
      });
      await until(team.agent, id, ['waiting_event']);
      expect((await post(team.agent, id, 'pause')).body.status).toBe('paused');
      await post(team.agent, id, 'steps/news/result', { status: 'succeeded' });
      expect((await shown(team.agent, id)).status).toBe('paused');
      expect((await post(team.agent, id, 'resume')).status).toBe(202);
      await completed(team.agent, id);
    });

    test('by a pause stops what goes on below it, which goes on with it again', async () => {
      const waits = (event: string) => ({ steps: [{ id: 'news', kind: 'wait', input: { event } }] });
      const below = (goal: string, plan: object) => ({ id: goal, kind: 'task', input: { goal, plan } });
      const id = await submit(team.agent, {
        goal: 'top',
        steps: [below('middle', { steps: [below('deep', waits('a'))] }), below('alone', waits('b'))],
      });
      const childOf = async (task: string, step: string): Promise<string> => {
        await until(team.agent, task, ['waiting_child']);
        return stepOf(await shown(team.agent, task), step).task_id;
      };
      const middle = await childOf(id, 'middle');
      const deep = await childOf(middle, 'deep');
      const alone = await childOf(id, 'alone');
      for (const one of [deep, alone]) await until(team.agent, one, ['waiting_event']);
      const statuses = () => Promise.all([id, middle, deep, alone].map(async (one) => (await shown(team.agent, one)).status));

      expect((await post(team.agent, alone, 'pause')).body.status).toBe('paused');
      expect((await post(team.agent, id, 'pause')).status).toBe(202);
      await expect.poll(statuses, { timeout: 30_000 }).toEqual(['paused', 'paused', 'paused', 'paused']);
      await post(team.agent, deep, 'steps/news/result', { status: 'succeeded' });
      expect(await statuses()).toEqual(['paused', 'paused', 'paused', 'paused']);

      expect((await post(team.agent, id, 'resume')).status).toBe(202);
      await until(team.agent, middle, ['completed']);
      // Somebody paused this one on its own.
      expect((await shown(team.agent, alone)).status).toBe('paused');
      const told = (await timeline(team.agent, deep)).filter(({ data }) => data.detail.task_id === middle);
      expect(told.map(({ event, data }) => [event, data.detail.why])).toEqual([
        ['task.paused', 'the task above it was paused'],
        ['task.queued', 'the task above it was resumed'],
      ]);
      await post(team.agent, alone, 'resume');
      await post(team.agent, alone, 'steps/news/result', { status: 'succeeded' });
      await completed(team.agent, id);
    });

    test('by being cancelled takes its approval back and undoes what was done', async () => {
      const text = `undone ${randomUUID()}`;
      const undo = { kind: 'memory.delete', input: { memory_id: '{{steps.a.output.memory_id}}' } };
      const id = await submit(team.agent, {
        steps: [save('a', text, { compensate: undo }), { id: 'look', kind: 'checkpoint', depends_on: ['a'] }],
      });
      const approval = stepOf(await until(team.agent, id, ['waiting_approval']), 'look').approval_id;
      expect(await contents()).toContain(text);
      expect((await post(team.agent, id, 'cancel')).status).toBe(202);
      const task = await until(team.agent, id, ['cancelled']);
      expect([task.status, stepOf(task, 'a').status, stepOf(task, 'look').status]).toEqual(['cancelled', 'compensated', 'skipped']);
      expect(await contents()).not.toContain(text);
      expect((await team.agent.rest('GET', `/v1/approvals/${approval}`)).body.status).toBe('cancelled');
      expect((await post(team.agent, id, 'cancel')).status).toBe(202);
      expect((await post(team.agent, id, 'retry')).status).toBe(409);
    });

    test('by a step that fails for good undoes what was done, and does it again when it is retried', async () => {
      const undo = { kind: 'memory.delete', input: { memory_id: '{{steps.a.output.memory_id}}' } };
      const id = await submit(team.agent, {
        steps: [
          save('a', 'compensated', { compensate: undo }),
          { id: 'bad', kind: 'memory.delete', input: { memory_id: randomUUID() }, depends_on: ['a'] },
        ],
      });
      const task = await until(team.agent, id, ['failed']);
      expect(stepOf(task, 'a').status).toBe('compensated');
      expect(await contents()).not.toContain('compensated');
      await post(team.agent, id, 'retry');
      await expect
        .poll(async () => (await timeline(team.agent, id)).filter(({ event }) => event === 'step.compensated').length, { timeout: 15_000 })
        .toBe(2);
    });

    test('by a step that fails asks nobody any more, and never does again what may have been done', async () => {
      const command = { kind: 'shell.exec', command: 'ls', cwd: '/repo', workspace_root: '/repo' };
      const id = await submit(team.agent, {
        steps: [
          { id: 'do', kind: 'action', input: { action: command } },
          { id: 'look', kind: 'checkpoint' },
          { id: 'w', kind: 'wait', input: { event: 'x' } },
          { id: 'bad', kind: 'memory.delete', input: { memory_id: randomUUID() }, depends_on: ['w'] },
        ],
      });
      const waiting = await until(team.agent, id, ['waiting_approval']);
      const step = stepOf(waiting, 'do');
      await team.agent.rest('POST', `/v1/actions/${step.decision_id}/start`, { permit: step.permit });
      await post(team.agent, id, 'steps/w/result', { status: 'succeeded' });
      const failed = await until(team.agent, id, ['failed']);
      expect([stepOf(failed, 'do').status, stepOf(failed, 'look').status]).toEqual(['unknown', 'skipped']);
      expect((await team.agent.rest('GET', `/v1/approvals/${stepOf(waiting, 'look').approval_id}`)).body.status).toBe('cancelled');
      await post(team.agent, id, 'retry');
      const again = await until(team.agent, id, ['failed']);
      expect([stepOf(again, 'do').status, stepOf(again, 'do').decision_id]).toEqual(['unknown', step.decision_id]);
    });

    test('by the end of its key acts no more', async () => {
      const key = (await team.owner.in(team.projectId).rest('POST', '/v1/api-keys', { name: 'short' })).body;
      const caller = callerFor(team.agent.baseUrl, key.key);
      const id = await submit(caller, {
        steps: [{ id: 'news', kind: 'wait', input: { event: 'x' } }, save('a', 'revoked', { depends_on: ['news'] })],
      });
      await until(caller, id, ['waiting_event']);
      await team.owner.in(team.projectId).rest('DELETE', `/v1/api-keys/${key.id}`);
      const person = team.owner.in(team.projectId);
      await post(person, id, 'steps/news/result', { status: 'succeeded' });
      expect(await until(person, id, ['rejected'])).toMatchObject({ status: 'rejected', error: { code: 'rights_lost' } });
    });
  });
};
