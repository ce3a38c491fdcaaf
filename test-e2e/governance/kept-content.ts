import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { vote } from './asking.ts';
import { newPlace, newTeam } from './people.ts';
import type { Team } from './people.ts';
import { allowPolicy, askWrites, inForce } from './rules.ts';

/** For servers, where the rows can be looked at from outside. */
export const keptContentSuite: Suite = (stage) => {
  describe('the text of a memory that people decide on', () => {
    let people: Team;
    let team: Team;
    beforeAll(async () => {
      people = await newTeam(stage);
      team = await newPlace(stage, people);
      await inForce(team.at(team.owner), [askWrites, allowPolicy]);
    });

    /** How many texts the decisions of the project hold. */
    async function texts(): Promise<number> {
      const database = new Client({ connectionString: stage.databaseUrl });
      await database.connect();
      const { rows } = await database.query<{ n: number }>(
        'select count(*)::int as n from cairn.decisions where project_id = $1 and content is not null',
        [team.projectId],
      );
      await database.end();
      return rows[0]?.n ?? -1;
    }

    const asked = async (caller: Caller, args: object, tool = 'save_memory') => (await caller.tool(tool, args)).body.error.data.approval_id;
    const canonical = async (id: string): Promise<string> =>
      (await team.at(team.approver).rest('GET', `/v1/approvals/${id}`)).body.canonical;

    test.each(['consumed', 'denied', 'cancelled', 'superseded'])('is kept until it is %s, once, and its digest for good', async (end) => {
      const content = `a text ${randomUUID()}`;
      const id = await asked(team.agent, { content });
      expect([await asked(team.agent, { content }), await texts()]).toEqual([id, 1]);
      const { body: before } = await team.at(team.approver).rest('GET', `/v1/approvals/${id}`);
      expect(before.canonical).toContain(content);
      if (end === 'consumed') {
        await vote(team.at(team.approver), id, 'approve');
        expect(await texts()).toBe(1);
        expect((await team.agent.tool('save_memory', { content })).status).toBe(200);
      } else if (end === 'denied') await vote(team.at(team.approver), id, 'deny');
      else if (end === 'cancelled') await team.agent.rest('DELETE', `/v1/approvals/${id}`);
      else await inForce(team.at(team.owner), [{ ...askWrites, justification: randomUUID() }, allowPolicy]);
      const { body: after } = await team.at(team.approver).rest('GET', `/v1/approvals/${id}`);
      expect([after.status, after.canonical.includes(content), after.action_digest, await texts()]).toEqual([
        end,
        false,
        before.action_digest,
        0,
      ]);
    });

    test('goes with its memory', async () => {
      const first = await asked(team.agent, { content: 'first' });
      await vote(team.at(team.approver), first, 'approve');
      const memoryId = (await team.agent.tool('save_memory', { content: 'first' })).body.result.memory_id;
      const change = await asked(team.agent, { memory_id: memoryId, content: 'second' }, 'update_memory');
      expect([await canonical(change), await texts()]).toEqual([expect.stringContaining('second'), 1]);
      await vote(team.at(team.approver), await asked(team.agent, { memory_id: memoryId }, 'delete_memory'), 'approve');
      expect((await team.agent.tool('delete_memory', { memory_id: memoryId })).status).toBe(200);
      expect([await canonical(change), await texts()]).toEqual([expect.not.stringContaining('second'), 0]);
    });
  });
};
