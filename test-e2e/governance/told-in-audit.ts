import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Caller } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { ask, shell, vote } from './asking.ts';
import { newTeam } from './people.ts';
import type { Team } from './people.ts';

const traceOf = ({ headers }: Answer): string => headers.get('trace-id') ?? 'none';

interface Told {
  readonly action: string;
  readonly outcome: string;
  readonly decision_id: string | null;
  readonly target: string | null;
  readonly detail: { readonly reason: string; readonly rules?: readonly string[]; readonly clauses?: Record<string, string[]> } | null;
}

async function entriesOf(caller: Caller, trace: string): Promise<readonly Told[]> {
  const { status, body } = await caller.rest('GET', `/v1/traces/${trace}`);
  expect(status).toBe(200);
  return body.steps.flatMap(({ entries }: { entries: readonly Told[] }) => entries);
}

export const toldSuite: Suite = (stage) => {
  describe('the audit', () => {
    let team: Team;
    beforeAll(async () => {
      team = await newTeam(stage);
    });

    test('says by which rules and conditions an action was denied, asked about and allowed, and why in the end', async () => {
      const secret = 'word-that-nobody-else-says';
      const detailOf = async (answer: Answer) => {
        const [decided] = await entriesOf(team.agent, traceOf(answer));
        expect([decided?.action, decided?.outcome, decided?.target]).toEqual([
          'action.decide',
          answer.body.outcome,
          answer.body.decision_id,
        ]);
        return decided?.detail;
      };
      for (const command of [`cat /etc/shadow ${secret}`, `npm publish ${secret}`, 'ls']) {
        const answer = await ask(team.agent, shell(command));
        const detail = await detailOf(answer);
        expect(detail).toMatchObject({ reason: 'rules', rules: answer.body.rule_ids });
        expect(Object.keys(detail?.clauses ?? {})).toEqual(answer.body.rule_ids);
        expect(Object.values(detail?.clauses ?? {}).every((clauses) => clauses.length > 0)).toBe(true);
        expect(JSON.stringify(detail)).not.toContain(secret);
      }
      const action = shell('npm publish --tag denied');
      const rest = { task_id: 'a-task' };
      const { body } = await ask(team.agent, action, rest);
      await vote(team.at(team.approver), body.approval.id, 'deny');
      expect(await detailOf(await ask(team.agent, action, rest))).toEqual({ reason: 'denied_before' });
      const { body: found } = await team.at(team.owner).rest('GET', '/v1/audit?action=action.decide&outcome=deny');
      expect(found.data.map(({ detail }: Told) => detail?.reason)).toEqual(['rules', 'denied_before']);
      expect((await team.at(team.owner).rest('GET', '/v1/audit/verify')).body.valid).toBe(true);
    });

    test('shows an action that people approved from its first decision to its outcome, in the trace of either', async () => {
      const action = shell('npm publish --tag approved');
      const asked = await ask(team.agent, action);
      const voted = await vote(team.at(team.approver), asked.body.approval.id, 'approve');
      const allowed = await ask(team.agent, action);
      const { body: begun } = await team.agent.rest('POST', `/v1/actions/${allowed.body.decision_id}/start`, {
        permit: allowed.body.permit.token,
      });
      await team.agent.rest('POST', `/v1/executions/${begun.execution_id}/outcome`, { status: 'succeeded' });
      expect(new Set([asked, voted, allowed].map(traceOf)).size).toBe(3);
      const [first, second] = [asked.body.decision_id, allowed.body.decision_id];
      for (const answer of [asked, voted, allowed]) {
        const entries = await entriesOf(team.agent, traceOf(answer));
        expect(entries.map((entry) => [entry.action, entry.outcome, entry.decision_id])).toEqual([
          ['action.decide', 'require_approval', first],
          ['approval.vote', 'approve', first],
          ['action.decide', 'allow', second],
          ['action.start', 'done', second],
          ['action.outcome', 'succeeded', second],
        ]);
        expect(entries[2]?.detail).toMatchObject({ reason: 'approved', rules: asked.body.rule_ids });
      }
      // What comes too late changes nothing of what became of it.
      const again = await team.agent.rest('POST', `/v1/executions/${begun.execution_id}/outcome`, { status: 'failed' });
      const { body: trace } = await team.agent.rest('GET', `/v1/traces/${traceOf(allowed)}`);
      const steps = trace.steps.map(({ decision_id: id, outcome }: Told) => [id, outcome]);
      expect([again.status, steps]).toEqual([409, expect.arrayContaining([[second, 'succeeded']])]);
      const other = await ask(team.agent, shell('npm publish --tag unrelated'));
      expect(await entriesOf(team.agent, traceOf(other))).toHaveLength(1);
    });
  });
};
