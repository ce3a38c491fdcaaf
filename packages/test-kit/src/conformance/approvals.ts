import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '@cairn/core';
import type { Action, ActionContext, NewVote, VoteResult } from '@cairn/governance';
import { beforeAll, describe, expect, test } from 'vitest';
import { actionsOn, freshAction, shell } from './asked-actions.ts';
import type { Deciding } from './asked-actions.ts';
import { colleague } from './colleague.ts';
import type { Stage } from './suite.ts';

/** What every ActionRepository keeps to about approvals and votes. */
export function approvalConformance(stage: Stage): void {
  describe('approvals', () => {
    let bob: Actor;
    let eve: Actor;
    let member: Actor;
    beforeAll(async () => {
      [bob, eve, member] = [await colleague(stage, 'approver'), await colleague(stage, 'admin'), await colleague(stage, 'member')];
    });

    const repository = () => stage.ports.stores.actions;
    const decide = (action: Action, context: ActionContext = {}, deciding: Deciding = {}) =>
      actionsOn(stage, deciding).decide(stage.cast.a, action, context);
    const ask = async (action: Action, context: ActionContext = {}, deciding: Deciding = {}): Promise<string> =>
      (await decide(action, context, deciding)).approval?.id ?? '';
    const vote = (by: Actor, id: string, cast: NewVote): Promise<VoteResult> => repository().vote(by, id, cast);
    const approve = (by: Actor, id: string, grant?: NewVote['grant']) => vote(by, id, { decision: 'approve', grant });
    const read = async (id: string) => {
      const approval = await repository().approval(stage.cast.a, id);
      if (approval === undefined) throw new Error('there is no such approval');
      return approval;
    };
    const outcomes = async (action: Action, times: number, context: ActionContext = {}, deciding: Deciding = {}) => {
      const told: string[] = [];
      for (let at = 0; at < times; at += 1) told.push((await decide(action, context, deciding)).decision.outcome);
      return told;
    };

    test('identical asks at once wait for one approval, in their task', async () => {
      const action = freshAction();
      const taskId = randomUUID();
      const asked = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(action, at % 2 === 0 ? {} : { taskId })));
      expect(new Set(asked).size).toBe(2);
      expect(await read(asked[0] ?? '')).toMatchObject({ status: 'pending', asks: 10, action, taskId: null });
      expect(await read(asked[1] ?? '')).toMatchObject({ status: 'pending', asks: 10, taskId });
    });

    test('who asked does not vote, by any credential; nor does a key, a stranger to the role, or somebody twice', async () => {
      const { a, a2, session } = stage.cast;
      const id = await ask(freshAction(), {}, { terms: { quorum: 2 } });
      for (const own of [a, a2, session, { ...session, kind: 'oauth' as const }]) expect(await approve(own, id)).toBe('self_approval');
      expect(await approve({ ...bob, kind: 'api_key' }, id)).toBe('not_a_person');
      expect(await approve(member, id)).toBe('not_an_approver');
      expect(await approve({ ...bob, projectId: stage.cast.projectB }, id)).toBe('not_found');
      expect(await approve(bob, id)).toBe('done');
      expect(await approve(bob, id)).toBe('voted_before');
      expect(await vote(bob, id, { decision: 'deny' })).toBe('voted_before');
      expect(await read(id)).toMatchObject({ status: 'pending', votes: [{ userId: bob.userId }] });
    });

    test('a quorum of people approves, and votes at once count once each', async () => {
      const id = await ask(freshAction(), {}, { terms: { quorum: 2 } });
      const votes = await Promise.all(Array.from({ length: 10 }, (_, at) => approve(at % 2 === 0 ? bob : eve, id)));
      expect(votes.filter((one) => one === 'done')).toHaveLength(2);
      expect(await read(id)).toMatchObject({ status: 'approved', votes: [{ decision: 'approve' }, { decision: 'approve' }] });
    });

    test('one denial denies, unless the rule asks for as many as would approve', async () => {
      const [vetoed, counted] = [
        await ask(freshAction(), {}, { terms: { quorum: 2 } }),
        await ask(freshAction(), {}, { terms: { quorum: 2, veto: false } }),
      ];
      for (const id of [vetoed, counted]) expect(await vote(bob, id, { decision: 'deny', comment: 'no' })).toBe('done');
      expect(await read(vetoed)).toMatchObject({ status: 'denied', votes: [{ decision: 'deny', comment: 'no' }] });
      expect(await approve(eve, vetoed)).toBe('denied');
      expect(await read(counted)).toMatchObject({ status: 'pending' });
      await vote(eve, counted, { decision: 'deny' });
      expect(await read(counted)).toMatchObject({ status: 'denied' });
    });

    test('a vote for and one against at once settle it one way', async () => {
      for (let at = 0; at < 5; at += 1) {
        const action = freshAction();
        const id = await ask(action);
        const results = await Promise.all([approve(bob, id), vote(eve, id, { decision: 'deny' })]);
        expect(results.filter((one) => one === 'done')).toHaveLength(1);
        const { status, votes } = await read(id);
        expect(votes).toHaveLength(1);
        expect((await outcomes(action, 1))[0]).toBe(status === 'approved' ? 'allow' : 'deny');
      }
    });

    test('an approval gives one use to all who ask at once', async () => {
      const action = freshAction();
      await approve(bob, await ask(action));
      const asked = await Promise.all(Array.from({ length: 20 }, () => decide(action)));
      expect(asked.filter(({ decision }) => decision.outcome === 'allow')).toHaveLength(1);
      expect(new Set(asked.flatMap(({ reason, approval }) => (reason === null ? [approval?.id] : []))).size).toBe(1);
    });

    test('an approval may give some uses, the rest of a task, or some time, as the rule permits', async () => {
      const terms = { grants: { uses: 3, task: true, until_s: 60 } };
      const [counted, tasked, timed] = [freshAction(), freshAction(), freshAction()];
      const task = { taskId: randomUUID() };
      expect(await approve(bob, await ask(counted, {}, { terms }), { scope: 'uses', uses: 3 })).toBe('done');
      expect(await outcomes(counted, 4)).toEqual(['allow', 'allow', 'allow', 'require_approval']);
      expect(await approve(bob, await ask(tasked, task, { terms }), { scope: 'task' })).toBe('done');
      expect(await outcomes(tasked, 5, task)).toEqual(Array.from({ length: 5 }, () => 'allow'));
      expect(await outcomes(tasked, 1, { taskId: randomUUID() })).toEqual(['require_approval']);
      const until = new Date(Date.now() + 1500).toISOString();
      expect(await approve(bob, await ask(timed, {}, { terms }), { scope: 'until', until })).toBe('done');
      expect(await outcomes(timed, 3)).toEqual(['allow', 'allow', 'allow']);
      await sleep(1600);
      expect(await outcomes(timed, 1)).toEqual(['require_approval']);
    });

    test('an approval gives the least of what its votes give, and none gives more than the rule permits', async () => {
      const terms = { quorum: 2, grants: { uses: 5 } };
      const action = freshAction();
      const id = await ask(action, {}, { terms });
      const later = new Date(Date.now() + 30_000).toISOString();
      for (const grant of [{ scope: 'uses', uses: 6 }, { scope: 'task' }, { scope: 'until', until: later }] as const) {
        expect(await approve(bob, id, grant)).toBe('grant_too_wide');
      }
      await approve(bob, id, { scope: 'uses', uses: 5 });
      await approve(eve, id, { scope: 'uses', uses: 2 });
      expect(await outcomes(action, 3)).toEqual(['allow', 'allow', 'require_approval']);
    });

    test('nobody approves too late, and what was approved too long ago is not used', async () => {
      const [late, unused] = [freshAction(), freshAction()];
      const terms = { ttl_s: 1 };
      const [lateId, unusedId] = [await ask(late, {}, { terms }), await ask(unused, {}, { terms })];
      expect(await approve(bob, unusedId)).toBe('done');
      await sleep(1100);
      expect(await read(lateId)).toMatchObject({ status: 'expired' });
      expect(await approve(bob, lateId)).toBe('expired');
      expect(await outcomes(unused, 1)).toEqual(['require_approval']);
      expect(await read(unusedId)).toMatchObject({ status: 'expired', left: null });
      expect(await ask(late)).not.toBe(lateId);
      expect(await repository().withdraw(stage.cast.a, unusedId, 'cancel')).toBe('expired');
    });

    test('a permit that an approval gave ends with it', async () => {
      const action = freshAction();
      await approve(bob, await ask(action, {}, { terms: { ttl_s: 1 } }));
      const { decisionId, permit } = await decide(action);
      await sleep(1100);
      await expect(actionsOn(stage).start(stage.cast.a, decisionId, permit?.token ?? '')).rejects.toMatchObject({
        code: 'PERMIT_NOT_USABLE',
      });
    });

    test('a vote under a policy that has changed since changes nothing but the approval', async () => {
      const id = await ask(freshAction(), {}, { revision: 7 });
      expect(await read(id)).toMatchObject({ status: 'superseded', reason: 'policy_changed' });
      expect(await approve(bob, id)).toBe('superseded');
      expect(await read(id)).toMatchObject({ status: 'superseded', reason: 'policy_changed', votes: [] });
    });

    test('the same ask under another revision takes the place of one that waits and of one that was approved', async () => {
      const [waiting, given] = [freshAction(), freshAction()];
      const [waitingId, givenId] = [await ask(waiting), await ask(given)];
      await approve(bob, givenId);
      for (const [action, id] of [
        [waiting, waitingId],
        [given, givenId],
      ] as const) {
        const next = await ask(action, {}, { revision: 1 });
        expect(await read(id)).toMatchObject({ status: 'superseded', reason: 'policy_changed', supersededBy: next });
      }
    });

    test('who asked cancels, approvers revoke, and nobody else does either', async () => {
      const { a, a2, session } = stage.cast;
      const withdraw = (by: Actor, id: string, how: 'cancel' | 'revoke') => repository().withdraw(by, id, how);
      const id = await ask(freshAction());
      expect(await withdraw(bob, id, 'cancel')).toBe('not_owned');
      expect(await withdraw(bob, id, 'revoke')).toBe('pending');
      expect(await withdraw(a2, id, 'cancel')).toBe('done');
      expect(await withdraw(a, id, 'cancel')).toBe('cancelled');
      const action = freshAction();
      const given = await ask(action);
      await approve(bob, given);
      expect(await withdraw({ ...eve, kind: 'api_key' }, given, 'revoke')).toBe('not_a_person');
      expect(await withdraw(member, given, 'revoke')).toBe('not_an_approver');
      expect(await withdraw(eve, given, 'revoke')).toBe('done');
      expect(await outcomes(action, 1)).toEqual(['require_approval']);
      expect(await withdraw({ ...session, projectId: stage.cast.projectB }, given, 'revoke')).toBe('not_found');
    });

    test('people approve for themselves only where the project lets them', async () => {
      const { b, session, projectB } = stage.cast;
      const self = { ...session, projectId: projectB };
      const { approval } = await actionsOn(stage).decide(b, freshAction());
      const id = approval?.id ?? '';
      expect(await approve(self, id)).toBe('self_approval');
      await repository().allowSelfApproval(self, true);
      expect(await repository().allowsSelfApproval(b)).toBe(true);
      expect(await repository().allowsSelfApproval(stage.cast.a)).toBe(false);
      expect(await approve(b, id)).toBe('not_a_person');
      expect(await approve(self, id)).toBe('done');
      await repository().allowSelfApproval(self, false);
      // What they gave counts no more.
      const again = await actionsOn(stage).decide(b, (await repository().approval(b, id))?.action ?? shell('ls'));
      expect(again.decision.outcome).toBe('require_approval');
    });

    test('a denial denies other ways to the same in the task, by whichever credential, and only there', async () => {
      const taskId = randomUUID();
      await vote(bob, await ask(shell('rm -r build'), { taskId }), { decision: 'deny' });
      for (const command of ['rm -rf ./build', 'find build -delete', 'cd . && rm -r build/', "sh -c 'rm -r build'"]) {
        expect([command, ...(await outcomes(shell(command), 1, { taskId }))]).toEqual([command, 'deny']);
      }
      const other = await actionsOn(stage).decide(stage.cast.a2, shell('rm -r build'), { taskId });
      expect(other).toMatchObject({ reason: 'denied_before', decision: { outcome: 'deny', ruleIds: ['denied_before'] } });
      expect(await outcomes(shell('rm -r other'), 1, { taskId })).toEqual(['require_approval']);
      expect(await outcomes(shell('rm -r build'), 1, { taskId: randomUUID() })).toEqual(['require_approval']);
    });

    test('a denial outside of a task denies the same action until it would have lapsed', async () => {
      const action = freshAction();
      await vote(bob, await ask(action, {}, { terms: { ttl_s: 1 } }), { decision: 'deny' });
      expect(await outcomes(action, 1)).toEqual(['deny']);
      await sleep(1100);
      expect(await outcomes(action, 1)).toEqual(['require_approval']);
    });

    test('they tell what was begun by them and what became of it', async () => {
      const { a } = stage.cast;
      const actions = actionsOn(stage);
      const action = freshAction();
      const id = await ask(action, {}, { terms: { grants: { uses: 3 } } });
      await approve(bob, id, { scope: 'uses', uses: 3 });
      const begin = async (): Promise<string> => {
        const { decisionId, permit } = await actions.decide(a, action);
        return actions.start(a, decisionId, permit?.token ?? '');
      };
      const [first, second] = [await begin(), await begin()];
      await actions.report(a, first, { status: 'failed', exitCode: 2, summary: 'no such tag' });
      await actions.spend(a, { approvalId: id, digest: (await read(id)).decision.actionDigest });
      const { executions } = await read(id);
      expect(executions.toSorted((one, other) => one.startedAt.localeCompare(other.startedAt))).toMatchObject([
        { id: first, status: 'failed', exitCode: 2, summary: 'no such tag', reportedAt: expect.any(String) },
        { id: second, status: 'running', exitCode: null, summary: null, reportedAt: null },
        { status: 'succeeded' },
      ]);
      expect((await read(await ask(freshAction()))).executions).toEqual([]);
    });

    test('they are listed newest first, by where they stand and by who asked, in their project', async () => {
      const ids = [await ask(freshAction()), await ask(freshAction())];
      await vote(bob, ids[0] ?? '', { decision: 'deny' });
      const list = async (filter: object, limit = 200) =>
        (await repository().approvals(bob, { limit }, filter)).map(({ id }) => id).filter((id) => ids.includes(id));
      expect(await list({})).toEqual(ids.toReversed());
      expect(await list({ status: 'denied' })).toEqual([ids[0]]);
      expect(await list({ status: 'pending', requestedBy: stage.cast.userId })).toEqual([ids[1]]);
      expect(await list({ requestedBy: bob.userId })).toEqual([]);
      const [newest] = await repository().approvals(bob, { limit: 1 }, {});
      const rest = await repository().approvals(bob, { limit: 1, after: newest }, {});
      expect(rest.map(({ id }) => id)).toEqual([ids[0]]);
      expect(
        await repository().approvals({ ...bob, projectId: stage.cast.projectB }, { limit: 200 }, { requestedBy: stage.cast.userId }),
      ).not.toContainEqual(expect.objectContaining({ id: ids[0] }));
    });

    test('a credential has no more waiting than people look at', async () => {
      const busy = { ...stage.cast.a, credentialId: randomUUID() };
      const actions = actionsOn(stage, { terms: { ttl_s: 60 } });
      const first = freshAction();
      await actions.decide(busy, first);
      for (let at = 1; at < 500; at += 1) await actions.decide(busy, freshAction());
      expect(await actions.decide(busy, freshAction())).toMatchObject({ reason: 'too_many_waiting', decision: { outcome: 'deny' } });
      expect(await actions.decide(busy, first)).toMatchObject({ reason: null, decision: { outcome: 'require_approval' } });
      expect((await decide(freshAction())).decision.outcome).toBe('require_approval');
    });

    test('the sweep ends what nobody decided on', async () => {
      const id = await ask(freshAction(), {}, { terms: { ttl_s: 1 } });
      await sleep(1100);
      await stage.ports.housekeeping.clearLapsed();
      const { updatedAt, expiresAt, status } = await read(id);
      expect(status).toBe('expired');
      expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(expiresAt));
    });
  });
}
