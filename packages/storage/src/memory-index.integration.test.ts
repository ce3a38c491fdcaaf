import { readdir, readFile } from 'node:fs/promises';
import { newId, type Actor, type MemoryNeighbourhood, type MetadataFilter, type PassageTerms } from '@cairn/core';
import { createCast, createPostgresDatabase, memoryIndexFaults, type Cast } from '@cairn/test-kit';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './database/open.ts';
import { openRepositories } from './stores.ts';
import { backends, openStore, type TestStore } from './testing/backends.ts';

const words = ['apple', 'bread', 'cheese', 'dough', 'egg', 'fig', 'grape'];

function termsOf({ memory, before }: MemoryNeighbourhood): PassageTerms {
  const counts = new Map<string, number>();
  const all = [memory, ...before].flatMap(({ content }) => content.split(' '));
  for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, length: all.length };
}

/** The same numbers each time. */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

describe.each(backends)('the index over memories on %s', (backend) => {
  let store: TestStore;
  let cast: Cast;
  let superuser: pg.Pool;

  beforeAll(async () => {
    store = await openStore(backend);
    cast = await createCast(store.ports);
    superuser = new pg.Pool({ ...store.database.queueConnection, max: 1 });
  });
  afterAll(async () => {
    await superuser.end();
    await store.close();
  });

  async function index(owner: Actor, model: string): Promise<void> {
    const { memoryIndexing } = store.ports;
    const pending = await memoryIndexing.pending(owner, 20);
    await memoryIndexing.fold(
      owner,
      1,
      pending.map((of) => ({ of, terms: termsOf(of) })),
    );
    const lacking = await memoryIndexing.unembedded(owner, model, 10);
    const vector = { code: Uint8Array.of(1, 2), vector: Int8Array.of(1, 2, 3) };
    await memoryIndexing.embed(
      owner,
      model,
      lacking.map((each) => ({ ...each, ...vector })),
    );
  }

  test('holds nothing of what is not there, whatever was saved, changed, deleted and indexed in whatever order', async () => {
    const dice = createDice(7);
    const { memories } = store.ports.stores;
    const text = (): string => Array.from({ length: 1 + dice(4) }, () => words[dice(words.length)]).join(' ');
    const ids: string[] = [];
    for (let step = 0; step < 240; step++) {
      const at = dice(ids.length || 1);
      const id = ids[at];
      const act = dice(10);
      if (act < 5 || id === undefined) {
        const occurredAt = `2026-01-01T10:${String(dice(60)).padStart(2, '0')}:00.000Z`;
        ids.push(
          (
            await memories.save(cast.a, {
              content: text(),
              agentId: dice(2) ? `a${dice(2)}` : undefined,
              agentName: dice(2) ? 'Ada' : undefined,
              sessionId: dice(2) ? `s${dice(3)}` : undefined,
              occurredAt,
              metadata: dice(2) ? { n: dice(3) } : undefined,
            })
          ).id,
        );
      } else if (act < 6) await memories.update(cast.a, id, { content: text(), metadata: dice(2) ? { n: dice(3), m: [1, 2] } : undefined });
      else if (dice(6) === 0) await memories.restore(cast.a, id, 1);
      else if (act < 7) {
        await memories.remove(cast.a, id);
        ids.splice(at, 1);
      } else if (act < 8) await store.ports.memoryIndexing.retire(cast.a, 1 + dice(2), 3);
      else await index(cast.a, `model ${dice(2)}`);
      if (step % 30 === 29) expect(await memoryIndexFaults(superuser)).toEqual([]);
    }
    for (const id of ids) await memories.remove(cast.a, id);
    expect(await memoryIndexFaults(superuser)).toEqual([]);
    for (const table of [
      'memory_index',
      'memory_influences',
      'memory_postings',
      'memory_vectors',
      'memory_reindex',
      'memory_labels',
      'memory_versions',
    ]) {
      expect((await superuser.query(`select count(*)::int as n from cairn.${table}`)).rows).toEqual([{ n: 0 }]);
    }
  });

  test.each([
    [
      'a posting that was left',
      'insert into cairn.memory_postings select project_id, user_id, 1, 0, $$\\x00000000$$ from cairn.memory_index limit 1',
    ],
    ['a memory that went past the index', 'delete from cairn.memories where index_position is not null'],
    ['an influence that was left out', 'delete from cairn.memory_influences'],
    ['a vector that was left', 'delete from cairn.memory_index'],
    ['a label that was left', 'update cairn.memories set labels = null where labels is not null'],
  ])('a law tells of %s', async (_fault, statement) => {
    const { memories } = store.ports.stores;
    const owner = { ...cast.b, userId: crypto.randomUUID() };
    await memories.save(owner, { content: 'apple', metadata: { fruit: true } });
    await index(owner, 'model');
    const client = await superuser.connect();
    try {
      await client.query('begin');
      await client.query(statement);
      expect(await memoryIndexFaults(client)).not.toEqual([]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('makes the labels of memories that were saved before there were any', async () => {
    const owner = { ...cast.a, userId: crypto.randomUUID() };
    const { memories } = store.ports.stores;
    const { id } = await memories.save(owner, { content: 'fig', metadata: { fruit: 'fig' } });
    const gone = await memories.save(owner, { content: 'egg', metadata: { fruit: 'no' } });
    // As an older release left them, and as the migration put them down.
    await superuser.query('delete from cairn.memory_labels where user_id = $1', [owner.userId]);
    await superuser.query('update cairn.memories set labels = null where user_id = $1', [owner.userId]);
    await superuser.query('insert into cairn.memory_unlabelled select project_id, user_id, id from cairn.memories where user_id = $1', [
      owner.userId,
    ]);
    await memories.remove(owner, gone.id);
    const found = async (metadata: MetadataFilter) => (await memories.walk(owner, { limit: 5 }, { metadata })).map((memory) => memory.id);
    expect(await found({ fruit: 'fig' })).toEqual([]);
    expect(await store.ports.memoryIndexing.label(owner, 10)).toBe(1);
    expect(await store.ports.memoryIndexing.label(owner, 10)).toBe(0);
    expect(await found({ fruit: 'fig' })).toEqual([id]);
    await memories.remove(owner, id);
    expect(await memoryIndexFaults(superuser)).toEqual([]);
  });

  test('takes up memories that were saved before there was an index', async () => {
    const owner = { ...cast.a, userId: crypto.randomUUID() };
    const { memories, memoryIndex } = store.ports.stores;
    const { id, createdAt } = await memories.save(owner, { content: 'fig grape', agentName: 'Ada' });
    // As an older release left them.
    await superuser.query('update cairn.memories set occurred_at = null where id = $1', [id]);
    expect(await memories.get(owner, id)).toMatchObject({ scope: 'agent', sessionId: null, metadata: null, occurredAt: createdAt });
    await index(owner, 'model');
    const { postings, size } = await memoryIndex.lookup(owner, ['fig'], { filter: {}, unindexed: 5 });
    expect([postings.get('fig')?.positions.length, size.memories]).toEqual([1, 1]);
  });

  test('without a session it is who saves next to each other that matters, not what they are called', async () => {
    const owner = { ...cast.a, userId: crypto.randomUUID() };
    const { memories, memoryIndex } = store.ports.stores;
    const save = async (memory: Parameters<typeof memories.save>[1]): Promise<string> => (await memories.save(owner, memory)).id;
    const ids = [
      await save({ content: 'apple' }),
      await save({ content: 'bread', agentName: 'Ada' }),
      await save({ content: 'cheese', agentName: 'Bob', agentId: 'bob' }),
      await save({ content: 'dough', sessionId: 's' }),
      await save({ content: 'egg', agentName: 'Cy' }),
      await save({ content: 'fig', occurredAt: '2020-01-01T00:00:00.000Z' }),
      await save({ content: 'grape', agentId: 'bob' }),
    ];
    const around = await memoryIndex.neighbourhoods(owner, ids);
    expect(around.map(({ before, after }) => [...before.map(({ content }) => content), '-', after?.content ?? ''].join(' '))).toEqual([
      '- bread',
      'apple - egg',
      '- grape',
      '- ',
      'apple bread - ',
      '- ',
      'cheese - ',
    ]);
    await index(owner, 'model');
    const found = async (term: string) =>
      (await memoryIndex.lookup(owner, [term], { filter: {}, unindexed: 9 })).postings.get(term)?.positions.length;
    expect(await found('bread')).toBe(2);
    await memories.remove(owner, ids[1] ?? '');
    expect(await found('bread')).toBeUndefined();
    await index(owner, 'model');
    expect(await found('apple')).toBe(2);
    expect(await memoryIndexFaults(superuser)).toEqual([]);
  });

  test('a dump of it holds neither words nor metadata in clear', async () => {
    const metadata = { plantedkey: 'plantedmetadata' };
    await store.ports.stores.memories.save(cast.a, { content: 'plantedcontent', metadata });
    await index(cast.a, 'model');
    const dumps = await Promise.all(
      ['memories', 'memory_index', 'memory_postings', 'memory_vectors', 'memory_influences', 'outbox', 'audit_entries'].map((table) =>
        superuser.query<{ line: string }>(`select t::text as line from cairn.${table} t`),
      ),
    );
    const dump = dumps.flatMap(({ rows }) => rows.map(({ line }) => line)).join('\n');
    for (const word of ['plantedcontent', 'plantedkey', 'plantedmetadata']) {
      expect(dump).not.toContain(word);
      expect(dump).not.toContain(Buffer.from(word).toString('hex'));
    }
  });
});

test.runIf(backends.some((backend) => backend === 'postgres'))(
  'a database of an older release is brought up with its memories, which are offered for indexing',
  async () => {
    const created = await createPostgresDatabase(process.env['CAIRN_TEST_DATABASE_URL'] as string);
    onTestFinished(() => created.drop());
    const location = { kind: 'postgres', url: created.url } as const;
    const pool = new pg.Pool({ connectionString: created.url, max: 1 });
    await pool.query('create schema cairn');
    const folder = new URL('../migrations/', import.meta.url);
    const getMigrations = async (): Promise<Record<string, Migration>> => {
      const names = (await readdir(folder)).filter((name) => /^000[1-4].*\.sql$/.test(name));
      const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
      return Object.fromEntries(
        names.map((name, i) => [
          name.slice(0, -4),
          { up: async (db: Kysely<unknown>) => void (await sql.raw(texts[i] ?? '').execute(db)) },
        ]),
      );
    };
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    const { error } = await new Migrator({ db, provider: { getMigrations }, migrationTableSchema: 'cairn' }).migrateToLatest();
    expect(error).toBeUndefined();
    const [user, workspace, project, memory] = Array.from({ length: 4 }, newId);
    await pool.query("insert into cairn.users (id, email, password_verifier) values ($1, 'ada@example.org', 'none')", [user]);
    await pool.query("insert into cairn.workspaces (id, name) values ($1, 'w')", [workspace]);
    await pool.query("insert into cairn.projects (id, workspace_id, name) values ($1, $2, 'p')", [project, workspace]);
    await pool.query(
      "select cairn.save_memories($1, $2, $2, $2, 'api_key', array['r'], array[$3::uuid], array[$3::uuid], array['\\x00'::bytea], array[null], array['Ada'])",
      [project, user, memory],
    );
    await pool.end();

    const database = await openDatabase({ location, migrate: true, onWarning: () => {} });
    onTestFinished(() => database.close());
    const repositories = await openRepositories(database, Buffer.alloc(32, 7));
    expect(await repositories.memoryIndexing.offerBehind({ analyser: 1, modelId: undefined })).toBe(1);
    let offered: unknown;
    await repositories.outbox.relay(10, async ([entry]) => {
      offered = entry?.payload;
    });
    expect(offered).toEqual({ projectId: project, userId: user });
  },
);
