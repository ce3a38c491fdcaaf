import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import type { Suite } from '../product/stage.ts';
import { ask, shell, vote } from './asking.ts';
import { newTeam } from './people.ts';

/** For servers, where the rows can be looked at from outside. */
export const recordedSuite: Suite = (stage) => {
  test('an action leaves a row of the audit at each step, refused ones too, of one decision and without its parameters', async () => {
    const team = await newTeam(stage);
    const secret = `token-${randomUUID()}`;
    const action = shell(`npm publish --otp ${secret}`);
    const { body: asked } = await ask(team.agent, action);
    const id = asked.approval.id;
    for (const [someone, decision] of [
      [team.owner, 'approve'],
      [team.member, 'approve'],
      [team.approver, 'approve'],
      [team.other, 'deny'],
    ] as const)
      await vote(team.at(someone), id, decision, { comment: secret });
    const { body: allowed } = await ask(team.agent, action);
    const start = () => team.agent.rest('POST', `/v1/actions/${allowed.decision_id}/start`, { permit: allowed.permit.token });
    const { body: begun } = await start();
    await start();
    await team.agent.rest('POST', `/v1/executions/${begun.execution_id}/outcome`, { status: 'failed', exit_code: 1, summary: secret });

    const database = new Client({ connectionString: stage.databaseUrl });
    await database.connect();
    const { rows } = await database.query<Record<string, string>>(
      `select user_id, credential_kind, action, outcome, decision_id, encode(action_digest, 'hex') as digest, to_jsonb(a)::text as everything
       from cairn.audit_entries a where project_id = $1 and (action like 'action.%' or action like 'approval.%') order by at, id`,
      [team.projectId],
    );
    await database.end();
    const { owner, member, approver, other } = team;
    expect(rows.map(({ user_id: user, action: done, outcome }) => [user, done, outcome])).toEqual([
      [owner.id, 'action.decide', 'require_approval'],
      [owner.id, 'approval.vote', 'self_approval'],
      [member.id, 'approval.vote', 'not_an_approver'],
      [approver.id, 'approval.vote', 'approve'],
      [other.id, 'approval.vote', 'already_approved'],
      [owner.id, 'action.decide', 'allow'],
      [owner.id, 'action.start', 'done'],
      [owner.id, 'action.start', 'spent'],
      [owner.id, 'action.outcome', 'failed'],
    ]);
    for (const row of rows) {
      expect([asked.decision_id, allowed.decision_id]).toContain(row['decision_id']);
      expect(row['digest']).toBe(asked.action_digest);
      expect(row['everything']).not.toContain(secret);
    }
  });
};
