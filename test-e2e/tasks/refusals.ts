import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Project, Suite } from '../product/stage.ts';
import { path, post, save, submit, until } from './tasks.ts';

const million = 1_048_576;

/** Bad input is told in words, and nothing is half made. */
export const refusalSuite: Suite = (stage) => {
  describe('a task is refused', () => {
    let project: Project;
    beforeAll(async () => {
      project = await stage.newProject();
    });

    test.each<[string, unknown, RegExp]>([
      [
        'whose plan goes in a circle',
        { steps: [save('a', 'x', { depends_on: ['b'] }), save('b', 'x', { depends_on: ['a'] })] },
        /go in a circle/,
      ],
      ['with a kind of step that nobody knows', { steps: [{ id: 'a', kind: 'shell.exec' }] }, /must be a kind of step that is known/],
      [
        'with 10,000 steps',
        { steps: Array.from({ length: 10_000 }, (_, i) => ({ id: `s${i}`, kind: 'wait', input: { seconds: 1 } })) },
        /are 10000 and the limit is 1000/,
      ],
      ['that depends on nothing that is there', { steps: [save('a', 'x', { depends_on: ['z'] })] }, /is no step of this plan/],
      ['without steps', { steps: [] }, /must hold a step at least/],
      ['with an empty memory', { steps: [save('a', '')] }, /must not be empty/],
      [
        'with a reference to what it does not depend on',
        { steps: [save('a', '{{steps.b.output}}'), save('b', 'x')] },
        /does not depend on/,
      ],
      ['with a wait that never ends', { steps: [{ id: 'a', kind: 'wait', input: {} }] }, /must name one of/],
    ])('%s', async (_, plan, message) => {
      const before = (await project.caller.rest('GET', path)).body.data.length;
      const answer = await project.caller.rest('POST', path, { goal: 'bad', plan });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_params']);
      expect(answer.body.detail).toMatch(message);
      expect((await project.caller.rest('GET', path)).body.data).toHaveLength(before);
    });

    test('that has a goal alone, where no model plans', async () => {
      const answer = await project.caller.rest('POST', path, { goal: 'Do something' });
      expect([answer.status, answer.body.issues]).toMatchObject([400, [{ path: 'plan' }]]);
    });

    test('in a body that is too large', async () => {
      const answer = await project.caller.rest('POST', path, { goal: 'x', plan: { steps: [save('a', 'x'.repeat(2 * million))] } });
      expect(answer.status).toBe(413);
    });
  });

  describe('a result is refused', () => {
    let project: Project;
    beforeAll(async () => {
      project = await stage.newProject();
    });

    test('for a step that does not wait, for one that is not there, and for a task that is not there', async () => {
      const id = await submit(project.caller, { steps: [save('a', 'x'), { id: 'w', kind: 'wait', input: { event: 'x' } }] });
      await until(project.caller, id, ['waiting_event']);
      const results = await Promise.all([
        post(project.caller, id, 'steps/a/result', { status: 'succeeded' }),
        post(project.caller, id, 'steps/w/result', { status: 'failed' }),
        post(project.caller, id, 'steps/zz/result', { status: 'succeeded' }),
        post(project.caller, randomUUID(), 'steps/a/result', { status: 'succeeded' }),
      ]);
      expect(results.map(({ status }) => status)).toEqual([409, 409, 404, 404]);
      expect(results[0]?.body.detail).toMatch(/only an action, or a wait for an event/);
    });

    test('with an output of 10 MB, and the step waits as before', async () => {
      const id = await submit(project.caller, { steps: [{ id: 'w', kind: 'wait', input: { event: 'x' } }] });
      await until(project.caller, id, ['waiting_event']);
      for (const size of [10_000_000, million]) {
        const large = await post(project.caller, id, 'steps/w/result', { status: 'succeeded', output: { text: 'x'.repeat(size) } });
        expect([large.status, large.body.detail]).toEqual([
          400,
          expect.stringMatching(/output has \d+ bytes as JSON and the limit is 1048576/),
        ]);
      }
      expect((await until(project.caller, id, ['waiting_event'])).status).toBe('waiting_event');
      const fits = await post(project.caller, id, 'steps/w/result', { status: 'succeeded', output: { text: 'x'.repeat(million - 100) } });
      expect(fits.status).toBe(200);
    });

    test.each(['run', 'resume', 'retry', 'pause'])('%s of a task that has ended answers 409 and says why', async (verb) => {
      const id = await submit(project.caller, { steps: [save('a', 'x')] });
      await until(project.caller, id, ['completed']);
      const answer = await post(project.caller, id, verb);
      expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
      expect(answer.body.detail).toMatch(/^the task is completed: /);
    });
  });
};
