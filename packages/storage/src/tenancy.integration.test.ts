import { readFile } from 'node:fs/promises';
import { actionSchema } from '@cairn/governance';
import { actionsOn, colleague, createCast, ingestedFrom, type Cast } from '@cairn/test-kit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backends, openStore, type TestStore } from './testing/backends.ts';

/** What security.md names as without row-level security, in its list of tables: each of these, and no table else, is without. */
const named = namedIn(await readFile(new URL('../../../docker/security.md', import.meta.url), 'utf8'));

/** Of a workspace as a whole: walled by the workspace of the project that a transaction is in. All others are of a project. */
const workspaceTables = ['workspace_policy_revisions', 'workspace_policy_state'];

/** Every table of the schema, with what stands before it. */
const everyTable = `
  select c.relname as name, c.relrowsecurity as enabled, c.relrowsecurity and c.relforcerowsecurity as forced,
    (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indrelid = c.oid and i.indisprimary) as first_key,
    exists (select from pg_policy p where p.polrelid = c.oid
      and pg_get_expr(p.polqual, p.polrelid) like '%current_project()%'
      and pg_get_expr(p.polwithcheck, p.polrelid) like '%current_project()%') as walled
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'cairn' and c.relkind in ('r', 'p') order by 1`;

interface Table {
  readonly name: string;
  readonly enabled: boolean;
  readonly forced: boolean;
  readonly first_key: string | null;
  readonly walled: boolean;
}

