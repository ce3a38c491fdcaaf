import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newKey, newOwner } from '../accounts/people.ts';
import type { Owner } from '../accounts/people.ts';
import { callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { completed, path, post, save, shown, stepOf, submit, timeline, until } from './tasks.ts';
import type { GivenStep } from './tasks.ts';

const operatorToken = 'the-operator-of-the-suites-holds-this-token';

/** Small limits, so that a suite meets them. */
export const limitSettings = {
  CAIRN_OPERATOR_TOKEN: operatorToken,
  CAIRN_TASKS_RUNNING_FREE: '1',
  CAIRN_TASKS_LIVE_FREE: '6',
  CAIRN_TASKS_PER_HOUR_FREE: '25',
  CAIRN_TASK_STEPS_FREE: '80',
  CAIRN_TASKS_LIVE_PREMIUM: '40',
  CAIRN_TASKS_PER_HOUR_PREMIUM: '100',
  CAIRN_TASK_STEPS_PREMIUM: '160',
};

const waiting: readonly GivenStep[] = [{ id: 'w', kind: 'wait', input: { event: 'x' } }];
const chain = (length: number): readonly GivenStep[] =>
  Array.from({ length }, (_, i) => save(`s${i}`, `step ${i}`, i === 0 ? {} : { depends_on: [`s${i - 1}`] }));

/** What a workspace may have of tasks, by what it pays for. */
export const limitSuite: Suite = (stage) => {
  describe('a workspace', () => {
    const callerOf = async (owner: Owner, projectId = owner.projectId): Promise<Caller> =>
      callerFor(stage.product.baseUrl, await newKey(owner, projectId));
    const plain = (caller: Caller, steps: readonly GivenStep[], rest: object = {}) =>
      caller.rest('POST', path, { goal: randomUUID(), plan: { steps }, ...rest });

    test('has so many tasks carried out at a time, in all its projects; the others stand in line and say so', async () => {
      const owner = await newOwner(stage);
      const { body: other } = await owner.rest('POST', '/v1/projects', { name: 'other', workspace_id: owner.workspaceId });
      const [one, two] = [await callerOf(owner), await callerOf(owner, other.id)];
      const long = await submit(one, { steps: chain(80) });
      await until(one, long, ['running']);
      const held = await submit(two, { steps: [save('a', 'after')] });
      await expect.poll(async () => (await shown(two, held)).held_back, { timeout: 10_000, interval: 10 }).toBe(true);
      expect((await shown(two, held)).status).toBe('queued');
      const [first, second] = [await completed(one, long), await completed(two, held)];
      expect(second.held_back).toBe(false);
      expect(second.finished_at > first.finished_at).toBe(true);
      const told = (await timeline(two, held)).map(({ event }) => event);
      expect(told.filter((event) => event === 'task.held_back')).toHaveLength(1);
      expect(told.indexOf('task.held_back')).toBeLessThan(told.indexOf('task.running'));
      // One that waits takes no place.
      const waits = await submit(one, { steps: waiting });
      await until(one, waits, ['waiting_event']);
      await completed(one, await submit(one, { steps: [save('b', 'beside')] }));
      // Nor does the line hold up an end.
      const [again, behind] = [await submit(one, { steps: chain(80) }), await submit(two, { steps: [save('c', 'never')] })];
      expect((await post(two, behind, 'cancel')).status).toBe(202);
      expect((await until(two, behind, ['cancelled', 'completed'])).status).toBe('cancelled');
      await completed(one, again);
    });

    test('has so many tasks that have not ended, and is told when it may have no more', async () => {
      const owner = await newOwner(stage);
      const caller = await callerOf(owner);
      const answers = await Promise.all(Array.from({ length: 9 }, () => plain(caller, waiting)));
      expect([201, 409].map((code) => answers.filter(({ status }) => status === code).length)).toEqual([6, 3]);
      const refused = answers.find(({ status }) => status === 409)?.body;
      expect([refused.code, refused.detail]).toEqual(['too_many_tasks', expect.stringMatching(/6 tasks that have not ended/)]);
      const { data } = (await caller.rest('GET', path)).body;
      expect(data).toHaveLength(6);
      await post(caller, data[0].id, 'cancel');
      const next = await plain(caller, [save('a', 'x')], { run: true });
      expect(next.status).toBe(201);
      await completed(caller, next.body.id);
      expect((await plain(caller, waiting)).status).toBe(201);
      expect((await plain(caller, waiting)).status).toBe(409);
    });

    test('has no more room for the tasks that its tasks start, which are tried again until there is', async () => {
      const caller = await callerOf(await newOwner(stage));
      const child: GivenStep = {
        id: 'child',
        kind: 'task',
        input: { goal: 'below', plan: { steps: [save('a', 'x')] } },
        retry: { max_attempts: 10, backoff_ms: 200 },
      };
      const others = await Promise.all(Array.from({ length: 5 }, () => plain(caller, waiting)));
      const above = await submit(caller, { steps: [child] });
      const held = await until(caller, above, ['retry_backoff', 'failed', 'completed']);
      expect([held.status, stepOf(held, 'child').error?.code]).toEqual(['retry_backoff', 'too_many_tasks']);
      await post(caller, others[0]?.body.id, 'cancel');
      await completed(caller, above);
    });

    test('submits so many tasks within an hour, whatever the credential', async () => {
      const owner = await newOwner(stage);
      const callers = [await callerOf(owner), await callerOf(owner)];
      for (let at = 0; at < 25; at += 1) {
        const { status, body } = await plain(callers[at % 2] as Caller, waiting);
        expect(status).toBe(201);
        await post(callers[at % 2] as Caller, body.id, 'cancel');
      }
      const refused = await plain(callers[0] as Caller, waiting);
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
      // Reading and going on are not submitting.
      expect((await callers[0]?.rest('GET', path))?.status).toBe(200);
    });

    test('has plans of so many steps, and more of everything once it pays more', async () => {
      const owner = await newOwner(stage);
      const caller = await callerOf(owner);
      const tooLong = await plain(caller, chain(81));
      expect([tooLong.status, tooLong.body.issues]).toEqual([
        400,
        [{ path: 'plan.steps', message: expect.stringMatching(/are 81 and the limit of this workspace is 80/) }],
      ]);
      const { body: task } = await plain(caller, chain(80));
      expect((await post(caller, task.id, 'plan', { plan: { steps: chain(81) } })).status).toBe(400);
      const operator = callerFor(stage.product.baseUrl, operatorToken);
      expect((await operator.rest('PATCH', `/operator/workspaces/${owner.workspaceId}`, { plan: 'premium' })).status).toBe(200);
      expect((await post(caller, task.id, 'plan', { plan: { steps: chain(81) } })).status).toBe(202);
      const answers = await Promise.all(Array.from({ length: 10 }, () => plain(caller, waiting)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    });
  });
};
