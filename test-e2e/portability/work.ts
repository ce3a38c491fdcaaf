import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { newKey } from '../accounts/people.ts';
import { ask, shell, vote, waiting } from '../governance/asking.ts';
import { newTeam } from '../governance/people.ts';
import type { Team } from '../governance/people.ts';
import { callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { completed, post, save, shown, submit, timeline, until } from '../tasks/tasks.ts';
import { archiveOf, brought, contentOf, taken, type Line } from './archives.ts';

const publish = () => shell(`npm publish ${randomUUID()}`);

/** A project with work that has ended and work that has not, of each kind. */
async function atWork(team: Team) {
  const { agent, approver } = team;
  const approve = (id: string) => vote(team.at(approver), id, 'approve', { comment: 'It is in order.' });
  const ended = await submit(agent, { goal: 'a log', steps: [save('a', `kept ${randomUUID()}`), save('b', 'too', { depends_on: ['a'] })] });
  await completed(agent, ended);
  const asking = await submit(agent, { steps: [{ id: 'c', kind: 'checkpoint' }, save('after', 'never', { depends_on: ['c'] })] });
  const listening = await submit(agent, { steps: [{ id: 'w', kind: 'wait', input: { event: 'x' } }] });
  const planned = await submit(agent, { steps: [save('p', 'never')], run: false });
  await until(agent, asking, ['waiting_approval'], 40_000);
  await until(agent, listening, ['waiting_event'], 40_000);

  const plan = { steps: [save('s', 'again and again')] };
  const schedule = await agent.rest('POST', '/v1/schedules', { goal: 'each night', plan, cron: '0 3 * * *' });
  await approve(schedule.body.approval_id);
  const isActive = async () => (await agent.rest('GET', `/v1/schedules/${schedule.body.id}`)).body.status;
  for (const deadline = Date.now() + 40_000; (await isActive()) !== 'active'; await sleep(50))
    if (Date.now() > deadline) throw new Error('the schedule does not begin');

  const [pending, given, used] = [await waiting(agent, publish()), publish(), publish()];
  const givenId = await waiting(agent, given);
  await approve(givenId);
  const usedId = await waiting(agent, used);
  await approve(usedId);
  const allowed = (await ask(agent, used)).body;
  const started = await agent.rest('POST', `/v1/actions/${allowed.decision_id}/start`, { permit: allowed.permit.token });
  await agent.rest('POST', `/v1/executions/${started.body.execution_id}/outcome`, { status: 'succeeded', summary: 'It is out.' });
  const open = (await ask(agent, shell('ls'))).body;
  return { ended, unfinished: { asking, listening, planned }, schedule: schedule.body.id, pending, given, givenId, usedId, open };
}

/** The work of a project, and what becomes of it where the project is brought in. */
export const workSuite: Suite = (stage) => {
  describe('work of a project that is moved', () => {
    let team: Team;
    let work: Awaited<ReturnType<typeof atWork>>;
    let lines: readonly Line[];
    /** The project where it was brought in. */
    let moved: { readonly id: string; readonly person: Caller; readonly key: Caller };
    beforeAll(async () => {
      team = await newTeam(stage);
      work = await atWork(team);
      lines = await taken(team.owner, team.projectId);
      const { baseUrl } = stage.product;
      const { workspaceId } = team.owner;
      const arrived = await brought(baseUrl, team.owner, { workspaceId, archive: archiveOf(lines) });
      if (arrived.status !== 201) throw new Error(arrived.text);
      const { id } = arrived.body.project;
      moved = { id, person: team.owner.in(id), key: callerFor(baseUrl, await newKey(team.owner, id)) };
    }, 180_000);

    test('is in the archive, but for what would let anybody do anything', () => {
      const kinds = new Set(lines.map(({ kind }) => kind));
      for (const kind of ['decision', 'approval', 'grant', 'vote', 'execution', 'task', 'task_plan', 'task_step', 'task_decision'])
        expect(kinds).toContain(kind);
      for (const kind of ['task_event', 'schedule']) expect(kinds).toContain(kind);
      expect(JSON.stringify(lines)).not.toContain(work.open.permit.token);
      expect(JSON.stringify(lines)).not.toMatch(/cairn_permit_/);
    });

    test('that had ended reads as it was, with its timeline and its decisions', async () => {
      const own = team.at(team.owner);
      expect(await shown(moved.person, work.ended)).toEqual(await shown(own, work.ended));
      expect(await timeline(moved.person, work.ended)).toEqual(await timeline(own, work.ended));
      const decisions = `/v1/tasks/${work.ended}/decisions`;
      expect((await moved.person.rest('GET', decisions)).body).toEqual((await own.rest('GET', decisions)).body);
      const card = (caller: Caller) => caller.rest('GET', `/v1/approvals/${work.usedId}`);
      const { status, votes, executions } = (await card(moved.person)).body;
      expect({ status, votes, executions }).toMatchObject({ status: 'consumed', executions: [{ summary: 'It is out.' }] });
      expect({ status, votes, executions }).toEqual({ ...pick((await card(own)).body) });
    });

    test('that had not ended is ended and says why, and nobody can go on with it', async () => {
      for (const id of Object.values(work.unfinished)) {
        const task = await shown(moved.person, id);
        const was = lines.find((line) => line['kind'] === 'task' && line['id'] === id)?.['status'] as string;
        expect(task).toMatchObject({ status: 'cancelled', error: { code: 'project_moved', message: expect.stringContaining(was) } });
        expect(task.finished_at).not.toBeNull();
        for (const step of task.plan.steps) expect(['skipped', 'unknown']).toContain(step.status);
        const told = await timeline(moved.person, id);
        expect(told.at(-1)).toMatchObject({ event: 'task.cancelled', data: { detail: { error: { code: 'project_moved' } } } });
        for (const verb of ['run', 'resume', 'retry']) expect((await post(moved.person, id, verb)).status).toBe(409);
      }
      expect((await moved.person.rest('GET', '/v1/tasks')).body.data).toHaveLength(4);
    });

    test('that was to be done again and again is switched off for good', async () => {
      const at = `/v1/schedules/${work.schedule}`;
      expect((await moved.person.rest('GET', at)).body).toMatchObject({
        goal: 'each night',
        cron: '0 3 * * *',
        status: 'ended',
        error: { code: 'project_moved' },
        next_run_at: null,
      });
      expect((await moved.person.rest('POST', `${at}/resume`)).status).toBe(409);
    });

    test('was approved or waited for that there, which counts for nothing here', async () => {
      const status = async (id: string) => {
        const { body } = await moved.person.rest('GET', `/v1/approvals/${id}`);
        return [body.status, body.reason, body.left];
      };
      expect(await status(work.pending)).toEqual(['cancelled', 'project_moved', null]);
      expect(await status(work.givenId)).toEqual(['revoked', 'project_moved', null]);
      for (const id of [work.pending, work.givenId]) expect((await vote(team.approver.in(moved.id), id, 'approve')).status).toBe(409);
      const again = await ask(moved.key, work.given);
      expect(again.body).toMatchObject({ outcome: 'require_approval', approval: { status: 'pending' } });
      expect(again.body.approval.id).not.toBe(work.givenId);
      const begun = { permit: work.open.permit.token };
      const start = (caller: Caller) => caller.rest('POST', `/v1/actions/${work.open.decision_id}/start`, begun);
      expect([403, 404, 409]).toContain((await start(moved.key)).status);
      expect([403, 404, 409]).toContain((await start(moved.person)).status);
      // Where it was given it is as good as before.
      expect((await start(team.agent)).status).toBe(200);
    });

    test('comes in by its next archive as it came, and is counted when it is erased', async () => {
      const back = await taken(team.owner, moved.id);
      const arrived = await brought(stage.product.baseUrl, team.owner, { workspaceId: team.owner.workspaceId, archive: archiveOf(back) });
      expect(arrived.status).toBe(201);
      const last = arrived.body.project.id;
      // What was asked for there since has ended with the move.
      const since = new Set(lines.map(({ id }) => id));
      const settled = (of: readonly Line[]) => contentOf(of).filter(({ kind, id }) => !laterKinds.has(kind) || since.has(id));
      expect(settled(await taken(team.owner, last))).toEqual(settled(back));
      const { body } = await team.owner.rest('DELETE', `/v1/projects/${last}?receipt=true`);
      const count = (kind: string) => back.filter((line) => line['kind'] === kind).length;
      expect(body.rows).toMatchObject({
        tasks: count('task'),
        task_plans: count('task_plan'),
        task_steps: count('task_step'),
        task_decisions: count('task_decision'),
        task_events: count('task_event'),
        task_schedules: 1,
        decisions: count('decision'),
        approvals: count('approval'),
        votes: count('vote'),
        grants: count('grant'),
        executions: count('execution'),
      });
      expect((await moved.person.rest('GET', '/v1/audit/verify')).body).toMatchObject({ valid: true });
    });
  });
};

/** Of which there may be more than came. */
const laterKinds = new Set(['decision', 'approval', 'vote', 'execution']);

const pick = ({ status, votes, executions }: Readonly<Record<string, unknown>>) => ({ status, votes, executions });
