import { beforeAll, describe, expect, test } from 'vitest';
import type { Project, Suite } from '../product/stage.ts';
import { completed, post, save, submit, timeline, until, eventsOf } from './tasks.ts';

/** What happened can be watched and read back, by those whose it is. */
export const watchingSuite: Suite = (stage) => {
  describe('the events of a task', () => {
    let project: Project;
    beforeAll(async () => {
      project = await stage.newProject();
    });

    test('tell the whole story in order and without a gap, and the stream ends with the task', async () => {
      const id = await submit(project.caller, { steps: [save('a', 'x'), save('b', 'y', { depends_on: ['a'] })] });
      const told = await timeline(project.caller, id);
      expect(told.map(({ id: seq }) => seq)).toEqual(told.map((_, i) => i + 1));
      expect(told.map(({ event }) => event)).toEqual(
        'task.submitted plan.stored task.planned task.queued task.running step.succeeded step.succeeded task.completed'.split(' '),
      );
    });

    test('go on after the last one that a client had', async () => {
      const id = await submit(project.caller, { steps: [save('a', 'x')] });
      const all = await timeline(project.caller, id);
      expect(await timeline(project.caller, id, { 'last-event-id': '3' })).toEqual(all.slice(3));
      expect(eventsOf((await project.caller.rest('GET', `/v1/tasks/${id}/events?after=5`)).text)).toEqual(all.slice(5));
      expect(await timeline(project.caller, id, { 'last-event-id': String(all.length) })).toEqual([]);
      expect((await project.caller.rest('GET', `/v1/tasks/${id}/events`, undefined, { 'last-event-id': 'x' })).status).toBe(400);
    });

    test('come while it goes on', async () => {
      const id = await submit(project.caller, {
        steps: [{ id: 'w', kind: 'wait', input: { event: 'x' } }, save('a', 'x', { depends_on: ['w'] })],
      });
      await until(project.caller, id, ['waiting_event']);
      const stream = timeline(project.caller, id);
      await post(project.caller, id, 'steps/w/result', { status: 'succeeded' });
      expect((await stream).at(-1)?.event).toBe('task.completed');
    });

    test('hold nothing of content', async () => {
      const id = await submit(project.caller, { goal: 'secretgoal', steps: [save('a', 'secretword')] });
      await completed(project.caller, id);
      expect(JSON.stringify(await timeline(project.caller, id))).not.toMatch(/secret/);
    });
  });

  describe('the decisions of a task', () => {
    test('say what was decided on, by which rules, before and when it was carried out', async () => {
      const { caller } = await stage.newProject();
      const id = await submit(caller, { steps: [save('a', 'x')] });
      const task = await completed(caller, id);
      const { data } = (await caller.rest('GET', `/v1/tasks/${id}/decisions`)).body;
      expect(
        data.map(({ subject, step_id: step, outcome }: { subject: string; step_id: string; outcome: string }) => [subject, step, outcome]),
      ).toEqual([
        ['plan', null, 'taken'],
        ['preview', 'a', 'allow'],
        ['step', 'a', 'allow'],
      ]);
      expect(data[0].detail).toMatchObject({ hash: task.plan.hash, input_hash: task.plan.input_hash });
      expect(data[2].detail).toMatchObject({
        input_hash: data[1].detail.input_hash,
        action_digest: data[1].detail.action_digest,
        rule_ids: ['allow-memory'],
      });
    });
  });

  describe('a task', () => {
    test('is seen by its person alone', async () => {
      const [home, away] = await Promise.all([stage.newProject(), stage.newProject()]);
      const id = await submit(home.caller, { steps: [save('a', 'x')] });
      for (const url of ['', '/plan', '/decisions', '/events'])
        expect((await away.caller.rest('GET', `/v1/tasks/${id}${url}`)).status).toBe(404);
      expect((await home.other.rest('GET', `/v1/tasks/${id}`)).status).toBe(200);
      expect((await home.session.rest('GET', `/v1/tasks/${id}`)).status).toBe(200);
    });
  });
};
