import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { ask, shell, vote, waiting } from './asking.ts';
import { newPlace, newTeam } from './people.ts';
import type { Team } from './people.ts';
import { activate, allowPolicy, inForce } from './rules.ts';

/** Asks for publishing, on these terms. */
const asking = (approval: object) => ({
  id: 'ask-publish',
  effect: 'require_approval',
  when: { kind: ['shell.exec'], command: { head: ['npm'] } },
  justification: 'What is published stays so.',
  approval: { quorum: 1, roles: ['owner', 'admin', 'approver'], exclude: ['requester', 'agent_owner'], ttl_s: 600, ...approval },
});
const allowShowing = {
  id: 'allow-showing',
  effect: 'allow',
  when: { kind: ['shell.exec'], effects: [{ kind: ['print'] }, { kind: ['read'], place: ['workspace'], certainty: ['certain'] }] },
  justification: 'Showing changes nothing.',
};

const fresh = () => shell(`npm publish ${randomUUID()}`);

export const approvalByRuleSuite: Suite = (stage) => {
  describe('an approval on the terms of a rule', () => {
    let people: Team;
    beforeAll(async () => {
      people = await newTeam(stage);
    });

    /** A project with that rule in force. */
    const placeWith = async (approval: object): Promise<Team> => {
      const team = await newPlace(stage, people);
      await inForce(team.at(team.owner), [asking(approval), allowShowing, allowPolicy]);
      return team;
    };
    const outcomes = async (caller: Caller, action: object, times: number, rest: object = {}) => {
      const told: string[] = [];
      for (let at = 0; at < times; at += 1) told.push((await ask(caller, action, rest)).body.outcome);
      return told;
    };

    test('takes as many people as the rule wants, each once', async () => {
      const team = await placeWith({ quorum: 2 });
      const action = fresh();
      const id = await waiting(team.agent, action);
      const votes = await Promise.all(Array.from({ length: 6 }, () => vote(team.at(team.approver), id, 'approve')));
      expect(votes.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await outcomes(team.agent, action, 1)).toEqual(['require_approval']);
      expect((await vote(team.at(team.other), id, 'approve')).body).toMatchObject({ status: 'approved', approved_by: 2 });
      expect(await outcomes(team.agent, action, 2)).toEqual(['allow', 'require_approval']);
    });

    test('is ended by one denial, or by as many as the quorum where the rule has no veto', async () => {
      const team = await placeWith({ quorum: 2, veto: false });
      const id = await waiting(team.agent, fresh());
      expect((await vote(team.at(team.approver), id, 'deny')).body).toMatchObject({ status: 'pending', veto: false });
      expect((await vote(team.at(team.other), id, 'deny')).body).toMatchObject({ status: 'denied' });
    });

    test('is for the roles that the rule names', async () => {
      const team = await placeWith({ roles: ['admin'] });
      const id = await waiting(team.agent, fresh());
      expect((await vote(team.at(team.approver), id, 'approve')).status).toBe(403);
      expect((await vote(team.at(team.other), id, 'approve')).status).toBe(200);
    });

    test('gives uses, a task or a time, as far as the rule permits', async () => {
      const team = await placeWith({ grants: { uses: 3, task: true, until_s: 600 } });
      const [counted, tasked, timed] = [fresh(), fresh(), fresh()];
      const task = { task_id: randomUUID() };
      const give = async (action: object, grant: object, rest: object = {}) =>
        vote(team.at(team.approver), await waiting(team.agent, action, rest), 'approve', { grant });
      expect((await give(counted, { scope: 'uses', uses: 4 })).status).toBe(400);
      expect((await give(counted, { scope: 'uses', uses: 3 })).body.left).toEqual({ uses: 3, this_task_only: false });
      expect(await outcomes(team.agent, counted, 4)).toEqual(['allow', 'allow', 'allow', 'require_approval']);
      expect((await give(tasked, { scope: 'task' }, task)).body.left).toEqual({ uses: null, this_task_only: true });
      expect(await outcomes(team.agent, tasked, 3, task)).toEqual(['allow', 'allow', 'allow']);
      expect(await outcomes(team.agent, tasked, 1)).toEqual(['require_approval']);
      const until = (ahead: number) => ({ scope: 'until', until: new Date(Date.now() + ahead).toISOString() });
      expect((await give(timed, until(3_600_000))).status).toBe(400);
      expect((await give(timed, until(300_000))).status).toBe(200);
      expect(await outcomes(team.agent, timed, 3)).toEqual(['allow', 'allow', 'allow']);
    });

    test('and a permit are void once another policy is in force', async () => {
      const team = await placeWith({});
      const [waitingAction, given] = [fresh(), fresh()];
      const id = await waiting(team.agent, waitingAction);
      await vote(team.at(team.approver), await waiting(team.agent, given), 'approve');
      const { body: shown } = await ask(team.agent, shell('ls'));
      await inForce(team.at(team.owner), [asking({ quorum: 2 }), allowShowing, allowPolicy]);
      const start = await team.agent.rest('POST', `/v1/actions/${shown.decision_id}/start`, { permit: shown.permit.token });
      expect([start.status, start.body.code]).toEqual([409, 'conflict']);
      const list = await team.at(team.approver).rest('GET', '/v1/approvals?status=pending');
      expect(list.body.data).toEqual([]);
      expect((await vote(team.at(team.approver), id, 'approve')).status).toBe(409);
      expect((await team.agent.rest('GET', `/v1/approvals/${id}`)).body).toMatchObject({ status: 'superseded', reason: 'policy_changed' });
      expect(await outcomes(team.agent, given, 1)).toEqual(['require_approval']);
    });

    test('does not come back to life with the policy that asked for it', async () => {
      const team = await newPlace(stage, people);
      const person = team.at(team.owner);
      const number = await inForce(person, [asking({}), allowShowing, allowPolicy]);
      const [waitingAction, given] = [fresh(), fresh()];
      const [id, givenId] = [await waiting(team.agent, waitingAction), await waiting(team.agent, given)];
      await vote(team.at(team.approver), givenId, 'approve');
      await inForce(person, [asking({ quorum: 2 }), allowShowing, allowPolicy]);
      expect((await activate(person, number)).status).toBe(200);
      for (const one of [id, givenId]) expect((await team.agent.rest('GET', `/v1/approvals/${one}`)).body.status).toBe('superseded');
      expect(await outcomes(team.agent, given, 1)).toEqual(['require_approval']);
    });
  });
};
