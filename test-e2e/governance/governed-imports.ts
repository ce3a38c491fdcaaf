import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { vote } from './asking.ts';
import { newPlace, newTeam } from './people.ts';
import type { Team } from './people.ts';
import { allowPolicy, askWrites, denySaves, inForce } from './rules.ts';

export const governedImportSuite: Suite = (stage) => {
  describe('memories that are imported', () => {
    let people: Team;
    beforeAll(async () => {
      people = await newTeam(stage);
    });

    const send = ({ agent: { baseUrl, secret } }: Team, contents: readonly string[]) =>
      call(`${baseUrl}/v1/memories/import`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/x-ndjson' },
        body: contents.map((content) => JSON.stringify({ content })).join('\n'),
      });

    test('are kept out line by line where rules deny them', async () => {
      const team = await newPlace(stage, people);
      await inForce(team.at(team.owner), [denySaves, allowPolicy]);
      const { status, body } = await send(team, ['one', 'two']);
      expect([status, body]).toMatchObject([
        200,
        { lines: 2, accepted: 0, refused: 2, complete: true, errors: [{ line: 1 }, { line: 2 }] },
      ]);
      expect((await team.agent.tool('get_memories', {})).body.result.total).toBe(0);
    });

    test('each wait for the approval that their line names, and come in once with it', async () => {
      const team = await newPlace(stage, people);
      await inForce(team.at(team.owner), [askWrites, allowPolicy]);
      const { body } = await send(team, ['one', 'two']);
      expect(body).toMatchObject({ accepted: 0, refused: 2 });
      const ids = body.errors.map((error: { approval_id: string }) => error.approval_id);
      expect(new Set(ids).size).toBe(2);
      await vote(team.at(team.approver), ids[1], 'approve');
      expect((await send(team, ['one', 'two'])).body).toMatchObject({
        accepted: 1,
        refused: 1,
        errors: [{ line: 1, approval_id: ids[0] }],
      });
      expect((await team.agent.tool('get_memories', {})).body.result.memories).toMatchObject([{ content: 'two' }]);
    });
  });
};
