import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { vote } from '../governance/asking.ts';
import { newPlace, newTeam } from '../governance/people.ts';
import type { Team } from '../governance/people.ts';
import { allowMemory, allowPolicy, inForce } from '../governance/rules.ts';
import { remembered } from '../memories/remembered.ts';
import { callerFor } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { save } from './tasks.ts';

const path = '/v1/schedules';
const each = { cron: '0 6 * * MON', time_zone: 'Europe/Berlin' };

const rule = (effect: 'allow' | 'deny' | 'require_approval') => ({
  id: 'schedules',
  effect,
  when: { kind: ['schedule.create'] },
  justification: 'What is done again and again.',
});

/** Only a server's clock can be put forward. */
async function comeDue(databaseUrl: string, id: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("update cairn.task_schedules set due_at = now() - interval '1 second' where id = $1", [id]);
  await client.end();
}

/** Goals that are worked on again and again. */
export const scheduleSuite: Suite = (stage) => {
  describe('a schedule', () => {
    let team: Team;
    beforeAll(async () => {
      team = await newTeam(stage);
    });
    const make = (rest: object) => team.agent.rest('POST', path, { goal: 'again', plan: { steps: [save('a', 'x')] }, ...each, ...rest });
    // oxlint-disable-next-line typescript/no-explicit-any -- a suite looks into bodies whose shape is what it checks
    const shown = async (id: string): Promise<any> => (await team.agent.rest('GET', `${path}/${id}`)).body;
    const approved = async (rest: object): Promise<string> => {
      const { body } = await make(rest);
      expect((await vote(team.at(team.approver), body.approval_id, 'approve')).status).toBe(200);
      await expect.poll(async () => (await shown(body.id)).status, { timeout: 10_000 }).toBe('active');
      return body.id;
    };

    test.each([
      ['that never comes', { cron: '0 0 30 2 *' }, 'cron', /never comes/],
      ['that is no cron', { cron: 'each monday' }, 'cron', /five fields/],
      ['of seconds', { cron: '* * * * * *' }, 'cron', /five fields/],
      ['that ends before it begins', { ends_at: '2020-01-01T00:00:00Z' }, 'ends_at', /before the first run/],
      ['in a zone that is none', { time_zone: 'Mars/Olympus' }, 'time_zone', /IANA/],
      ['with a plan in a circle', { plan: { steps: [save('a', 'x', { depends_on: ['a'] })] } }, 'plan.steps', /circle/],
    ])('%s is refused', async (_, rest, at, why) => {
      const { status, body } = await make(rest);
      expect([status, body.issues[0].path]).toEqual([400, at]);
      expect(body.detail).toMatch(why);
    });

    test('begins when people approve it, and ends when they deny', async () => {
      const made = await make({});
      expect([made.status, made.body.status, made.body.next_run_at]).toEqual([201, 'waiting_approval', null]);
      await vote(team.at(team.approver), made.body.approval_id, 'approve');
      await expect.poll(async () => (await shown(made.body.id)).status, { timeout: 10_000 }).toBe('active');
      const next = new Date((await shown(made.body.id)).next_run_at);
      expect([next > new Date(), next.getUTCDay(), next.getUTCMinutes()]).toEqual([true, 1, 0]);
      const denied = (await make({ goal: 'another' })).body;
      await vote(team.at(team.approver), denied.approval_id, 'deny');
      await expect.poll(async () => (await shown(denied.id)).status, { timeout: 10_000 }).toBe('rejected');
      expect((await shown(denied.id)).error).toMatchObject({ code: 'approval_denied' });
    });

    test('is paused, resumed, listed and deleted', async () => {
      const id = await approved({ goal: 'listed' });
      const verb = (name: string) => team.agent.rest('POST', `${path}/${id}/${name}`);
      expect((await verb('pause')).body).toMatchObject({ status: 'paused', next_run_at: null });
      expect((await verb('pause')).status).toBe(409);
      expect((await verb('resume')).body).toMatchObject({ status: 'active', next_run_at: expect.any(String) });
      expect((await team.agent.rest('GET', path)).body.data.map((one: { id: string }) => one.id)).toContain(id);
      expect((await team.agent.rest('DELETE', `${path}/${id}`)).status).toBe(204);
      expect((await team.agent.rest('GET', `${path}/${id}`)).status).toBe(404);
    });

    test('starts a task of its own at each run, as often as it may', async () => {
      // Only a server's clock can be put forward.
      if (stage.databaseUrl === undefined) return;
      const text = `scheduled ${randomUUID()}`;
      const id = await approved({ goal: text, plan: { steps: [save('a', text)] }, max_runs: 2 });
      const client = new pg.Client({ connectionString: stage.databaseUrl });
      await client.connect();
      for (const run of [1, 2]) {
        await client.query("update cairn.task_schedules set due_at = now() - interval '1 hour' where id = $1", [id]);
        await expect.poll(async () => (await shown(id)).runs, { timeout: 15_000 }).toBe(run);
      }
      await client.end();
      expect(await shown(id)).toMatchObject({ status: 'ended', runs: 2, next_run_at: null, error: null });
      await expect
        .poll(async () => (await remembered(team.agent)).filter(({ content }) => content === text).length, { timeout: 15_000 })
        .toBe(2);
      const completed = async () =>
        (await team.agent.rest('GET', '/v1/tasks?status=completed')).body.data.filter(
          (task: { schedule_id: string }) => task.schedule_id === id,
        );
      await expect.poll(completed, { timeout: 30_000 }).toHaveLength(2);
    });

    test('is asked about anew when the policy changes before people answer, and denied at the next run once the policy denies', async () => {
      const own = await newPlace(stage, team);
      const { id, approval_id: first } = (await own.agent.rest('POST', path, { goal: 'asked', plan: { steps: [save('a', 'x')] }, ...each }))
        .body;
      // oxlint-disable-next-line typescript/no-explicit-any -- as above
      const standing = async (): Promise<any> => (await own.agent.rest('GET', `${path}/${id}`)).body;
      await inForce(own.at(own.owner), [allowPolicy, allowMemory, rule('require_approval')]);
      await expect.poll(async () => (await standing()).approval_id, { timeout: 30_000 }).not.toBe(first);
      const { status, approval_id: second } = await standing();
      expect(status).toBe('waiting_approval');
      expect((await vote(own.at(own.approver), first, 'approve')).status).toBe(409);
      expect((await vote(own.at(own.approver), second, 'approve')).status).toBe(200);
      await expect.poll(async () => (await standing()).status, { timeout: 30_000 }).toBe('active');
      if (stage.databaseUrl === undefined) return;
      await inForce(own.at(own.owner), [allowPolicy, allowMemory, rule('deny')]);
      await comeDue(stage.databaseUrl, id);
      await expect.poll(async () => (await standing()).status, { timeout: 30_000 }).toBe('rejected');
      expect(await standing()).toMatchObject({ runs: 0, next_run_at: null, error: { code: 'policy_denied' } });
    });

    test('that was made without asking waits for people at its next run once the policy asks', async () => {
      if (stage.databaseUrl === undefined) return;
      const own = await newPlace(stage, team);
      await inForce(own.at(own.owner), [allowPolicy, allowMemory, rule('allow')]);
      const { body } = await own.agent.rest('POST', path, { goal: 'free', plan: { steps: [save('a', 'x')] }, ...each });
      expect([body.status, body.approval_id]).toEqual(['active', null]);
      // oxlint-disable-next-line typescript/no-explicit-any -- as above
      const standing = async (): Promise<any> => (await own.agent.rest('GET', `${path}/${body.id}`)).body;
      await inForce(own.at(own.owner), [allowPolicy, allowMemory, rule('require_approval')]);
      await comeDue(stage.databaseUrl, body.id);
      await expect.poll(async () => (await standing()).status, { timeout: 30_000 }).toBe('waiting_approval');
      expect(await standing()).toMatchObject({ runs: 0, next_run_at: null, error: null });
      await vote(own.at(own.approver), (await standing()).approval_id, 'approve');
      await expect.poll(async () => (await standing()).status, { timeout: 30_000 }).toBe('active');
      await comeDue(stage.databaseUrl, body.id);
      await expect.poll(async () => (await standing()).runs, { timeout: 30_000 }).toBe(1);
    });

    test('runs no more once the key that made it is revoked', async () => {
      if (stage.databaseUrl === undefined) return;
      const person = team.owner.in(team.projectId);
      const key = (await person.rest('POST', '/v1/api-keys', { name: 'short' })).body;
      const made = (
        await callerFor(team.agent.baseUrl, key.key).rest('POST', path, { goal: 'revoked', plan: { steps: [save('a', 'x')] }, ...each })
      ).body;
      await vote(team.at(team.approver), made.approval_id, 'approve');
      await expect.poll(async () => (await shown(made.id)).status, { timeout: 10_000 }).toBe('active');
      await person.rest('DELETE', `/v1/api-keys/${key.id}`);
      const client = new pg.Client({ connectionString: stage.databaseUrl });
      await client.connect();
      await client.query('update cairn.task_schedules set due_at = now() where id = $1', [made.id]);
      await client.end();
      await expect.poll(async () => (await shown(made.id)).status, { timeout: 15_000 }).toBe('ended');
      expect(await shown(made.id)).toMatchObject({ runs: 0, error: { code: 'rights_lost' } });
    });

    test('binds each run to what its agent is then, and ends once the agent is gone', async () => {
      const agent = (await team.at(team.member).rest('POST', '/v1/agents', { name: randomUUID(), tools: ['save_memory'] })).body;
      const search = { steps: [{ id: 'f', kind: 'memory.search', input: { query: 'x' } }] };
      const refused = await make({ agent_id: agent.id, plan: search });
      expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'plan.steps.0.kind']);
      if (stage.databaseUrl === undefined) return;
      const id = await approved({ goal: `of ${agent.id}`, agent_id: agent.id });
      const { databaseUrl } = stage;
      await team.at(team.member).rest('PATCH', `/v1/agents/${agent.id}`, { instructions: 'Be short.' });
      await comeDue(databaseUrl, id);
      await expect.poll(async () => (await shown(id)).runs, { timeout: 15_000 }).toBe(1);
      const { data } = (await team.agent.rest('GET', `/v1/tasks?agent_id=${agent.id}`)).body;
      expect(data).toMatchObject([{ schedule_id: id, agent_version: 2 }]);
      await team.at(team.member).rest('DELETE', `/v1/agents/${agent.id}`);
      await comeDue(databaseUrl, id);
      await expect.poll(async () => (await shown(id)).status, { timeout: 15_000 }).toBe('ended');
      expect(await shown(id)).toMatchObject({ runs: 1, error: { code: 'agent_not_found' } });
    });
  });
};
