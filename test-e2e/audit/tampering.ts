import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { save } from '../memories/remembered.ts';
import type { Project, Suite } from '../product/stage.ts';

const tables = ['audit_entries', 'audit_chain', 'audit_heads', 'audit_checkpoints'];
const entry = (seq: number) => `(select entry_id from cairn.audit_chain where project_id = :project and seq = ${seq})`;
const noCheckpoints = 'delete from cairn.audit_checkpoints where project_id = :project';

/** Hashes made anew over what is there now, and the head with them. */
const rechain = `do $$ declare v_hash bytea := decode(repeat('00', 32), 'hex'); v_seq bigint := 0; c record; begin
  create temporary table left_over on commit drop as
    select k.entry_id, k.seq from cairn.audit_chain k where k.project_id = :project;
  delete from cairn.audit_chain where project_id = :project;
  for c in select l.entry_id, e as entry from left_over l join cairn.audit_entries e on e.project_id = :project and e.id = l.entry_id order by l.seq loop
    v_seq := v_seq + 1;
    v_hash := sha256(convert_to('["cairn.audit.entry.v1", ' || v_seq || ', "' || encode(v_hash, 'hex') || '", ' || substr(cairn.entry_text(c.entry), 2), 'UTF8'));
    insert into cairn.audit_chain values (:project, v_seq, c.entry_id, v_hash);
  end loop;
  update cairn.audit_heads set seq = v_seq, hash = v_hash where project_id = :project;
end $$`;

const cutTail = [
  `delete from cairn.audit_entries where id in (${entry(6)}, ${entry(7)})`,
  'delete from cairn.audit_chain where project_id = :project and seq > 5',
];

/** What somebody does who owns the database and may change every table of it. */
const tamperings: readonly (readonly [string, readonly string[], number])[] = [
  ['edits an entry', [`update cairn.audit_entries set outcome = 'x' where id = ${entry(5)}`], 5],
  ['deletes an entry', [`delete from cairn.audit_entries where id = ${entry(5)}`], 5],
  [
    'swaps two entries',
    [
      `update cairn.audit_entries e set target = o.target, at = o.at from cairn.audit_entries o
       where (e.id = ${entry(4)} and o.id = ${entry(5)}) or (e.id = ${entry(5)} and o.id = ${entry(4)})`,
    ],
    4,
  ],
  ['deletes the last two', cutTail, 6],
  ['deletes the last two and makes the head fit', [...cutTail, rechain, noCheckpoints], 6],
  ['deletes all of it', tables.map((table) => `delete from cairn.${table} where project_id = :project`), 1],
  ['chains an edited entry anew', [`update cairn.audit_entries set outcome = 'x' where id = ${entry(5)}`, rechain], 5],
  [
    'chains an edited entry anew and takes the checkpoints away',
    [`update cairn.audit_entries set outcome = 'x' where id = ${entry(5)}`, rechain, noCheckpoints],
    5,
  ],
];

export const tamperSuite: Suite = (stage) => {
  describe('BR-56: whoever owns the database', () => {
    async function tamper({ id }: Project, statements: readonly string[]): Promise<void> {
      const owner = new Client({ connectionString: stage.databaseUrl });
      await owner.connect();
      await owner.query('begin');
      for (const table of tables) await owner.query(`alter table cairn.${table} disable trigger user`);
      for (const statement of statements) await owner.query(statement.replaceAll(':project', `'${id}'::uuid`));
      for (const table of tables) await owner.query(`alter table cairn.${table} enable trigger user`);
      await owner.query('commit');
      await owner.end();
    }

    test.each(tamperings)(
      'and %s is found out',
      async (_name, statements, first) => {
        const project = await stage.newProject();
        for (let n = 0; n < 5; n += 1) await save(project.caller, `note ${n}`);
        // Nobody verified before: the service signs by itself soon after the last write.
        await sleep(4000);
        await tamper(project, statements);
        const { status, body } = await project.caller.rest('GET', '/v1/audit/verify');
        expect([status, body.valid]).toEqual([200, false]);
        // Where hashes were made anew, it is what follows the last checkpoint before.
        expect(body.first_bad_seq).toBeGreaterThanOrEqual(statements.includes(rechain) ? 1 : first);
        expect(body.first_bad_seq).toBeLessThanOrEqual(first);
        expect(body.reason).toMatch(/^[a-z_]+$/);
      },
      30_000,
    );
  });

  test('the database role of the app may not change, delete or cut', async () => {
    const client = new Client({ connectionString: stage.databaseUrl });
    await client.connect();
    await client.query('set role cairn_app');
    for (const table of tables) {
      const lacking = table === 'audit_entries' || table === 'audit_checkpoints' ? [] : [`insert into cairn.${table} default values`];
      for (const statement of [
        `update cairn.${table} set project_id = project_id`,
        `delete from cairn.${table}`,
        `truncate cairn.${table}`,
        ...lacking,
      ]) {
        await expect(client.query(statement), statement).rejects.toThrow(/permission denied/);
      }
    }
    await client.end();
  });
};