describe.each(backends)('the tenant wall on %s', (backend) => {
  let store: TestStore;
  let cast: Cast;
  let owner: pg.Pool;
  const tables = async (): Promise<Table[]> => (await owner.query<Table>(everyTable)).rows;
  const ofProjects = async (): Promise<string[]> =>
    (await tables()).filter(({ enabled, first_key: key }) => enabled && key === 'project_id').map(({ name }) => name);
  const isWalled = ({ name, forced, walled, first_key: key }: Table): boolean =>
    forced && walled && key === (workspaceTables.includes(name) ? 'workspace_id' : 'project_id');
  const lacking = async (): Promise<string[]> =>
    (await tables()).filter((table) => !isWalled(table) && (table.enabled || !named.includes(table.name))).map(({ name }) => name);

  beforeAll(async () => {
    store = await openStore(backend);
    cast = await createCast(store.ports);
    owner = new pg.Pool({ ...store.database.queueConnection, max: 1 });
  });
  afterAll(async () => {
    await owner.end();
    await store.close();
  });

  test('every table is keyed by its tenant first and has a forced policy, or security.md names it as without, and names none else', async () => {
    expect(await lacking()).toEqual([]);
    expect((await tables()).filter(({ enabled }) => !enabled).map(({ name }) => name)).toEqual(named.toSorted());
  });

  test.each([
    ['no policy', 'create table cairn.leak (project_id uuid, id uuid, primary key (project_id, id))'],
    [
      'a policy that is not forced on the owner',
      `create table cairn.leak (project_id uuid, id uuid, primary key (project_id, id)); alter table cairn.leak enable row level security;
       create policy tenant on cairn.leak using (project_id = cairn.current_project()) with check (project_id = cairn.current_project())`,
    ],
    [
      'a key that begins elsewhere',
      `create table cairn.leak (id uuid, project_id uuid, primary key (id, project_id));
       alter table cairn.leak enable row level security, force row level security;
       create policy tenant on cairn.leak using (project_id = cairn.current_project()) with check (project_id = cairn.current_project())`,
    ],
  ])('a new table with %s is reported', async (_fault, sql) => {
    await owner.query(sql);
    expect(await lacking()).toEqual(['leak']);
    await owner.query('drop table cairn.leak');
  });

  test('the app sees no row without a project and none of another project', async () => {
    await store.ports.stores.memories.save(cast.a, { content: 'walled' });
    await store.ports.stores.policies.create(cast.session, 'workspace', { name: 'walled', rules: [] });
    const tenantTables = (await tables()).filter(({ enabled }) => enabled).map(({ name }) => name);
    expect(tenantTables).toEqual(expect.arrayContaining(['memories', ...workspaceTables]));
    for (const table of tenantTables) {
      // No index term, key or content is readable: only what the tenant wall lets through counts here.
      const bare = await store.database.app.query(`select count(*)::int as n from cairn.${table}`);
      expect([table, bare.rows[0].n]).toEqual([table, 0]);
    }
    const client = await store.database.app.connect();
    await client.query('begin');
    await client.query("select set_config('cairn.project_id', $1, true)", [cast.projectB]);
    const across = await client.query('select count(*)::int as n from cairn.memories where project_id = $1', [cast.projectA]);
    expect(across.rows[0].n).toBe(0);
    await expect(client.query('insert into cairn.memory_totals values ($1, $2, 0, 1)', [cast.projectA, cast.userId])).rejects.toThrow(
      /row-level security/,
    );
    await client.query('rollback');
    client.release();
  });

  test('a deleted project leaves nothing but its audit', async () => {
    const { stores, directory, memoryIndexing } = store.ports;
    const made = await directory.workspaces.createProject(cast.person, cast.workspaceId, 'to be deleted');
    if (typeof made === 'string') throw new Error(made);
    const actor = { ...cast.session, projectId: made.id };
    const { id } = await stores.memories.save(actor, { content: 'gone', metadata: { topic: 'x' } });
    await stores.memories.update(actor, id, { content: 'gone too' });
    const pending = await memoryIndexing.pending(actor, 10);
    await memoryIndexing.fold(
      actor,
      1,
      pending.map((of) => ({ of, terms: { counts: new Map([['gone', 1]]), length: 1 } })),
    );
    const bare = await memoryIndexing.unembedded(actor, 'model', 10);
    const vector = { code: Uint8Array.of(1), vector: Int8Array.of(1) };
    await memoryIndexing.embed(
      actor,
      'model',
      bare.map((each) => ({ ...each, ...vector })),
    );
    await stores.agents.create(actor, { name: 'a', description: null, instructions: null, model: null, tools: null, memoryScope: 'agent' });
    const held = async (): Promise<string[]> => {
      const kept = (await ofProjects()).filter((name) => !name.startsWith('audit_'));
      const counts = await Promise.all(
        kept.map((name) => owner.query<{ n: number }>(`select count(*)::int as n from cairn.${name} where project_id = $1`, [made.id])),
      );
      return kept.filter((_, at) => (counts[at]?.rows[0]?.n ?? 0) > 0);
    };
    expect(await held()).toEqual(
      expect.arrayContaining(['memories', 'memory_versions', 'memory_labels', 'memory_postings', 'memory_vectors', 'agents']),
    );
    expect(await directory.workspaces.deleteProject(cast.person, made.id)).toMatchObject({
      rows: { memories: 1, memory_versions: 1, agents: 1 },
    });
    expect(await held()).toEqual([]);
  });

  test('a project set in one transaction is gone in the next on the same connection', async () => {
    const client = await store.database.app.connect();
    await client.query('select * from cairn.memory_page($1, $2, 1, 0)', [cast.projectA, cast.userId]);
    const { rows } = await client.query("select coalesce(current_setting('cairn.project_id', true), '') as project");
    expect(rows[0].project).toBe('');
    client.release();
  });

  test('the app cannot change or cut the audit, nor can the owner', async () => {
    for (const pool of [store.database.app, owner]) {
      await expect(pool.query('delete from cairn.audit_entries')).rejects.toThrow(/permission denied|append-only/);
      await expect(pool.query("update cairn.audit_entries set outcome = 'x'")).rejects.toThrow(/permission denied|append-only/);
      await expect(pool.query('truncate cairn.audit_entries')).rejects.toThrow(/permission denied|must be owner|append-only/);
    }
  });

  test('memories saved at the same time leave an audit row each, with the request that made it', async () => {
    const requests = Array.from({ length: 20 }, (_, i) => `request-${i}`);
    const saved = await Promise.all(
      requests.map((requestId) => store.ports.stores.memories.save({ ...cast.a, requestId }, { content: requestId })),
    );
    const audit = await ownerReads(
      owner,
      "select target, request_id from cairn.audit_entries where action = 'memory.save' and request_id = any($1)",
      [requests],
    );
    const byTarget = new Map(audit.map((row) => [row['target'], row['request_id']]));
    expect(audit).toHaveLength(requests.length);
    expect(saved.map(({ id }) => byTarget.get(id))).toEqual(requests);
  });

  test('every attempt on a memory leaves its audit row, without content', async () => {
    const { id } = await store.ports.stores.memories.save(cast.a, { content: 'auditedword' });
    await store.ports.stores.memories.update(cast.a2, id, { content: 'x' });
    await store.ports.stores.memories.remove(cast.b, id);
    await store.ports.stores.memories.remove(cast.a, id);
    const audit = await ownerReads(
      owner,
      'select project_id, credential_id, action, outcome from cairn.audit_entries where target = $1 order by at, id',
      [id],
    );
    expect(audit).toEqual([
      { project_id: cast.projectA, credential_id: cast.a.credentialId, action: 'memory.save', outcome: 'done' },
      { project_id: cast.projectA, credential_id: cast.a2.credentialId, action: 'memory.update', outcome: 'not_owned' },
      { project_id: cast.projectB, credential_id: cast.b.credentialId, action: 'memory.delete', outcome: 'not_found' },
      { project_id: cast.projectA, credential_id: cast.a.credentialId, action: 'memory.delete', outcome: 'done' },
    ]);
  });

  test('a dump of every table holds no content and no term in clear', async () => {
    await store.ports.stores.memories.save(cast.a, { content: 'plantedmemoryword' });
    await store.ports.stores.once(cast.a, { key: 'dump', fingerprint: 'plantedaskedword' }, async () => ({ secret: 'plantedanswerword' }));
    const text = 'plantedpassageword here';
    await store.ports.stores.documents.submit(cast.a, { title: 'Clear title', mediaType: 'text/plain', bytes: Buffer.from(text) });
    let job: unknown;
    await store.ports.outbox.relay(10, async (entries) => {
      job = entries.find((entry) => entry.job === 'knowledge.ingest')?.payload;
    });
    const { projectId, versionId } = job as { projectId: string; versionId: string };
    const claim = await store.ports.ingestion.claim(projectId, versionId);
    expect(await store.ports.ingestion.publish(claim!, ingestedFrom(text), { analyser: 1, modelId: undefined })).toBe(true);
    await actOn({ ports: store.ports, cast });
    const dump = await dumpAll(owner);
    expect(dump).toContain('Clear title');
    expect(dump).not.toMatch(/planted(memory|answer|asked|passage|action|comment|summary)word/);
    for (const word of ['plantedmemoryword', 'plantedanswerword', 'plantedpassageword', 'plantedactionword']) {
      expect(dump).not.toContain(Buffer.from(word).toString('hex'));
    }
  });

  test('nothing of a project outlives it but its audit', async () => {
    const kept = (await ofProjects()).filter((name) => !name.startsWith('audit_'));
    const rowsIn = async (table: string): Promise<number> =>
      (await owner.query<{ n: number }>(`select count(*)::int as n from cairn.${table} where project_id = $1`, [cast.projectA])).rows[0]
        ?.n ?? 0;
    const filled = await Promise.all(kept.map(async (table) => ((await rowsIn(table)) > 0 ? [table] : [])));
    expect(filled.flat()).toEqual(
      expect.arrayContaining(['memories', 'documents', 'decisions', 'votes', 'grants', 'permits', 'executions']),
    );
    expect(await store.ports.directory.workspaces.deleteProject(cast.person, cast.projectA)).toMatchObject({ projectId: cast.projectA });
    for (const table of kept) expect([table, await rowsIn(table)]).toEqual([table, 0]);
  });
});

