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
  });
};
