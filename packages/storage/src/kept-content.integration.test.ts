import { actionSchema, memoryWriteAction } from '@cairn/governance';
import { actionsOn, createCast } from '@cairn/test-kit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backends, openStore, type TestStore } from './testing/backends.ts';

describe.each(backends)('the text of a memory that waits on %s', (backend) => {
  let store: TestStore;
  let owner: pg.Pool;
  beforeAll(async () => {
    store = await openStore(backend);
    owner = new pg.Pool({ ...store.database.queueConnection, max: 1 });
  });
  afterAll(async () => {
    await owner.end();
    await store.close();
  });

  const written = (content: string) =>
    actionSchema.parse(memoryWriteAction({ content, metadata: { note: 'words that nobody has looked at either' } }));
  const kept = async (): Promise<number> => {
    const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from cairn.decisions where content is not null');
    return rows[0]?.n ?? -1;
  };

  test('goes by the sweep when nobody decides in time, and is kept sealed and once until then', async () => {
    const cast = await createCast(store.ports);
    const action = written('words that nobody has looked at');
    const ask = () => actionsOn({ ports: store.ports, cast }).decide(cast.a, action, { checkpoint: true });
    const { approval } = await ask();
    await ask();
    expect(await kept()).toBe(1);
    const { rows } = await owner.query('select to_jsonb(d)::text as row from cairn.decisions d');
    expect(JSON.stringify(rows)).not.toContain('looked');
    const read = async () => (await store.ports.stores.actions.approval(cast.a, approval?.id ?? ''))?.action;
    expect(await read()).toEqual(action);
    await owner.query("update cairn.approvals set expires_at = now() - interval '1 second'");
    await store.ports.housekeeping.clearLapsed();
    expect(await kept()).toBe(0);
    const { content: _, metadata: __, ...rest } = { content: undefined, metadata: undefined, ...action };
    expect(await read()).toEqual(rest);
  });
});
