import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { vote } from '../governance/asking.ts';
import { newTeam } from '../governance/people.ts';
import type { Team } from '../governance/people.ts';
import { remembered } from '../memories/remembered.ts';
import { callerFor } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { save } from './tasks.ts';

const path = '/v1/schedules';
const each = { cron: '0 6 * * MON', time_zone: 'Europe/Berlin' };

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
      const tasks = (await team.agent.rest('GET', '/v1/tasks?status=completed')).body.data;
      expect(tasks.filter((task: { schedule_id: string }) => task.schedule_id === id)).toHaveLength(2);
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
      const client = new pg.Client({ connectionString: stage.databaseUrl });
      await client.connect();
      const comeDue = () => client.query("update cairn.task_schedules set due_at = now() - interval '1 second' where id = $1", [id]);
      await team.at(team.member).rest('PATCH', `/v1/agents/${agent.id}`, { instructions: 'Be short.' });
      await comeDue();
      await expect.poll(async () => (await shown(id)).runs, { timeout: 15_000 }).toBe(1);
      const { data } = (await team.agent.rest('GET', `/v1/tasks?agent_id=${agent.id}`)).body;
      expect(data).toMatchObject([{ schedule_id: id, agent_version: 2 }]);
      await team.at(team.member).rest('DELETE', `/v1/agents/${agent.id}`);
      await comeDue();
      await expect.poll(async () => (await shown(id)).status, { timeout: 15_000 }).toBe('ended');
      expect(await shown(id)).toMatchObject({ runs: 1, error: { code: 'agent_not_found' } });
      await client.end();
    });
  });
};
