import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createCheckpointClock, noSink } from '@cairn/audit';
import type { AuditLog, Chain, SigningRefusal } from '@cairn/audit';
import type { Actor } from '@cairn/core';
import type { Cast } from '@cairn/test-kit';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openAuditedStore, rechain, type AuditedStore, type KeptSink } from '../../testing/audited-store.ts';
import { backends, type TestStore } from '../../testing/backends.ts';

/** Rows of the audit that this session read lately. */
async function rowsRead(client: { query(text: string): Promise<{ rows: unknown[] }> }): Promise<number> {
  const { rows } = await client.query(`select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int as n
    from pg_stat_xact_all_tables where relname in ('audit_chain', 'audit_entries', 'audit_heads')`);
  return (rows as [{ n: number }])[0].n;
}

describe.each(backends)('the audit on %s', (backend) => {
  let place: AuditedStore;
  let store: TestStore;
  let cast: Cast;
  let owner: pg.Pool;
  let chain: Chain;
  let sink: KeptSink;
  let log: AuditLog;
  let actor: Actor;

  beforeAll(async () => {
    place = await openAuditedStore(backend);
    ({ store, cast, owner } = place);
  });
  afterAll(() => place.close());

  /** A project of its own for each test, with so many entries. */
  async function written(entries: number): Promise<void> {
    ({ chain, sink, log, actor } = await place.newProject());
    for (let n = 0; n < entries; n += 1) await write();
  }

  const write = () => store.ports.stores.memories.save(actor, { content: 'remembered' });
  const tamper = (...statements: readonly string[]) => place.tamper(chain, statements);

  test('a new project has a valid audit without entries', async () => {
    await written(0);
    expect(await log.verify(chain)).toEqual({ tampering: undefined, entries: 0, head: { seq: 0, hash: '0'.repeat(64) } });
  });

  test('entries are numbered without a gap and hashed as the verifier does', async () => {
    await written(3);
    await store.ports.stores.memories.remove(actor, '0191d0b2-0000-7000-8000-000000000009');
    const verdict = await log.verify(chain);
    expect(verdict).toMatchObject({ tampering: undefined, entries: 4, head: { seq: 4 } });
    const { entries } = await store.ports.audit.chains.page(chain, { after: 0, limit: 10, isReversed: false }, {});
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(entries[3]?.text).toContain('"memory.delete"');
    expect(entries[3]?.text).toContain(`"not_found", null, null, null, null, null, null, "${cast.a.requestId}", "${cast.a.traceId}"]`);
  });

  test('a transaction that is undone leaves no number unused', async () => {
    await written(1);
    await expect(
      store.ports.stores.together(actor, async (stores) => {
        await stores.memories.save(actor, { content: 'undone' });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await write();
    expect(await log.verify(chain)).toMatchObject({ tampering: undefined, entries: 2 });
  });

  test('several entries of one transaction are chained in their order', async () => {
    await written(0);
    await store.ports.stores.together(actor, async (stores) => {
      await Promise.all(Array.from({ length: 20 }, () => stores.memories.save(actor, { content: 'x' })));
      await stores.memories.remove(actor, '0191d0b2-0000-7000-8000-000000000009');
    });
    expect(await log.verify(chain)).toMatchObject({ tampering: undefined, entries: 21 });
    const { entries } = await store.ports.audit.chains.page(chain, { after: 20, limit: 10, isReversed: false }, {});
    expect(entries.map(({ seq, text }) => [seq, text?.includes('"memory.delete"')])).toEqual([[21, true]]);
  });

  test('the database can be told to chain before the commit', async () => {
    await written(0);
    const client = await store.database.app.connect();
    await client.query('begin; set constraints all immediate');
    await client.query("select set_config('cairn.project_id', $1, true)", [chain.id]);
    const insert = `insert into cairn.audit_entries (project_id, id, user_id, credential_id, credential_kind, action, outcome, request_id)
      select $1::uuid, gen_random_uuid(), $2::uuid, $2::uuid, 'api_key', 'thing.do', 'done', 'r' from generate_series(1, 3)`;
    await client.query(insert, [chain.id, cast.userId]);
    await client.query(insert, [chain.id, cast.userId]);
    // A wrong list of what is left to do costs time at most.
    await client.query("select set_config('cairn.unchained', '', true)");
    await client.query(insert, [chain.id, cast.userId]);
    await client.query('commit');
    client.release();
    expect(await log.verify(chain)).toMatchObject({ tampering: undefined, entries: 9 });
  });

  test('an entry is added by a few rows that are read, however long the chain is', async () => {
    await written(0);
    await Promise.all(Array.from({ length: 500 }, write));
    const client = await store.database.app.connect();
    const insert = `insert into cairn.audit_entries (project_id, id, user_id, credential_id, credential_kind, action, outcome, request_id)
      select $1::uuid, u.id, $2::uuid, $2::uuid, 'api_key', 'thing.do', 'done', 'r' from unnest($3::uuid[]) u (id)`;
    for (const [many, noted] of [
      [1, ''],
      [1, 'cairn.unchained'],
      [3, 'cairn.unchained'],
    ] as const) {
      await client.query('begin; set constraints all immediate');
      const ids = Array.from({ length: many }, () => randomUUID());
      await client.query(`select set_config('cairn.project_id', $1, true)`, [chain.id]);
      if (noted !== '') await client.query('select set_config($1, $2, true)', [noted, ids.map((id) => `${id} `).join('')]);
      const before = await rowsRead(client);
      await client.query(insert, [chain.id, cast.userId, ids]);
      expect((await rowsRead(client)) - before, `${many} ${noted}`).toBeLessThan(6 * many);
      await client.query('commit');
    }
    client.release();
    expect(await log.verify(chain)).toMatchObject({ tampering: undefined, entries: 505 });
  });

  test('the app reads its project only, writes entries only, and changes nothing', async () => {
    await written(1);
    const client = await store.database.app.connect();
    const refusals = [
      `update cairn.audit_entries set outcome = 'x'`,
      'delete from cairn.audit_entries',
      'truncate cairn.audit_entries',
      'delete from cairn.audit_chain',
      `insert into cairn.audit_chain values ('${chain.id}', 9, gen_random_uuid(), '')`,
      'update cairn.audit_heads set seq = 0',
      'delete from cairn.audit_checkpoints',
      `select cairn.cut_audit('${chain.id}', 1)`,
      `select cairn.append_to_chain('${chain.id}', 'project', '{}', '{}')`,
    ];
    for (const statement of refusals) {
      await client.query('begin');
      await client.query(`select set_config('cairn.project_id', $1, true), set_config('cairn.cutting', 'on', true)`, [chain.id]);
      await expect(client.query(statement), statement).rejects.toThrow(/permission denied/);
      await client.query('rollback');
    }
    const { rows } = await client.query('select count(*)::int as n from cairn.audit_chain');
    expect(rows).toEqual([{ n: 0 }]);
    client.release();
    for (const table of ['audit_entries', 'audit_chain', 'audit_checkpoints', 'directory_events']) {
      for (const statement of [`delete from cairn.${table}`, `truncate cairn.${table}`]) {
        await expect(owner.query(statement), statement).rejects.toThrow(/append-only/);
      }
    }
  });

  test('what happens to a workspace and to an account is chained too', async () => {
    const workspace: Chain = { kind: 'directory', id: cast.workspaceId };
    await store.ports.directory.workspaces.renameWorkspace(cast.person, cast.workspaceId, 'renamed');
    await store.ports.accounts.rename(cast.person, 'Ada');
    const own = place.newLog(noSink);
    const verdict = await own.verify(workspace);
    expect(verdict.tampering).toBeUndefined();
    expect(verdict.entries).toBeGreaterThan(1);
    expect(await own.verify({ kind: 'directory', id: cast.userId })).toMatchObject({ tampering: undefined, entries: 1 });
    const { entries } = await store.ports.audit.chains.page(
      workspace,
      { after: undefined, limit: 1, isReversed: true },
      { action: 'workspace' },
    );
    expect(entries[0]?.text).toContain('"workspace.rename"');
  });

  describe('somebody with every right on the tables', () => {
    const refusals: SigningRefusal[] = [];

    /** As a process has it that was just started. */
    const newClock = () =>
      createCheckpointClock({
        ...store.ports.audit,
        sink,
        onCheckpoint: () => {},
        onRefusal: (refusal) => refusals.push(refusal),
        onFault: (error) => place.faults.push(error),
      });
    const refused = () => refusals.filter((refusal) => refusal.chain.id === chain.id);

    beforeEach(async () => {
      await written(5);
      const clock = newClock();
      await clock.tick();
      if (!sink.kept.some((one) => one.chain.id === chain.id && one.seq === 5)) throw new Error('the clock signed nothing');
    });

    const entryAt = (seq: number) => `(select entry_id from cairn.audit_chain where project_id = :chain and seq = ${seq})`;
    const forgetting = 'delete from cairn.audit_checkpoints where project_id = :chain';

    test.each([
      ['edits an entry', [`update cairn.audit_entries set outcome = 'x' where id = ${entryAt(3)}`], 'entry_changed', 3],
      ['deletes an entry', [`delete from cairn.audit_entries where id = ${entryAt(3)}`], 'entry_missing', 3],
      [
        'deletes an entry and its link',
        [`delete from cairn.audit_entries where id = ${entryAt(3)}`, 'delete from cairn.audit_chain where project_id = :chain and seq = 3'],
        'entry_missing',
        3,
      ],
      [
        'swaps two entries',
        [
          `with pair as (select array_agg(entry_id order by seq) as ids from cairn.audit_chain where project_id = :chain and seq in (2, 3)),
             gone as (delete from cairn.audit_chain where project_id = :chain and seq in (2, 3) returning seq, hash)
           select set_config('swap.ids', array_to_string((select ids from pair), ','), true),
             set_config('swap.hashes', (select string_agg(encode(hash, 'hex'), ',' order by seq) from gone), true)`,
          `insert into cairn.audit_chain select :chain, n + 1, (string_to_array(current_setting('swap.ids'), ',')::uuid[])[3 - n],
             decode((string_to_array(current_setting('swap.hashes'), ','))[n], 'hex') from generate_series(1, 2) n`,
        ],
        'entry_changed',
        2,
      ],
      [
        'cuts the tail',
        [
          `delete from cairn.audit_entries where id in (${entryAt(4)}, ${entryAt(5)})`,
          'delete from cairn.audit_chain where project_id = :chain and seq > 3',
        ],
        'tail_missing',
        4,
      ],
      [
        'cuts the tail, the head and the checkpoints',
        [
          `delete from cairn.audit_entries where id in (${entryAt(4)}, ${entryAt(5)})`,
          'delete from cairn.audit_chain where project_id = :chain and seq > 3',
          rechain,
          forgetting,
        ],
        'tail_missing',
        4,
      ],
      [
        'empties it',
        ['audit_entries', 'audit_chain', 'audit_heads', 'audit_checkpoints'].map(
          (table) => `delete from cairn.${table} where project_id = :chain`,
        ),
        'tail_missing',
        1,
      ],
      [
        'chains an edited entry anew',
        [`update cairn.audit_entries set outcome = 'x' where id = ${entryAt(3)}`, rechain, forgetting],
        'chain_rewritten',
        1,
      ],
      [
        'puts an entry beside the chain',
        [
          `insert into cairn.audit_entries (project_id, id, user_id, credential_id, credential_kind, action, outcome, request_id)
           select :chain, gen_random_uuid(), user_id, credential_id, 'api_key', 'thing.do', 'done', 'r' from cairn.audit_entries where project_id = :chain limit 1`,
        ],
        'entry_unchained',
        6,
      ],
      [
        'lets the chain begin later',
        [`delete from cairn.audit_entries where id = ${entryAt(1)}`, 'delete from cairn.audit_chain where project_id = :chain and seq = 1'],
        'beginning_missing',
        1,
      ],
    ])('who %s is found out', async (_name, statements, reason, firstBadSeq) => {
      expect((await log.verify(chain)).tampering).toBeUndefined();
      await tamper(...statements);
      expect((await log.verify(chain)).tampering).toEqual({ reason, firstBadSeq });
    });

    test.each([
      [
        'another hash',
        [`update cairn.audit_entries set outcome = 'x' where id = ${entryAt(3)}`, rechain, forgetting],
        5,
        'chain_rewritten',
        1,
      ],
      ['more than there is', ['update cairn.audit_heads set seq = 9, moved_at = now() where project_id = :chain'], 9, 'tail_missing', 6],
    ])('gets no signature for %s', async (_name, statements, seq, reason, firstBadSeq) => {
      expect(refused()).toEqual([]);
      await tamper(...statements);
      await newClock().tick();
      expect(refused()).toEqual([{ chain, seq, reason, firstBadSeq }]);
      expect(sink.kept.filter((one) => one.chain.id === chain.id)).toHaveLength(1);
    });
  });

  test('pages go by number in both directions, and filters hold together', async () => {
    await written(6);
    await store.ports.stores.memories.remove(actor, '0191d0b2-0000-7000-8000-000000000009');
    const { chains } = store.ports.audit;
    const numbers = async (after: number | undefined, limit: number, isReversed: boolean, filter = {}) => {
      const { entries, next } = await chains.page(chain, { after, limit, isReversed }, filter);
      return [entries.map(({ seq }) => seq), next];
    };
    expect(await numbers(2, 2, false)).toEqual([[3, 4], 4]);
    expect(await numbers(6, 2, false)).toEqual([[7], null]);
    expect(await numbers(undefined, 3, true)).toEqual([[7, 6, 5], 5]);
    expect(await numbers(undefined, 9, false, { action: 'memory.delete', outcome: 'not_found', actor: cast.userId })).toEqual([[7], null]);
    expect(await numbers(undefined, 9, false, { actor: cast.b.userId, action: 'nothing' })).toEqual([[], null]);
    expect(await numbers(undefined, 9, false, { actor: "o'agent" })).toEqual([[], null]);
    expect(await numbers(undefined, 9, false, { to: '2020-01-01T00:00:00.000Z' })).toEqual([[], null]);
    expect(await numbers(undefined, 2, false, { from: '2020-01-01T00:00:00.000Z' })).toEqual([[1, 2], 2]);
  });
});

const servers = process.env['CAIRN_TEST_DATABASE_URL'] === undefined ? [] : ['postgres' as const];

describe.each(servers)('fifty writers of two processes on %s', (backend) => {
  test('make one chain, without a fork, a gap or a deadlock', async () => {
    const place = await openAuditedStore(backend);
    const { cast, store } = place;
    const url = new URL(process.env['CAIRN_TEST_DATABASE_URL'] as string);
    url.pathname = `/${String(store.database.app.options.connectionString).split('/').at(-1)}`;
    const script = new URL('../../testing/audit-writer.ts', import.meta.url);
    const writers = [cast.a, cast.b].map(
      () =>
        new Promise<number | null>((resolve) => {
          fork(script, {
            execArgv: ['--conditions=@cairn/source'],
            env: { ...process.env, WRITER: JSON.stringify({ url: url.href, actors: [cast.a, cast.b], each: 25, writes: 8 }) },
          }).once('exit', resolve);
        }),
    );
    expect(await Promise.all(writers)).toEqual([0, 0]);
    const log = place.newLog(noSink);
    // Half of them write to each project, and the workspace between.
    for (const projectId of [cast.projectA, cast.projectB]) {
      const { tampering, entries, head } = await log.verify({ kind: 'project', id: projectId });
      expect([tampering, entries === head.seq, entries >= 200]).toEqual([undefined, true, true]);
    }
    expect((await log.verify({ kind: 'directory', id: cast.workspaceId })).tampering).toBeUndefined();
    await place.close();
  }, 120_000);
});
