import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { save } from '../memories/remembered.ts';
import type { Suite } from '../product/stage.ts';

/** For servers, where the tables can be looked at from outside. */
export const auditSuite: Suite = (stage) => {
  test('attempts on what another project or another key made are in the audit, without content', async () => {
    const [home, away] = await Promise.all([stage.newProject(), stage.newProject()]);
    const content = `secret ${randomUUID()}`;
    const id = await save(home.caller, content);
    for (const caller of [away.caller, home.other]) {
      await caller.tool('update_memory', { memory_id: id, content: `${content} taken` });
      await caller.tool('delete_memory', { memory_id: id });
    }
    const database = new Client({ connectionString: stage.databaseUrl });
    await database.connect();
    const { rows } = await database.query<Record<string, string>>(
      'select project_id, action, outcome, to_jsonb(a)::text as everything from cairn.audit_entries a where target = $1 order by id',
      [id],
    );
    await database.end();
    expect(rows).toMatchObject([
      { project_id: home.id, action: 'memory.save', outcome: 'done' },
      { project_id: away.id, action: 'memory.update', outcome: 'not_found' },
      { project_id: away.id, action: 'memory.delete', outcome: 'not_found' },
      { project_id: home.id, action: 'memory.update', outcome: 'not_owned' },
      { project_id: home.id, action: 'memory.delete', outcome: 'not_owned' },
    ]);
    for (const { everything } of rows) expect(everything).not.toContain('secret');
  });
};
