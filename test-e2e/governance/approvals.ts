import { randomUUID } from 'node:crypto';
import { newKey, newOwner } from '../accounts/people.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { newToken } from '../oauth/flow.ts';
import { callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { ask, shell, vote, waiting } from './asking.ts';
import { newTeam } from './people.ts';
import type { Team } from './people.ts';

const fresh = () => shell(`npm publish ${randomUUID()}`);

export const approvalSuite: Suite = (stage) => {
  describe('an approval', () => {
    let team: Team;
    beforeAll(async () => {
      team = await newTeam(stage);
    });

    const card = (caller: Caller, id: string) => caller.rest('GET', `/v1/approvals/${id}`);
    const start = (caller: Caller, body: { decision_id: string; permit: { token: string } }) =>
      caller.rest('POST', `/v1/actions/${body.decision_id}/start`, { permit: body.permit.token });

    test('is not given by who asked, by whichever credential', async () => {
      const id = await waiting(team.agent, fresh());
      const { baseUrl } = stage.product;
      const connected = await newToken({ baseUrl, token: team.owner.token, projectId: team.projectId });
      const routes = [team.agent, team.agent2, callerFor(baseUrl, connected.token), team.at(team.owner)];
      routes.push(callerFor(baseUrl, await newKey(team.owner, team.projectId)));
      for (const route of routes) {
        const { status, body } = await vote(route, id, 'approve');
        expect([status, body.code]).toEqual([403, 'self_approval']);
      }
      expect((await card(team.agent, id)).body).toMatchObject({ status: 'pending', votes: [], approved_by: 0 });
    });

    test.each(['made it', 'wrote the version that holds'])('is not given by who %s, of the agent that acts', async (part) => {
      const [maker, writer] = part === 'made it' ? [team.other, team.owner] : [team.owner, team.other];
      const made = await team.at(maker).rest('POST', '/v1/agents', { name: `agent ${randomUUID()}` });
      expect(made.status).toBe(201);
      const changed = await team.at(writer).rest('PATCH', `/v1/agents/${made.body.id}`, { description: 'publishes' });
      expect(changed.status).toBe(200);
      const id = await waiting(team.agent, fresh(), { agent_id: made.body.id });
      const refused = await vote(team.at(team.other), id, 'approve');
      expect([refused.status, refused.body.code]).toEqual([403, 'self_approval']);
      expect((await card(team.agent, id)).body).toMatchObject({ approvers: 1 });
      expect((await vote(team.at(team.approver), id, 'approve')).status).toBe(200);
    });

    test('is given by somebody with the role, signed in, and by nobody else', async () => {
      const id = await waiting(team.agent, fresh());
      const byMember = await vote(team.at(team.member), id, 'approve');
      expect([byMember.status, byMember.body.code]).toEqual([403, 'forbidden']);
      const key = callerFor(stage.product.baseUrl, await newKey(team.approver, team.projectId));
      expect([(await vote(key, id, 'approve')).status, (await vote(key, id, 'approve')).body.code]).toEqual([403, 'forbidden']);
      const stranger = await newOwner(stage);
      expect((await vote(stranger.in(stranger.projectId), id, 'approve')).status).toBe(404);
      expect((await vote(stranger.in(team.projectId), id, 'approve')).status).toBe(403);
      const given = await vote(team.at(team.approver), id, 'approve', { comment: 'fine' });
      expect(given).toMatchObject({ status: 200, body: { id, status: 'approved', left: { uses: 1, this_task_only: true } } });
      expect(given.body.votes).toMatchObject([{ user_id: team.approver.id, decision: 'approve', comment: 'fine', role: 'approver' }]);
      expect((await vote(team.at(team.other), id, 'approve')).status).toBe(409);
    });

    test('lets exactly that action be done, once', async () => {
      const action = fresh();
      const id = await waiting(team.agent, action);
      await vote(team.at(team.approver), id, 'approve');
      for (const other of [{ ...action, cwd: '/repo/a' }, { ...action, env: ['PATH'] }, shell(`${action.command} `)]) {
        expect((await ask(team.agent, other)).body.outcome).toBe('require_approval');
      }
      expect((await ask(team.agent2, action)).body.outcome).toBe('require_approval');
      const again = await Promise.all(Array.from({ length: 20 }, () => ask(team.agent, action)));
      const allowed = again.filter(({ body }) => body.outcome === 'allow');
      expect(allowed).toHaveLength(1);
      expect(allowed[0]?.body).toMatchObject({ rule_ids: ['ask-command'], approval: { id, status: 'approved' } });
      expect((await start(team.agent, allowed[0]?.body)).status).toBe(200);
      expect((await card(team.agent, id)).body).toMatchObject({ status: 'consumed', left: null });
      expect((await ask(team.agent, action)).body.outcome).toBe('require_approval');
    });

    test('is joined by the same ask while it waits', async () => {
      const action = fresh();
      const asked = await Promise.all(Array.from({ length: 8 }, () => ask(team.agent, action)));
      expect(new Set(asked.map(({ body }) => body.approval.id)).size).toBe(1);
      expect((await card(team.agent, asked[0]?.body.approval.id)).body.asks).toBe(8);
    });

    test('that was denied denies the action, and other ways to it in the same task', async () => {
      const task = randomUUID();
      const inTask = { task_id: task };
      const id = await waiting(team.agent, shell('npm publish'), inTask);
      expect((await vote(team.at(team.approver), id, 'deny')).body).toMatchObject({ status: 'denied' });
      for (const command of [
        'npm publish',
        'npx npm publish --tag x',
        "bash -c 'npm publish'",
        'env CI=1 npm publish',
        'ls; npm "publish"',
      ]) {
        const { body } = await ask(team.agent2, shell(command), inTask);
        expect([command, body.outcome, body.rule_ids]).toEqual([command, 'deny', ['denied_before']]);
      }
      expect((await ask(team.agent, shell('npm test'), inTask)).body.outcome).toBe('require_approval');
      expect((await ask(team.agent, shell('npm publish'), { task_id: randomUUID() })).body.outcome).toBe('require_approval');
    });

    test('that was denied leaves to people what was asked beside it: approved afterwards as it is, that may be done, and no other', async () => {
      const inTask = { task_id: `task ${randomUUID()}` };
      const [denied, wanted] = ['npm publish', 'npm publish --tag next'];
      const ids = [await waiting(team.agent, shell(denied), inTask), await waiting(team.agent, shell(wanted), inTask)];
      await vote(team.at(team.approver), ids[0] ?? '', 'deny');
      expect((await ask(team.agent, shell(wanted), inTask)).body.outcome).toBe('deny');
      await vote(team.at(team.approver), ids[1] ?? '', 'approve');
      expect((await ask(team.agent, shell('npm publish --tag other'), inTask)).body.outcome).toBe('deny');
      expect((await ask(team.agent, shell(wanted), inTask)).body.permit).toBeDefined();
      expect((await ask(team.agent, shell(denied), inTask)).body.outcome).toBe('deny');
    });

    test('that was denied for a file denies commands that change it in the task, and leaves others', async () => {
      const inTask = { task_id: randomUUID() };
      const file = { kind: 'file.write', path: '/repo/a.txt', workspace_root: '/repo', after_hash: 'a'.repeat(64), size: 3 };
      await vote(team.at(team.approver), await waiting(team.agent, file, inTask), 'deny');
      for (const command of ['echo x > a.txt', 'tee ./b/../a.txt', 'rm a.txt', 'cp b.txt a.txt']) {
        expect([command, (await ask(team.agent, shell(command), inTask)).body.outcome]).toEqual([command, 'deny']);
      }
      expect((await ask(team.agent, { ...file, after_hash: 'b'.repeat(64) }, inTask)).body.outcome).toBe('deny');
      expect((await ask(team.agent, shell('echo x > b.txt'), inTask)).body.outcome).toBe('require_approval');
      expect((await ask(team.agent, shell('cat a.txt'), inTask)).body.outcome).toBe('allow');
    });

    test('gives way to another one when the file that it is about is to become another', async () => {
      const file = { kind: 'file.write', path: `/repo/${randomUUID()}`, workspace_root: '/repo', after_hash: 'a'.repeat(64), size: 3 };
      const first = await waiting(team.agent, file);
      const second = await waiting(team.agent, { ...file, after_hash: 'b'.repeat(64) });
      expect((await card(team.agent, first)).body).toMatchObject({
        status: 'superseded',
        reason: 'action_changed',
        superseded_by: second,
      });
      expect((await vote(team.at(team.approver), first, 'approve')).status).toBe(409);
    });

    test('is cancelled by who asked', async () => {
      const id = await waiting(team.agent, fresh());
      expect((await team.at(team.member).rest('DELETE', `/v1/approvals/${id}`)).status).toBe(403);
      expect(await team.agent2.rest('DELETE', `/v1/approvals/${id}`)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
      expect((await team.agent.rest('DELETE', `/v1/approvals/${id}`)).status).toBe(409);
      expect((await vote(team.at(team.approver), id, 'approve')).status).toBe(409);
    });

    test('that is revoked voids the permit that it gave', async () => {
      const action = fresh();
      const id = await waiting(team.agent, action);
      await vote(team.at(team.approver), id, 'approve');
      const { body } = await ask(team.agent, action);
      const revoke = (caller: Caller) => caller.rest('POST', `/v1/approvals/${id}/revoke`, {});
      expect((await revoke(team.at(team.member))).status).toBe(403);
      expect((await revoke(team.agent)).status).toBe(403);
      expect(await revoke(team.at(team.other))).toMatchObject({ status: 200, body: { status: 'revoked' } });
      expect((await start(team.agent, body)).status).toBe(409);
      expect((await revoke(team.at(team.other))).status).toBe(409);
    });

    test('does not outlive the role of who gave it', async () => {
      const own = await newTeam(stage);
      const action = fresh();
      const id = await waiting(own.agent, action);
      await vote(own.at(own.approver), id, 'approve');
      const path = `/v1/workspaces/${own.owner.workspaceId}/members/${own.approver.id}`;
      expect((await own.owner.rest('PATCH', path, { role: 'member' })).status).toBe(200);
      expect((await ask(own.agent, action)).body.outcome).toBe('require_approval');
      expect((await card(own.agent, id)).body).toMatchObject({ status: 'revoked', reason: 'approver_lost_rights' });
    });

    test('does not outlive it between the permit and the start either', async () => {
      const own = await newTeam(stage);
      const action = fresh();
      const id = await waiting(own.agent, action);
      await vote(own.at(own.approver), id, 'approve');
      const { body } = await ask(own.agent, action);
      expect(body.permit.token).toEqual(expect.any(String));
      const path = `/v1/workspaces/${own.owner.workspaceId}/members/${own.approver.id}`;
      expect((await own.owner.rest('DELETE', path)).status).toBe(204);
      expect(await start(own.agent, body)).toMatchObject({ status: 409, body: { code: 'conflict' } });
      expect((await card(own.agent, id)).body).toMatchObject({ status: 'revoked', reason: 'approver_lost_rights' });
    });

    test('lets a vote give no more than the rule permits', async () => {
      const id = await waiting(team.agent, fresh(), { task_id: randomUUID() });
      const until = new Date(Date.now() + 60_000).toISOString();
      for (const grant of [{ scope: 'uses', uses: 2 }, { scope: 'task' }, { scope: 'until', until }]) {
        const { status, body } = await vote(team.at(team.approver), id, 'approve', { grant });
        expect([status, body.code, body.issues?.[0].path]).toEqual([400, 'invalid_params', 'grant']);
      }
      expect((await vote(team.at(team.approver), id, 'approve', { grant: { scope: 'once' } })).status).toBe(200);
    });

    test('shows people all of the action and nothing that hides', async () => {
      const action = {
        kind: 'mcp.call',
        server: 'mail',
        tool: 'send',
        arguments: { to: 'eve\u202e@example.org', body: 'see https://h.example/\u200b' },
        untrusted: [{ path: '/to', source: 'web' }],
      };
      const id = await waiting(team.agent, action);
      const { body, text } = await card(team.at(team.approver), id);
      expect(text).not.toMatch(/[\u200b\u202e]/);
      expect(JSON.parse(body.canonical)).toEqual(action);
      expect(body).toMatchObject({
        kind: 'mcp.call',
        status: 'pending',
        voting: 'may_vote',
        approvers: 2,
        requested_by: { id: team.owner.id, email: team.owner.email },
        effects: expect.arrayContaining(['calls the tool send of the server mail']),
        provenance: [{ argument: '/to', source: 'web', control: true }],
        unchecked: expect.arrayContaining([expect.stringContaining('what the tool does')]),
        parameters: expect.arrayContaining([
          { name: '/arguments/to', value: String.raw`"eve\u202e@example.org"`, hidden: true },
          { name: '/server', value: '"mail"', hidden: false },
        ]),
      });
      expect((await card(team.at(team.owner), id)).body.voting).toBe('self_approval');
      expect((await card(team.at(team.member), id)).status).toBe(404);
      expect((await card(callerFor(stage.product.baseUrl, await newKey(team.approver, team.projectId)), id)).status).toBe(404);
    });

    test('is in the inbox of those who may vote, by where it stands', async () => {
      const own = await newTeam(stage);
      const ids = [await waiting(own.agent, fresh()), await waiting(own.agent, fresh())];
      await vote(own.at(own.approver), ids[0] ?? '', 'deny');
      const inbox = async (caller: Caller, query = '') =>
        (await caller.rest('GET', `/v1/approvals${query}`)).body.data.map(({ id }: { id: string }) => id);
      expect(await inbox(own.at(own.approver), '?status=pending')).toEqual([ids[1]]);
      expect(await inbox(own.at(own.approver), '?status=denied')).toEqual([ids[0]]);
      expect(await inbox(own.agent)).toEqual(ids.toReversed());
      expect(await inbox(own.at(own.member))).toEqual([]);
      const page = (await own.at(own.other).rest('GET', '/v1/approvals?limit=1')).body;
      expect(page.data).toMatchObject([{ id: ids[1] }]);
      expect(await inbox(own.at(own.other), `?limit=1&cursor=${page.next_cursor}`)).toEqual([ids[0]]);
      expect((await own.agent.rest('GET', '/v1/approvals?status=open')).status).toBe(400);
    });
  });

  describe('a person alone in a workspace', () => {
    test('approves for themselves only once the project says so', async () => {
      const owner = await newOwner(stage);
      const session = owner.in(owner.projectId);
      const agent = callerFor(stage.product.baseUrl, await newKey(owner, owner.projectId));
      const action = fresh();
      const { body } = await ask(agent, action);
      expect(body.approval.hint).toContain('nobody may vote');
      expect((await vote(session, body.approval.id, 'approve')).body.code).toBe('self_approval');
      const settings = '/v1/governance/settings';
      expect((await agent.rest('GET', settings)).body).toEqual({ allow_self_approval: false });
      expect((await agent.rest('PATCH', settings, { allow_self_approval: true })).status).toBe(403);
      expect((await session.rest('PATCH', settings, { allow_self_approval: true })).body).toEqual({ allow_self_approval: true });
      expect((await vote(agent, body.approval.id, 'approve')).body.code).toBe('forbidden');
      expect((await vote(session, body.approval.id, 'approve')).body).toMatchObject({ status: 'approved' });
      expect((await ask(agent, action)).body.outcome).toBe('allow');
    });

    test('cannot have an admin lift that', async () => {
      const team = await newTeam(stage);
      expect((await team.at(team.other).rest('PATCH', '/v1/governance/settings', { allow_self_approval: true })).status).toBe(403);
    });
  });
};
