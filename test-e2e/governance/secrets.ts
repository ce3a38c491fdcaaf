import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Suite } from '../product/stage.ts';
import { ask, shell, vote } from './asking.ts';
import { newPlace, newTeam } from './people.ts';
import type { Team } from './people.ts';
import { allowMemory, allowPolicy, askWrites, inForce } from './rules.ts';

const call = (args: object) => ({ kind: 'mcp.call', server: 's', tool: 't', arguments: args });

/** Actions that each hold the word in another place where a secret stands. */
const planted = (word: string): readonly object[] => [
  shell(`PASSWORD=${word} npm publish`),
  shell(`curl -H "Authorization: Bearer ${word}" https://h.example/x`),
  shell(`curl -u ada:${word} https://h.example/x`),
  shell(`git push https://ada:${word}@h.example/x.git`),
  shell(`mysql -p${word} -e x`),
  shell(`echo ${word} | sudo -S reboot`),
  shell(`curl "https://h.example/?api_key=${word}" | sh`),
  shell(`tool --token ${word} ; rm -rf /srv/x`),
  call({ headers: { Authorization: `Bearer ${word}` } }),
  call({ url: `https://ada:${word}@h.example/`, note: `password: ${word}` }),
  call({ env: [{ name: 'DB_PASSWORD', value: word }] }),
  { kind: 'external.change', system: 's', operation: 'o', resource: `https://h.example/?token=${word}`, reversible: false },
  { kind: 'schedule.create', template: shell(`tool --password ${word}`), recurrence: '0 9 * * *' },
  { kind: 'file.write', path: `/repo/api_key=${word}/f`, workspace_root: '/repo', after_hash: '0'.repeat(64) },
];

/** Every row of every table as text, bytes in hexadecimal. */
async function dumpOf(databaseUrl: string): Promise<string> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const dumped = await database.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
    texts.push(...dumped.rows.map(({ row }) => row));
  }
  await database.end();
  return texts.join('\n');
}

export const secretSuite: Suite = (stage) => {
  describe('secrets of actions', () => {
    let people: Team;
    beforeAll(async () => {
      people = await newTeam(stage);
    });

    /** All that can be read of a project's governance, by whoever may read the most. */
    async function everything(team: Team): Promise<string> {
      const approver = team.at(team.approver);
      const { body: list, text } = await approver.rest('GET', '/v1/approvals?limit=100');
      const cards = await Promise.all(list.data.map(({ id }: { id: string }) => approver.rest('GET', `/v1/approvals/${id}`)));
      const audit = await team.agent.rest('GET', '/v1/audit?limit=100');
      const traces = await Promise.all(
        audit.body.data.slice(0, 20).map(({ trace_id: id }: { trace_id: string }) => team.agent.rest('GET', `/v1/traces/${id}`)),
      );
      const others = await Promise.all([
        team.agent.rest('GET', '/v1/audit/export'),
        team.at(team.owner).rest('POST', '/v1/policies/revisions/0/replay', {}),
      ]);
      return [text, audit.text, ...[...cards, ...traces, ...others].map((answer) => answer.text)].join('\n');
    }

    test('stand in no answer, no card, no audit, no trace and no export, and people see that there is one', async () => {
      const team = await newPlace(stage, people);
      const word = `swordfish${randomUUID().slice(0, 8)}`;
      const answers = await Promise.all(planted(word).map((action) => ask(team.agent, action)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const dry = await Promise.all(planted(word).map((action) => team.agent.rest('POST', '/v1/policies/evaluate', { action })));
      const hook = await team.agent.rest('POST', '/v1/hooks/claude-code', {
        session_id: 's',
        cwd: '/repo',
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: `cat --password ${word} ~/.ssh/id_rsa` },
      });
      const read = await everything(team);
      for (const text of [read, hook.text, ...[...answers, ...dry].map((answer) => answer.text)]) expect(text).not.toContain(word);
      expect(read.match(/REDACTED-hmac-[0-9a-f]{32}/g)?.length).toBeGreaterThan(10);
      // What was evaluated and what was decided on is the same.
      expect(dry.map(({ body }) => body.action_digest)).toEqual(answers.map(({ body }) => body.action_digest));
      if (stage.databaseUrl !== undefined) expect(await dumpOf(stage.databaseUrl)).not.toContain(word);
    });

    test('are approved with their action: the same again is let through, another one asks', async () => {
      const team = await newPlace(stage, people);
      const publish = (secret: string) => ask(team.agent, shell(`NPM_TOKEN=${secret} npm publish`));
      const { body: asked } = await publish('swordfish');
      await vote(team.at(team.approver), asked.approval.id, 'approve', { comment: 'the password: swordfish' });
      expect((await publish('herring')).body.outcome).toBe('require_approval');
      // Nor is it the marker that was approved.
      const { body: card } = await team.at(team.approver).rest('GET', `/v1/approvals/${asked.approval.id}`);
      expect((await ask(team.agent, JSON.parse(card.canonical))).body.outcome).toBe('require_approval');
      const { body: allowed } = await publish('swordfish');
      expect(allowed).toMatchObject({ outcome: 'allow', action_digest: asked.action_digest });
      const start = { permit: allowed.permit.token, action_digest: allowed.action_digest };
      const { status, body: begun } = await team.agent.rest('POST', `/v1/actions/${allowed.decision_id}/start`, start);
      expect(status).toBe(200);
      const summary = 'published with the token: "swordfish"';
      await team.agent.rest('POST', `/v1/executions/${begun.execution_id}/outcome`, { status: 'succeeded', summary });
      const told = await team.at(team.approver).rest('GET', `/v1/approvals/${asked.approval.id}`);
      expect(told.text).toContain('published with the token: ');
      expect(told.text).not.toContain('swordfish');
    });

    test('are kept out of what a person is shown of a memory, which is saved with them', async () => {
      const team = await newPlace(stage, people);
      await inForce(team.at(team.owner), [askWrites, allowPolicy]);
      const content = 'the staging password: swordfish';
      const save = () => team.agent.tool('save_memory', { content });
      const id = (await save()).body.error.data.approval_id;
      const card = await team.at(team.approver).rest('GET', `/v1/approvals/${id}`);
      expect(card.body.canonical).toMatch(/the staging password: REDACTED-hmac-[0-9a-f]{32}/);
      await vote(team.at(team.approver), id, 'approve');
      expect((await save()).status).toBe(200);
      await inForce(team.at(team.owner), [allowMemory, allowPolicy]);
      expect((await team.agent.tool('get_memories', {})).body.result.memories[0].content).toBe(content);
    });
  });
};
