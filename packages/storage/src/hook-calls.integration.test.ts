import { randomBytes } from 'node:crypto';
import { actionSchema } from '@cairn/governance';
import type { EndedCall } from '@cairn/governance';
import { actionsOn, createCast, type Cast } from '@cairn/test-kit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backends, openStore, type TestStore } from './testing/backends.ts';

const newRef = (): string => randomBytes(32).toString('hex');
const publish = actionSchema.parse({ kind: 'shell.exec', command: 'npm publish', cwd: '/repo', workspace_root: '/repo' });
const unasked = { client: 'claude-code', tool: 'Bash', kinds: ['shell.exec'], task: 'claude-code:s', agentId: 'helper' } as const;

describe.each(backends)('what agents were told of their calls on %s', (backend) => {
  let store: TestStore;
  let cast: Cast;
  let owner: pg.Pool;
  beforeAll(async () => {
    store = await openStore(backend);
    cast = await createCast(store.ports);
    owner = new pg.Pool({ ...store.database.queueConnection, max: 1 });
  });
  afterAll(async () => {
    await owner.end();
    await store.close();
  });

  const calls = () => store.ports.stores.hookCalls;
  const end = (ref: string, more: Partial<EndedCall> = {}) => calls().end(cast.a, { callRef: ref, outcome: 'succeeded', unasked, ...more });
  const decided = async (): Promise<string> => (await actionsOn({ ports: store.ports, cast }).decide(cast.a, publish)).decisionId;
  const noted = async (target: string): Promise<readonly unknown[]> => {
    const { rows } = await owner.query<{ row: unknown }>(
      `select jsonb_build_object('outcome', outcome, 'decision', decision_id, 'reason', reason, 'agent', agent_id, 'detail', detail,
        'digest', action_digest is not null) as row from cairn.audit_entries where action = 'action.outcome' and target = $1`,
      [target],
    );
    return rows.map(({ row }) => row);
  };
  const many = (ref: string) => Promise.all(Array.from({ length: 8 }, () => end(ref)));

  test('of a call that ran although it was denied one entry is kept, under its decision, however often and at once it is told', async () => {
    const [ref, decision] = [newRef(), await decided()];
    await calls().deny(cast.a, ref, decision);
    await many(ref);
    await many(ref);
    expect(await noted(decision)).toEqual([
      { outcome: 'ran_although_denied', decision, reason: null, agent: null, detail: { status: 'succeeded' }, digest: true },
    ]);
    expect(await noted(ref)).toEqual([]);
  });

  test('so is one of a call that could not be read, and of one that nobody was told of', async () => {
    const [unread, unknown] = [newRef(), newRef()];
    await calls().deny(cast.a, unread, undefined);
    for (const ref of [unread, unknown]) await many(ref);
    expect(await noted(unread)).toMatchObject([{ outcome: 'ran_although_denied', decision: null, reason: 'unreadable' }]);
    const { agentId, ...detail } = unasked;
    expect(await noted(unknown)).toMatchObject([
      { outcome: 'ran_unasked', decision: null, agent: agentId, detail: { ...detail, status: 'succeeded' } },
    ]);
  });

  test('one that ran without an approval is under its decision', async () => {
    const [ref, decision] = [newRef(), await decided()];
    await calls().remember(cast.a, { callRef: ref, toldRef: ref, calls: [{ decisionId: decision, executionId: undefined }] });
    await many(ref);
    expect(await noted(decision)).toMatchObject([{ outcome: 'ran_without_approval', decision, digest: true }]);
    expect(await noted(ref)).toEqual([]);
  });

  test('what did not run, was let go, or had nothing that anybody could have been asked, leaves none', async () => {
    const [denied, asked, let_go, nothing] = [newRef(), newRef(), newRef(), newRef()];
    const decision = await decided();
    await calls().deny(cast.a, denied, decision);
    await calls().remember(cast.a, { callRef: asked, toldRef: asked, calls: [{ decisionId: decision, executionId: undefined }] });
    await calls().remember(cast.a, { callRef: newRef(), toldRef: let_go, calls: [{ decisionId: decision, executionId: undefined }] });
    for (const ref of [denied, asked]) await end(ref, { outcome: 'not_run' });
    await many(let_go);
    await end(nothing, { unasked: undefined });
    await many(nothing);
    for (const target of [decision, denied, asked, let_go, nothing]) expect(await noted(target)).toEqual([]);
  });

  test('is of the credential that asked: to another it is a call that it was never asked about', async () => {
    const [ref, decision] = [newRef(), await decided()];
    await calls().deny(cast.a, ref, decision);
    await calls().end(cast.a2, { callRef: ref, outcome: 'succeeded', unasked });
    expect(await noted(decision)).toEqual([]);
    expect(await noted(ref)).toMatchObject([{ outcome: 'ran_unasked' }]);
    await end(ref);
    expect(await noted(decision)).toMatchObject([{ outcome: 'ran_although_denied' }]);
  });

  test('is kept for a week, and of each credential the newest ten thousand', async () => {
    const [old, young] = [newRef(), newRef()];
    for (const ref of [old, young]) await calls().deny(cast.b, ref, undefined);
    await owner.query("update cairn.hook_calls_told set told_at = now() - interval '8 days' where call_ref = $1", [
      Buffer.from(old, 'hex'),
    ]);
    await owner.query(
      `insert into cairn.hook_calls_told (project_id, credential_id, call_ref, state, told_at)
        select $1, $2, sha256(n::text::bytea), 'ended', now() - n * interval '1 second' from generate_series(1, 10005) n`,
      [cast.projectB, cast.b.credentialId],
    );
    const count = async (where = 'true'): Promise<number> =>
      (
        await owner.query<{ n: number }>(`select count(*)::int as n from cairn.hook_calls_told where credential_id = $1 and ${where}`, [
          cast.b.credentialId,
        ])
      ).rows[0]?.n ?? -1;
    const others = async (): Promise<number> => (await owner.query('select from cairn.hook_calls_told')).rowCount ?? -1;
    const before = (await others()) - (await count());
    await store.ports.housekeeping.clearLapsed();
    expect([await count(), await count("state = 'denied'"), (await others()) - (await count())]).toEqual([10_000, 1, before]);
    const kept = (n: number): Promise<number> => count(`call_ref = sha256('${n}'::bytea)`);
    expect([await kept(1), await kept(9999), await kept(10_000)]).toEqual([1, 1, 0]);
  });
});
