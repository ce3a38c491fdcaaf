import pg from 'pg';
import { describe, expect, test } from 'vitest';
import type { Suite } from '../product/stage.ts';
import { newTeam } from './people.ts';
import { activate, allowMemory, allowPolicy, inForce, written } from './rules.ts';

/** Reaches into the database, so it needs one of its own. */
export const unreadablePolicySuite: Suite = (stage) => {
  describe('a policy', () => {
    test('that cannot be read denies everything, and says so', async () => {
      const team = await newTeam(stage);
      const person = team.at(team.owner);
      const save = () => team.agent.tool('save_memory', { content: 'x' });
      const number = await inForce(person, [allowMemory, allowPolicy]);
      const database = new pg.Client({ connectionString: stage.databaseUrl });
      await database.connect();
      expect((await save()).status).toBe(200);
      await database.query(`update cairn.policy_revisions set rules = '[{"effect":"alow"}]' where project_id = $1 and number = $2`, [
        team.projectId,
        number,
      ]);
      await database.end();
      await expect.poll(async () => (await save()).status, { timeout: 2000 }).toBe(403);
      expect((await save()).body.error.message).toContain('policy-unreadable');
      expect((await person.rest('GET', '/v1/policies/revisions')).body.data[0]).toMatchObject({
        number,
        active: true,
        fault: expect.stringContaining('revision 1'),
      });
      expect((await activate(person, 0)).status).toBe(200);
      expect((await save()).status).toBe(200);
    });

    test('that was never activated denies everything when the store names it, and so does not knowing which one is in force', async () => {
      const team = await newTeam(stage);
      const person = team.at(team.owner);
      const save = async () => (await team.agent.tool('save_memory', { content: 'x' })).status;
      const enforced = async () => (await person.rest('GET', '/v1/policies')).body.enforced;
      await inForce(person, [allowMemory, allowPolicy]);
      const draft = await written(person, [allowMemory, allowPolicy]);
      const database = new pg.Client({ connectionString: stage.databaseUrl });
      await database.connect();
      expect(await save()).toBe(200);
      await database.query('update cairn.policy_state set active = $2 where project_id = $1', [team.projectId, draft]);
      await expect.poll(save, { timeout: 30_000 }).toBe(403);
      expect(await enforced()).toBe('deny_all');
      expect((await activate(person, 0)).status).toBe(200);
      expect([await save(), await enforced()]).toEqual([200, 'rules']);
      await database.query('delete from cairn.policy_state where project_id = $1', [team.projectId]);
      await database.end();
      await expect.poll(save, { timeout: 30_000 }).toBe(403);
      expect(await enforced()).toBe('deny_all');
      // Neither does a draft bring rules back.
      const next = await written(person, [allowMemory, allowPolicy]);
      expect([next, await save(), await enforced()]).toEqual([draft + 1, 403, 'deny_all']);
      expect((await activate(person, 0)).status).toBe(200);
      expect([await save(), await enforced()]).toEqual([200, 'rules']);
      expect(await written(person, [allowMemory, allowPolicy])).toBe(next + 1);
    });

    /** What whoever owns the database may do to its tables, the audit's aside. */
    const changes: readonly (readonly [string, readonly string[]])[] = [
      [
        'is put in force in the tables alone',
        [
          'update cairn.policy_revisions set activated_at = clock_timestamp() where project_id = :project and number = 2',
          'update cairn.policy_state set active = 2 where project_id = :project',
        ],
      ],
      [
        'is gone from the tables with what tells which one is in force',
        ['delete from cairn.policy_revisions where project_id = :project', 'delete from cairn.policy_state where project_id = :project'],
      ],
      ['is set back to what is built in', ['update cairn.policy_state set active = 0 where project_id = :project']],
      [
        'has other rules, with the digest that it had',
        [
          `update cairn.policy_revisions t set rules = o.rules from cairn.policy_revisions o
           where t.project_id = :project and t.number = 1 and o.project_id = :project and o.number = 2`,
        ],
      ],
      ['has another name', [`update cairn.policy_revisions set name = 'other' where project_id = :project and number = 1`]],
      [
        'has other rules, with the digest that these have',
        [
          `update cairn.policy_revisions t set rules = o.rules, digest = o.digest, name = o.name from cairn.policy_revisions o
           where t.project_id = :project and t.number = 1 and o.project_id = :project and o.number = 2`,
        ],
      ],
    ];

    test.each(changes)('that %s denies everything, and the audit says so', async (_, statements) => {
      const team = await newTeam(stage);
      const person = team.at(team.owner);
      const save = async () => (await team.agent.tool('save_memory', { content: 'x' })).status;
      const verified = async () => (await person.rest('GET', '/v1/audit/verify')).body;
      const deny = { id: 'deny', effect: 'deny', when: { kind: ['memory.write'] }, justification: 'Nothing is remembered.' };
      await inForce(person, [deny, allowPolicy]);
      await written(person, [allowMemory, allowPolicy]);
      expect([await save(), await verified()]).toEqual([403, expect.objectContaining({ valid: true })]);
      const database = new pg.Client({ connectionString: stage.databaseUrl });
      await database.connect();
      for (const statement of statements) await database.query(statement.replaceAll(':project', `'${team.projectId}'::uuid`));
      await database.end();
      expect(await verified()).toMatchObject({ valid: false, reason: 'policy_not_activated' });
      await expect.poll(async () => (await person.rest('GET', '/v1/policies')).body.enforced, { timeout: 30_000 }).toBe('deny_all');
      // For longer than rules are kept for.
      for (let times = 0; times < 8; times += 1) {
        expect(await save()).toBe(403);
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      expect((await activate(person, 0)).status).toBe(200);
      expect([await save(), (await verified()).valid]).toEqual([200, true]);
    });

    test('of the workspace is held to the audit of the workspace', async () => {
      const team = await newTeam(stage);
      const person = team.at(team.owner);
      const save = async () => (await team.agent.tool('save_memory', { content: 'x' })).status;
      const verified = async () => (await person.rest('GET', `/v1/workspaces/${team.owner.workspaceId}/audit/verify`)).body;
      const deny = { id: 'deny', effect: 'deny', when: { kind: ['memory.write'] }, justification: 'Nothing is remembered.' };
      await inForce(person, [deny], 'workspace');
      expect([await save(), await verified()]).toEqual([403, expect.objectContaining({ valid: true })]);
      const database = new pg.Client({ connectionString: stage.databaseUrl });
      await database.connect();
      await database.query('delete from cairn.workspace_policy_state where workspace_id = $1', [team.owner.workspaceId]);
      await database.query('delete from cairn.workspace_policy_revisions where workspace_id = $1', [team.owner.workspaceId]);
      await database.end();
      expect(await verified()).toMatchObject({ valid: false, reason: 'policy_not_activated' });
      for (let times = 0; times < 8; times += 1) {
        expect(await save()).toBe(403);
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      expect((await activate(person, 0, 'workspace')).status).toBe(200);
      expect([await save(), (await verified()).valid]).toEqual([200, true]);
    });
  });
};
