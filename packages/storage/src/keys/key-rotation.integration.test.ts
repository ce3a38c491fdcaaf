import type { OutboxEntry } from '@cairn/core';
import { createCast, ingestedFrom, type Cast } from '@cairn/test-kit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { poolSession } from '../database/session.ts';
import { createMasterKeys } from '../sealing/master-keys.ts';
import { createProjectKeys } from '../sealing/project-keys.ts';
import { open } from '../sealing/seal.ts';
import { openRepositories, type Repositories } from '../stores.ts';
import { backends, openStore, type TestStore } from '../testing/backends.ts';
import { sealedColumns } from './sealed-columns.ts';

const masterKey = Buffer.alloc(32, 7);
const times = { leaseMs: 20, leadMs: 150, graceMs: 400 };

/** Columns of bytes behind the tenant wall that hold no content: hashes, digests, postings, vectors, wrapped keys, signatures. */
const notSealed = [
  'api_keys.secret_hash',
  'approvals.digest',
  'approvals.subject',
  'audit_chain.hash',
  'audit_checkpoints.hash',
  'audit_checkpoints.signature',
  'audit_entries.action_digest',
  'audit_heads.hash',
  'block_postings.entries',
  'decisions.digest',
  'decisions.subject',
  'document_versions.digest',
  'executions.digest',
  'grants.digest',
  'hook_calls.call_ref',
  'hook_calls_told.call_ref',
  'index_members.terms',
  'memory_postings.entries',
  'memory_vectors.codes',
  'memory_vectors.slots',
  'memory_vectors.vectors',
  'passage_vectors.codes',
  'passage_vectors.digest',
  'passage_vectors.vectors',
  'permits.digest',
  'permits.token_hash',
  'policy_revisions.digest',
  'project_keys.wrapped',
  'tasks.goal_digest',
];

/** Whether a key opens these bytes, whatever version they say that they are of. */
function opens(key: Uint8Array, place: string, sealed: Buffer): boolean {
  const rest = sealed.subarray(sealed[0] === 1 ? 1 : 5);
  try {
    open(key, place, Buffer.concat([Buffer.of(1), rest]));
    return true;
  } catch {
    return false;
  }
}

