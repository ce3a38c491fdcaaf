import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { vote } from '../governance/asking.ts';
import { newTeam } from '../governance/people.ts';
import type { Team } from '../governance/people.ts';
import { remembered } from '../memories/remembered.ts';
import type { Caller } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { completed, post, save, shown, stepOf, submit, until } from './tasks.ts';

const mail = () => ({ kind: 'external.change', system: 'mail', operation: 'send', resource: randomUUID(), reversible: false });

/** Steps that wait for people, for the agent's side, for a time or an event, or for another task. */
export const waitingSuite: Suite = (stage) => {
  describe('a task that waits', () => {
    let team: Team;
    beforeAll(async () => {
      team = await newTeam(stage);
    });
    const contents = async (): Promise<readonly string[]> => (await remembered(team.agent)).map(({ content }) => content);

    test('for people goes on once they approve, and does what they approved once', async () => {
      const text = `approved ${randomUUID()}`;
      const id = await submit(team.agent, {
        steps: [save('a', 'before'), save('keep', text, { depends_on: ['a'], needs_approval: true })],
      });
      const waiting = await until(team.agent, id, ['waiting_approval']);
      const { approval_id: approval, status } = stepOf(waiting, 'keep');
      expect([waiting.status, status, approval]).toEqual(['waiting_approval', 'awaiting_approval', expect.any(String)]);
      expect(await contents()).not.toContain(text);
      expect((await vote(team.at(team.approver), approval, 'approve')).status).toBe(200);
      await completed(team.agent, id);
      expect((await contents()).filter((one) => one === text)).toHaveLength(1);
      expect((await team.at(team.approver).rest('GET', `/v1/approvals/${approval}`)).body.status).toBe('consumed');
    });

    test.each<[string, object]>([
      ['memory.search', { query: 'herons' }],
      ['knowledge.search', { query: 'herons' }],
      ['wait', { seconds: 0 }],
      ['task', { goal: 'Below', plan: { steps: [save('below', 'done below')] } }],
    ])('for people before a step of kind %s begins, where its plan says so', async (kind, input) => {
      const id = await submit(team.agent, { steps: [{ id: 'asked', kind, input, needs_approval: true }] });
      const waiting = await until(team.agent, id, ['waiting_approval']);
      expect(stepOf(waiting, 'asked')).toMatchObject({ status: 'awaiting_approval', attempts: 0 });
      const approval = stepOf(waiting, 'asked').approval_id;
      expect((await vote(team.at(team.approver), approval, 'approve')).status).toBe(200);
      await completed(team.agent, id);
      expect((await team.at(team.approver).rest('GET', `/v1/approvals/${approval}`)).body.status).toBe('consumed');
    });

    test('at a checkpoint is rejected when they deny', async () => {
      const text = `never ${randomUUID()}`;
      const id = await submit(team.agent, {
        steps: [{ id: 'look', kind: 'checkpoint', input: { message: 'All right?' } }, save('a', text, { depends_on: ['look'] })],
      });
      const waiting = await until(team.agent, id, ['waiting_approval']);
      await vote(team.at(team.approver), stepOf(waiting, 'look').approval_id, 'deny');
      const task = await until(team.agent, id, ['rejected']);
      expect(task).toMatchObject({ status: 'rejected', error: { code: 'approval_denied' } });
      expect(await contents()).not.toContain(text);
    });

    test('for the agent gives it a permit, and takes the result once', async () => {
      const id = await submit(team.agent, {
        steps: [
          { id: 'send', kind: 'action', input: { action: mail() } },
          save('note', 'Sent as {{steps.send.output.message_id}}', { depends_on: ['send'] }),
        ],
      });
      const asking = await until(team.agent, id, ['waiting_approval']);
      const early = await post(team.agent, id, 'steps/send/result', { status: 'succeeded' });
      expect([early.status, early.body.code]).toEqual([409, 'conflict']);
      await vote(team.at(team.approver), stepOf(asking, 'send').approval_id, 'approve');
      const waiting = await until(team.agent, id, ['waiting_event']);
      expect(stepOf(waiting, 'send')).toMatchObject({
        status: 'permitted',
        permit: expect.stringMatching(/^cairn_permit_/),
        decision_id: expect.any(String),
      });
      const messageId = randomUUID();
      const told = await post(team.agent, id, 'steps/send/result', { status: 'succeeded', output: { message_id: messageId } });
      expect(told.status).toBe(200);
      const task = await completed(team.agent, id);
      expect(stepOf(task, 'send')).toMatchObject({ status: 'succeeded', permit: null });
      expect(await contents()).toContain(`Sent as ${messageId}`);
      expect((await post(team.agent, id, 'steps/send/result', { status: 'succeeded' })).status).toBe(409);
    });

    test('hears of an execution that was begun by its permit and reported on its own', async () => {
      const id = await submit(team.agent, {
        steps: [
          { id: 'do', kind: 'action', input: { action: { kind: 'shell.exec', command: 'ls', cwd: '/repo', workspace_root: '/repo' } } },
        ],
      });
      const step = stepOf(await until(team.agent, id, ['waiting_event']), 'do');
      const begun = await team.agent.rest('POST', `/v1/actions/${step.decision_id}/start`, { permit: step.permit });
      expect(begun.status).toBeLessThan(300);
      await team.agent.rest('POST', `/v1/executions/${begun.body.execution_id}/outcome`, { status: 'succeeded', exit_code: 0 });
      const task = await completed(team.agent, id);
      expect(stepOf(task, 'do').output).toMatchObject({ execution_id: begun.body.execution_id, exit_code: 0 });
    });

    test('cannot be begun any more once its task was cancelled, took too long or failed', async () => {
      const action = { kind: 'shell.exec', command: 'ls', cwd: '/repo', workspace_root: '/repo' };
      const begin = async ({ decision_id: decision, permit }: { decision_id: string; permit: string }) => {
        const { status, body } = await team.agent.rest('POST', `/v1/actions/${decision}/start`, { permit });
        return [status, body.type];
      };
      const late = [409, 'urn:cairn:error:permit_not_usable'];
      const permitted = async (id: string, step: string) => stepOf(await until(team.agent, id, ['waiting_event']), step);

      const slow = await submit(team.agent, { steps: [{ id: 'do', kind: 'action', input: { action }, timeout_s: 6 }] });
      const unused = await permitted(slow, 'do');

      const cancelled = await submit(team.agent, { steps: [{ id: 'do', kind: 'action', input: { action } }] });
      const left = await permitted(cancelled, 'do');
      await post(team.agent, cancelled, 'cancel');
      await until(team.agent, cancelled, ['cancelled']);
      expect(await begin(left)).toEqual(late);

      const failing = await submit(team.agent, {
        steps: [
          { id: 'bad', kind: 'action', input: { action } },
          { id: 'other', kind: 'action', input: { action: { ...action, command: 'pwd' } } },
        ],
      });
      const other = await permitted(failing, 'other');
      await post(team.agent, failing, 'steps/bad/result', { status: 'failed' });
      expect((await until(team.agent, failing, ['failed'])).progress).toEqual({ done: 0, total: 2 });
      expect(await begin(other)).toEqual(late);
      await post(team.agent, failing, 'retry');
      await permitted(failing, 'other');
      for (const step of ['bad', 'other'])
        expect((await post(team.agent, failing, `steps/${step}/result`, { status: 'succeeded' })).status).toBe(200);
      expect((await completed(team.agent, failing)).progress).toEqual({ done: 2, total: 2 });

      expect((await until(team.agent, slow, ['timed_out'])).status).toBe('timed_out');
      expect(await begin(unused)).toEqual(late);
    });

    test('at a checkpoint shows those who may vote what it is for, what it lets go on and what it rests on', async () => {
      const found = `found ${randomUUID()}`;
      const id = await submit(team.agent, {
        goal: 'Tell the news',
        steps: [
          { id: 'news', kind: 'wait', input: { event: 'news' } },
          save('other', 'not of the checkpoint'),
          { id: 'look', kind: 'checkpoint', depends_on: ['news'] },
          save('tell', 'told', { depends_on: ['look'] }),
        ],
      });
      await until(team.agent, id, ['waiting_event']);
      await post(team.agent, id, 'steps/news/result', { status: 'succeeded', output: { text: `${found} \u202e` } });
      const approval = stepOf(await until(team.agent, id, ['waiting_approval']), 'look').approval_id;
      const checkpointFor = async (caller: Caller) => {
        const { status, body } = await caller.rest('GET', `/v1/approvals/${approval}`);
        return status === 200 ? body.checkpoint : status;
      };
      expect(await checkpointFor(team.at(team.approver))).toEqual({
        step_id: 'look',
        goal: 'Tell the news',
        lets_go_on: [{ id: 'tell', kind: 'memory.save' }],
        rests_on: [{ id: 'news', output: expect.stringContaining(found), whole: true }],
      });
      const { body } = await team.at(team.approver).rest('GET', '/v1/approvals?status=pending');
      expect(body.data.find((each: { id: string }) => each.id === approval)).toMatchObject({
        at_checkpoint: true,
        title: 'lets the task go on at its checkpoint look',
      });
      // Whoever may not vote is shown nothing of it, and who is of another project not even the card.
      expect(await checkpointFor(team.agent)).toBeNull();
      expect([null, 403, 404]).toContain(await checkpointFor(team.at(team.member)));
      expect(await checkpointFor((await stage.newProject()).caller)).toBe(404);
      await vote(team.at(team.approver), approval, 'approve');
      await completed(team.agent, id);
      expect(await checkpointFor(team.at(team.approver))).toBeNull();
    });

    test('asks a person what became of a step whose outcome is unknown, and never does it again by itself', async () => {
      const id = await submit(team.agent, {
        steps: [
          { id: 'do', kind: 'action', input: { action: { kind: 'shell.exec', command: 'ls', cwd: '/repo', workspace_root: '/repo' } } },
        ],
      });
      await until(team.agent, id, ['waiting_event']);
      expect((await post(team.agent, id, 'steps/do/result', { status: 'unknown' })).status).toBe(200);
      const waiting = await until(team.agent, id, ['waiting_input']);
      expect([waiting.status, stepOf(waiting, 'do').status]).toEqual(['waiting_input', 'unknown']);
      // Its own key may not: that would be a retry by itself.
      expect((await post(team.agent, id, 'steps/do/result', { status: 'retry' })).status).toBe(403);
      expect((await post(team.owner.in(team.projectId), id, 'steps/do/result', { status: 'retry' })).status).toBe(200);
      await until(team.agent, id, ['waiting_event']);
      expect((await post(team.agent, id, 'steps/do/result', { status: 'unknown' })).status).toBe(200);
      await until(team.agent, id, ['waiting_input']);
      expect((await post(team.agent, id, 'steps/do/result', { status: 'succeeded' })).status).toBe(200);
      await completed(team.agent, id);
      const decisions = (await team.agent.rest('GET', `/v1/tasks/${id}/decisions`)).body.data;
      expect(decisions).toContainEqual(expect.objectContaining({ subject: 'person', step_id: 'do', outcome: 'succeeded' }));
    });

    test('for an event takes one that came before, and refuses a second', async () => {
      const id = await submit(team.agent, {
        steps: [
          { id: 'look', kind: 'checkpoint' },
          { id: 'news', kind: 'wait', input: { event: 'news' }, depends_on: ['look'] },
          save('note', 'News: {{steps.news.output.text}}', { depends_on: ['news'] }),
        ],
      });
      const waiting = await until(team.agent, id, ['waiting_approval']);
      expect((await post(team.agent, id, 'steps/news/result', { status: 'succeeded', output: { text: 'early' } })).status).toBe(200);
      expect((await post(team.agent, id, 'steps/news/result', { status: 'succeeded' })).status).toBe(409);
      await vote(team.at(team.approver), stepOf(waiting, 'look').approval_id, 'approve');
      await completed(team.agent, id);
      expect(await contents()).toContain('News: early');
    });

    test('for a time goes on by itself', async () => {
      const id = await submit(team.agent, {
        steps: [
          { id: 'rest', kind: 'wait', input: { seconds: 1 } },
          { id: 'till', kind: 'wait', input: { until: '2020-01-01T00:00:00Z' } },
        ],
      });
      expect((await until(team.agent, id, ['waiting_event'])).status).toBe('waiting_event');
      await completed(team.agent, id);
    });

    test('for an event that does not come times out', async () => {
      const id = await submit(team.agent, { steps: [{ id: 'news', kind: 'wait', input: { event: 'never' }, timeout_s: 1 }] });
      expect(await until(team.agent, id, ['timed_out'])).toMatchObject({ status: 'timed_out', error: { code: 'timed_out' } });
    });

    test('for a task below it goes on when that is done, and fails with it', async () => {
      const inner = (kind: string, content: string) => ({
        steps: [kind === 'good' ? save('in', content) : { id: 'in', kind: 'memory.delete', input: { memory_id: randomUUID() } }],
      });
      const text = `below ${randomUUID()}`;
      const id = await submit(team.agent, {
        goal: 'above',
        steps: [{ id: 'sub', kind: 'task', input: { goal: 'below', plan: inner('good', text) } }],
      });
      const task = await completed(team.agent, id);
      expect(await contents()).toContain(text);
      const child = await shown(team.agent, stepOf(task, 'sub').task_id);
      expect(child).toMatchObject({ status: 'completed', parent: { task_id: id, step_id: 'sub' }, trace_id: task.trace_id });
      const bad = await submit(team.agent, {
        goal: 'above',
        steps: [{ id: 'sub', kind: 'task', input: { goal: 'below', plan: inner('bad', '') } }],
      });
      expect(await until(team.agent, bad, ['failed'])).toMatchObject({ error: { code: 'child_failed' } });
    });

    test('for a task below it tells where what ended it began, however deep that is', async () => {
      const deepest = { steps: [save('first', 'x'), { id: 'in', kind: 'memory.delete', input: { memory_id: randomUUID() } }] };
      const middle = { steps: [{ id: 'deeper', kind: 'task', input: { goal: 'deepest', plan: deepest } }] };
      const id = await submit(team.agent, { goal: 'above', steps: [{ id: 'sub', kind: 'task', input: { goal: 'middle', plan: middle } }] });
      const { error, ...top } = await until(team.agent, id, ['failed']);
      const below = stepOf(top, 'sub').task_id;
      const root = stepOf(await shown(team.agent, below), 'deeper').task_id;
      const cause = stepOf(await shown(team.agent, root), 'in').error.message;
      expect(error).toEqual({
        code: 'child_failed',
        message: `step "sub" (task) failed: child_failed: the task below is failed: memory_not_found at ${below} → ${root}, step "in": ${cause}`,
      });
    });

    test('that would start itself is refused, at once or when it is known', async () => {
      const plan = { steps: [save('x', 'never')] };
      const sub = (goal: string) => ({ id: 'again', kind: 'task', input: { goal, plan } });
      const own = { goal: 'Start  me', plan: { steps: [save('y', 'never'), sub(' start me ')] } };
      const refused = await team.agent.rest('POST', '/v1/tasks', own);
      expect([refused.status, refused.body.issues]).toMatchObject([400, [{ path: 'plan.steps.1.input.goal' }]]);
      const id = await submit(team.agent, {
        goal: 'Start  me',
        steps: [
          { id: 'news', kind: 'wait', input: { event: 'goal' } },
          { ...sub('{{steps.news.output.text}}'), depends_on: ['news'] },
        ],
      });
      await until(team.agent, id, ['waiting_event']);
      expect((await post(team.agent, id, 'steps/news/result', { status: 'succeeded', output: { text: ' start me ' } })).status).toBe(200);
      expect(await until(team.agent, id, ['failed'])).toMatchObject({ error: { code: 'spawns_itself' } });
    });
  });
};