/** An action from the asking to the outcome, with words of its own in each part. */
async function actOn(stage: Pick<TestStore, 'ports'> & { readonly cast: Cast }): Promise<void> {
  const { a } = stage.cast;
  const actions = actionsOn(stage);
  const action = actionSchema.parse({
    kind: 'mcp.call',
    server: 's',
    tool: 'plantedactionword',
    arguments: { path: '/plantedactionword' },
  });
  const asked = await actions.decide(a, action);
  const vote = { decision: 'approve', comment: 'plantedcommentword' } as const;
  expect(await stage.ports.stores.actions.vote(await colleague(stage, 'approver'), asked.approval?.id ?? '', vote)).toBe('done');
  const { decisionId, permit } = await actions.decide(a, action);
  const token = permit?.token ?? '';
  const execution = await actions.start(a, decisionId, token);
  await actions.report(a, execution, { status: 'succeeded', summary: 'plantedsummaryword' });
}

/** The first column of the only table of the section on tenancy. */
function namedIn(text: string): string[] {
  const [, section = ''] = /^## Tenancy$(.*?)^## /ms.exec(text) ?? [];
  return [...section.matchAll(/^\| (`[^|]*) +\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
}

/** The owner of a test database is a superuser and so reads past the wall. */
async function ownerReads(owner: pg.Pool, sql: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  return (await owner.query<Record<string, unknown>>(sql, values)).rows;
}

async function dumpAll(owner: pg.Pool): Promise<string> {
  const tables = await owner.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'cairn'");
  const rows = await Promise.all(tables.rows.map(({ name }) => owner.query(`select t::text as line from cairn.${name} t`)));
  return rows.flatMap((result) => result.rows.map((row: { line: string }) => row.line)).join('\n');
}