describe.each(backends)('keys on %s', (backend) => {
  let store: TestStore;
  let ports: Repositories;
  let cast: Cast;
  let owner: pg.Pool;
  const versionsOf = async (projectId: string): Promise<number[]> => {
    const { rows } = await owner.query('select version from cairn.project_keys where project_id = $1 order by version', [projectId]);
    return rows.map(({ version }) => version as number);
  };
  const marksOf = async (projectId: string): Promise<string[]> => {
    const found = await Promise.all(
      sealedColumns.map(({ table, column }) =>
        owner.query(`select distinct get_byte(${column}, 0) as mark from cairn.${table} where project_id = $1 and ${column} is not null`, [
          projectId,
        ]),
      ),
    );
    return found.flatMap(({ rows }, at) => rows.map(({ mark }) => `${sealedColumns[at]?.table}.${sealedColumns[at]?.column} ${mark}`));
  };
  /** The key that seals now, as whoever reads the memory of a process would keep it. */
  const sealingKeyOf = async (projectId: string): Promise<Uint8Array> => {
    const keys = createProjectKeys(createMasterKeys({ current: masterKey }));
    return (await keys.of(poolSession(store.database.app), projectId)).seal.newest().key;
  };
  /** How many rows each sealed column of a project has, and how many of them a key opens; columns without rows are left out. */
  const openedBy = async (key: Uint8Array, projectId: string) => {
    const columns = await Promise.all(
      sealedColumns.map(async (sealed) => {
        const names = Object.keys(sealed.key).map((name) => `${name}::text`);
        const { rows } = await owner.query<{ key: string[]; sealed: Buffer }>(
          `select array[${names.join(', ')}] as key, ${sealed.column} as sealed from cairn.${sealed.table}
            where project_id = $1 and ${sealed.column} is not null`,
          [projectId],
        );
        const opened = rows.filter((row) => opens(key, sealed.place(projectId, row.key), row.sealed)).length;
        return { name: `${sealed.table}.${sealed.column}`, rows: rows.length, opened };
      }),
    );
    return columns.filter(({ rows }) => rows > 0);
  };

  beforeAll(async () => {
    store = await openStore(backend);
    ports = await openRepositories(store.database, masterKey, times);
    cast = await createCast(ports);
    owner = new pg.Pool({ ...store.database.queueConnection, max: 1 });
  });
  afterAll(async () => {
    await owner.end();
    await store.close();
  });

  const ingestAll = async () => {
    const entries: OutboxEntry[] = [];
    while ((await ports.outbox.relay(100, async (taken) => void entries.push(...taken))) > 0);
    for (const { job, payload } of entries) {
      if (job !== 'knowledge.ingest') continue;
      const { projectId, versionId } = payload as { projectId: string; versionId: string };
      const claim = await ports.ingestion.claim(projectId, versionId);
      if (claim)
        await ports.ingestion.publish(claim, ingestedFrom(Buffer.from(claim.bytes).toString()), { analyser: 1, modelId: undefined });
    }
  };

  /** A project with something in it, and another process that knows its keys. */
  const scene = async () => {
    const project = await ports.directory.workspaces.createProject(cast.person, cast.workspaceId, 'a project');
    if (typeof project === 'string') throw new Error(project);
    const actor = { ...cast.session, projectId: project.id };
    const { id } = await ports.stores.memories.save(actor, { content: 'first', metadata: { topic: 'x' } });
    await ports.stores.memories.update(actor, id, { content: 'second' });
    const definition = { name: 'a', description: 'who', instructions: null, model: null, tools: null, memoryScope: 'agent' } as const;
    await ports.stores.agents.create(actor, definition);
    const bytes = Buffer.from('A document of some words.');
    const { document } = await ports.stores.documents.submit(actor, { title: 'd.txt', mediaType: 'text/plain', bytes, warnings: [] });
    await ingestAll();
    const elsewhere = await openRepositories(store.database, masterKey, times);
    const read = async (from: Repositories) => ({
      memory: (await from.stores.memories.get(actor, id))?.content,
      history: (await from.stores.memories.history(actor, id, { limit: 10 }))?.map(({ content }) => content),
      agent: (await from.stores.agents.walk(actor, { limit: 1 }))[0]?.description,
      document: await from.stores.documents.content(actor, document.id, { offset: 0 }),
      original: Buffer.from((await from.stores.documents.original(actor, document.id))?.bytes ?? []).toString(),
    });
    return { actor, projectId: project.id, elsewhere, read };
  };

  const resealed = async (projectId: string, upTo: readonly string[], between: () => Promise<void> = async () => {}): Promise<string> => {
    for (;;) {
      const step = await ports.keyRotation.reseal(projectId, between);
      if (upTo.includes(step)) return step;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  test('every column of bytes is known to be sealed, or not to need it', async () => {
    const { rows } = await owner.query(`
      select c.relname || '.' || a.attname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'cairn'
      join pg_attribute a on a.attrelid = c.oid and a.atttypid = 'bytea'::regtype and not a.attisdropped
      where c.relkind = 'r' and exists (select from pg_attribute p where p.attrelid = c.oid and p.attname = 'project_id')
        and c.relname not like 'oauth_%'`);
    const known = [...sealedColumns.map(({ table, column }) => `${table}.${column}`), ...notSealed];
    expect(rows.map(({ name }) => name as string).toSorted()).toEqual(known.toSorted());
  });

  test('a data key is replaced while two processes read and write, and the former one is destroyed and opens nothing', async () => {
    const { actor, projectId, elsewhere, read } = await scene();
    const before = await read(ports);
    const former = await sealingKeyOf(projectId);
    expect((await openedBy(former, projectId)).filter(({ rows, opened }) => opened < rows)).toEqual([]);
    const state = await ports.keyRotation.rotate(cast.person, projectId);
    expect(state).toMatchObject({ version: 2, isReplacing: true });
    expect(await ports.keyRotation.rotate(cast.person, projectId)).toEqual(state);
    expect(await versionsOf(projectId)).toEqual([0, 1, 2]);
    const over = new AbortController();
    const saved = new Map<string, string>();
    const working = Promise.all(
      [ports, elsewhere].map(async (process, which) => {
        for (let n = 0; !over.signal.aborted; n += 1) {
          const content = `${which} ${n}`;
          saved.set((await process.stores.memories.save(actor, { content })).id, content);
          expect(await read(process)).toEqual(before);
          const page = await process.stores.memories.page(actor, { limit: 5, offset: 0 });
          expect(page.items[0]?.content).toMatch(/^[01] \d+$/);
        }
      }),
    );
    expect(await resealed(projectId, ['done'])).toBe('done');
    over.abort();
    await working;
    expect(await versionsOf(projectId)).toEqual([0, 2]);
    expect((await marksOf(projectId)).filter((mark) => !mark.endsWith(' 2'))).toEqual([]);
    const held = await openedBy(former, projectId);
    expect(held.filter(({ opened }) => opened > 0)).toEqual([]);
    expect(held.find(({ name }) => name === 'memories.content')?.rows).toBe(saved.size + 1);
    expect((await openedBy(await sealingKeyOf(projectId), projectId)).filter(({ rows, opened }) => opened < rows)).toEqual([]);
    for (const process of [ports, elsewhere]) {
      expect(await read(process)).toEqual(before);
      for (const [id, content] of saved) expect((await process.stores.memories.get(actor, id))?.content).toBe(content);
    }
    const found = await ports.stores.memories.walk(actor, { limit: 5 }, { metadata: { topic: 'x' } });
    expect(found.map(({ content }) => content)).toEqual(['second']);
    expect(await ports.keyRotation.state(cast.userId, projectId)).toMatchObject({ version: 2, isReplacing: false });
  });

  test('a replacement that is cut off goes on where it was, and a row that nobody can open keeps the former key', async () => {
    const { actor, projectId, read } = await scene();
    for (let n = 0; n < 120; n += 1) await ports.stores.memories.save(actor, { content: `memory ${n}` });
    const before = await read(ports);
    await ports.keyRotation.rotate(cast.person, projectId);
    let left = 1;
    const cut = async (): Promise<void> => {
      left -= 1;
      if (left < 0) throw new Error('killed');
    };
    await expect(resealed(projectId, ['done'], cut)).rejects.toThrow('killed');
    expect(await read(ports)).toEqual(before);
    const { rows } = await owner.query(
      'update cairn.memory_versions set content = set_byte(content, 40, get_byte(content, 40) # 1) where project_id = $1 returning version',
      [projectId],
    );
    expect(rows).toHaveLength(1);
    await expect(resealed(projectId, ['done'])).rejects.toThrow('1 rows');
    expect(await versionsOf(projectId)).toEqual([0, 1, 2]);
    await owner.query('update cairn.memory_versions set content = set_byte(content, 40, get_byte(content, 40) # 1) where project_id = $1', [
      projectId,
    ]);
    await resealed(projectId, ['done']);
    expect(await versionsOf(projectId)).toEqual([0, 2]);
    expect(await read(ports)).toEqual(before);
  });

  test('nobody but owners and admins replaces a key or hears of it, and the sweep offers what is under way', async () => {
    const { projectId } = await scene();
    const stranger = { userId: '0198f000-0000-7000-8000-0000000000ff', sessionId: cast.person.sessionId, requestId: 'r' };
    expect(await ports.keyRotation.rotate(stranger, projectId)).toBe('not_found');
    expect(await ports.keyRotation.state(stranger.userId, projectId)).toBe('not_found');
    expect(await ports.keyRotation.reseal(projectId, async () => {})).toBe('nothing');
    await ports.keyRotation.rotate(cast.person, projectId);
    expect(await ports.keyRotation.offer(100)).toBe(1);
    expect(await ports.keyRotation.offer(100)).toBe(0);
    await resealed(projectId, ['done']);
  });

  test('what a deleted project said is read by no process, not even from a copy of its rows', async () => {
    const { actor, projectId, read } = await scene();
    // Longer than the deletion itself takes: what it does not wait for is still there.
    const lease = { leaseMs: 1500 };
    const [here, elsewhere] = await Promise.all([0, 1].map(() => openRepositories(store.database, masterKey, lease)));
    if (!here || !elsewhere) throw new Error('two processes');
    await read(here);
    await read(elsewhere);
    const { rows } = await owner.query('select * from cairn.memories where project_id = $1', [projectId]);
    expect(rows).toHaveLength(1);
    const erasure = await here.directory.workspaces.deleteProject(cast.person, projectId);
    expect(erasure).toMatchObject({ rows: { projects: 1, project_keys: 1, memories: 1, memory_versions: 1, documents: 1, passages: 1 } });
    const columns = Object.keys(rows[0]);
    await owner.query(
      `insert into cairn.memories (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(rows[0]),
    );
    for (const process of [here, elsewhere]) {
      await expect(process.stores.memories.get(actor, rows[0].id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(process.stores.memories.save(actor, { content: 'late' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await owner.query('delete from cairn.memories where project_id = $1', [projectId]);
  });
});
