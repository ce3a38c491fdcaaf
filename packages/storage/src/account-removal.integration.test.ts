import { newId } from '@cairn/core';
import { colleague, createCast } from '@cairn/test-kit';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { backends, openStore } from './testing/backends.ts';

/** What is kept of whoever is gone: who did what, by an id that says nothing any more, and the work of a project. */
const kept = new Set(['approvals', 'audit_entries', 'decisions', 'directory_events', 'executions', 'tasks', 'votes']);

test.each(backends)('a deleted account leaves no row of its own on %s', async (backend) => {
  const store = await openStore(backend);
  onTestFinished(() => store.close());
  const owner = new pg.Pool({ ...store.database.queueConnection, max: 1 });
  onTestFinished(() => owner.end());
  const { ports } = store;
  const cast = await createCast(ports);
  const leaving = await colleague({ ports, cast }, 'member');
  const { memories } = ports.stores;
  const { id } = await memories.save(leaving, { content: 'a secret of theirs', agentName: 'helper' });
  await memories.update(leaving, id, { content: 'and what became of it' });
  await ports.accounts.openSession(leaving.userId, new Uint8Array(32));
  const account = await ports.accounts.byId(leaving.userId);
  const person = { userId: leaving.userId, sessionId: newId(), requestId: 'r' };
  expect(await ports.accounts.remove(person, account?.passwordVerifier ?? '')).toBe('done');

  const { rows } = await owner.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'cairn' and column_name in ('user_id', 'invited_by', 'memory_id', 'source_id')`,
  );
  const left: string[] = [];
  for (const { table, column } of rows) {
    if (kept.has(table)) continue;
    const known = column.endsWith('_id') && column !== 'user_id' ? id : leaving.userId;
    const { rowCount } = await owner.query(`select from cairn.${table} where ${column} = $1`, [known]);
    if ((rowCount ?? 0) > 0) left.push(`${table}.${column}`);
  }
  expect(left).toEqual([]);
  expect(rows.length).toBeGreaterThan(10);
});
