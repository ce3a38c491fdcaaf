import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { remembered } from '../memories/remembered.ts';
import { rareWord } from '../product/rare-word.ts';
import type { Project, Suite } from '../product/stage.ts';
import { completed, post, save, shown, stepOf, submit, timeline, until } from './tasks.ts';

/** Steps are carried out, in order, and pass on what they gave. */
export const executionSuite: Suite = (stage) => {
  describe('a task', () => {
    let project: Project;
    beforeAll(async () => {
      project = await stage.newProject();
    });

    test('carries its steps out in the order of their dependencies, and passes on what they gave', async () => {
      const word = rareWord();
      const id = await submit(project.caller, {
        goal: `Remember ${word}`,
        steps: [
          {
            id: 'last',
            kind: 'memory.save',
            input: { content: 'Again: {{steps.find.output.memories.0.content}} ({{task.goal}})' },
            depends_on: ['find'],
          },
          { id: 'find', kind: 'memory.search', input: { query: word }, depends_on: ['first'] },
          save('first', `The ${word} is here.`, { input: { content: `The ${word} is here.`, metadata: { n: 1 }, scope: 'system' } }),
        ],
      });
      const task = await completed(project.caller, id);
      expect(task.progress).toEqual({ done: 3, total: 3 });
      const contents = (await remembered(project.caller)).map(({ content }) => content);
      expect(contents).toEqual([`Again: The ${word} is here. (Remember ${word})`, `The ${word} is here.`]);
      const { body } = await project.caller.rest('GET', `/v1/memories/${stepOf(task, 'first').output.memory_id}`);
      expect(body).toMatchObject({ scope: 'system', metadata: { n: 1 } });
    });

    test('changes and deletes memories', async () => {
      const id = await submit(project.caller, {
        steps: [
          save('a', 'before'),
          save('b', 'to go'),
          {
            id: 'change',
            kind: 'memory.update',
            input: { memory_id: '{{steps.a.output.memory_id}}', content: 'after' },
            depends_on: ['a'],
          },
          { id: 'drop', kind: 'memory.delete', input: { memory_id: '{{steps.b.output.memory_id}}' }, depends_on: ['b'] },
        ],
      });
      const task = await completed(project.caller, id);
      expect((await project.caller.rest('GET', `/v1/memories/${stepOf(task, 'a').output.memory_id}`)).body.content).toBe('after');
      expect((await project.caller.rest('GET', `/v1/memories/${stepOf(task, 'b').output.memory_id}`)).status).toBe(404);
    });

    test('waits for its run, and is not run twice', async () => {
      const id = await submit(project.caller, { steps: [save('a', 'once')], run: false });
      expect((await shown(project.caller, id)).status).toBe('planned');
      expect((await post(project.caller, id, 'run')).status).toBe(202);
      await completed(project.caller, id);
      const again = await post(project.caller, id, 'run');
      expect([again.status, again.body.code]).toEqual([409, 'conflict']);
    });

    test('is submitted once for an Idempotency-Key', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const body = { goal: 'once', run: true, plan: { steps: [save('a', `only ${headers['idempotency-key']}`)] } };
      const [first, second] = await Promise.all([1, 2].map(() => project.caller.rest('POST', '/v1/tasks', body, headers)));
      expect([first?.status, second?.body]).toEqual([201, first?.body]);
      await completed(project.caller, first?.body.id);
      expect((await remembered(project.caller)).filter(({ content }) => content === `only ${headers['idempotency-key']}`)).toHaveLength(1);
    });

    test('tells of a memory that is not there as the failure of its step, and goes on from there when it is retried', async () => {
      const id = await submit(project.caller, {
        steps: [
          save('a', 'kept'),
          { id: 'gone', kind: 'memory.delete', input: { memory_id: randomUUID() }, depends_on: ['a'] },
          save('c', 'never', { depends_on: ['gone'] }),
        ],
      });
      const failed = await until(project.caller, id, ['failed']);
      expect(failed).toMatchObject({ status: 'failed', error: { code: 'memory_not_found' }, progress: { done: 1, total: 3 } });
      expect(stepOf(failed, 'gone')).toMatchObject({ status: 'failed', attempts: 1, error: { code: 'memory_not_found' } });
      expect(stepOf(failed, 'c').status).toBe('pending');
      expect((await post(project.caller, id, 'retry')).status).toBe(202);
      const again = await until(project.caller, id, ['failed']);
      expect(stepOf(again, 'a')).toMatchObject({ attempts: 1, output: stepOf(failed, 'a').output });
      expect((await timeline(project.caller, id)).filter(({ data }) => data.step_id === 'a')).toHaveLength(1);
    });

    test('takes another plan after it failed, and keeps the old one', async () => {
      const id = await submit(project.caller, { steps: [{ id: 'x', kind: 'memory.delete', input: { memory_id: randomUUID() } }] });
      await until(project.caller, id, ['failed']);
      const planned = await post(project.caller, id, 'plan', { plan: { steps: [save('y', 'by the other plan')] } });
      expect([planned.status, planned.body.status, planned.body.revision]).toEqual([202, 'planned', 2]);
      await post(project.caller, id, 'run');
      const task = await completed(project.caller, id);
      expect(task.plan).toMatchObject({ revision: 2, made_by: 'caller', steps: [{ id: 'y', status: 'succeeded' }] });
      const old = await project.caller.rest('GET', `/v1/tasks/${id}/plan?revision=1`);
      expect(old.body).toMatchObject({ revision: 1, steps: [{ id: 'x', status: 'failed' }] });
      expect((await project.caller.rest('GET', `/v1/tasks/${id}/plan?revision=3`)).status).toBe(404);
    });

    test('is found in the list, by its state too', async () => {
      const own = await stage.newProject();
      const ids = [
        await submit(own.caller, { steps: [save('a', 'x')], run: false }),
        await submit(own.caller, { steps: [save('a', 'x')] }),
      ];
      await completed(own.caller, ids[1] ?? '');
      const listed = async (query: string) => (await own.caller.rest('GET', `/v1/tasks${query}`)).body;
      expect((await listed('')).data.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
      expect((await listed('?status=planned')).data).toMatchObject([{ id: ids[0] }]);
      const first = await listed('?limit=1');
      expect((await listed(`?cursor=${first.next_cursor}`)).data).toMatchObject([{ id: ids[0] }]);
    });

    test('runs two hundred steps at once in bounds', async () => {
      const steps = Array.from({ length: 200 }, (_, i) => save(`s${i}`, `many ${i}`, i < 4 ? {} : { depends_on: [`s${i % 4}`] }));
      const own = await stage.newProject();
      const id = await submit(own.caller, { steps, parallelism: 8 });
      const task = await until(own.caller, id, ['completed'], 60_000);
      expect(task.progress).toEqual({ done: 200, total: 200 });
      expect((await remembered(own.caller)).length).toBe(200);
    });
  });
};
