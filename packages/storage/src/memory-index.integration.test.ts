import type { Actor, MemoryNeighbourhood, PassageTerms } from '@cairn/core';
import { createCast, memoryIndexFaults, type Cast } from '@cairn/test-kit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
          (await memories.save(cast.a, { content: text(), agentName: 'Ada', sessionId: dice(2) ? `s${dice(3)}` : undefined, occurredAt }))
            .id,
        );
      } else if (act < 6) await memories.update(cast.a, id, { content: text() });
      else if (act < 7) {
        await memories.remove(cast.a, id);
        ids.splice(at, 1);
      } else if (act < 8) await store.ports.memoryIndexing.retire(cast.a, 1 + dice(2), 3);
      else await index(cast.a, `model ${dice(2)}`);
      if (step % 30 === 29) expect(await memoryIndexFaults(superuser)).toEqual([]);
    }
    for (const id of ids) await memories.remove(cast.a, id);
    expect(await memoryIndexFaults(superuser)).toEqual([]);
    for (const table of ['memory_index', 'memory_influences', 'memory_postings', 'memory_vectors', 'memory_reindex']) {
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
  ])('a law tells of %s', async (_fault, sql) => {
    const { memories } = store.ports.stores;
    const owner = { ...cast.b, userId: crypto.randomUUID() };
    await memories.save(owner, { content: 'apple' });
    await index(owner, 'model');
    const client = await superuser.connect();
    try {
      await client.query('begin');
      await client.query(sql);
      expect(await memoryIndexFaults(client)).not.toEqual([]);
    } finally {
      await client.query('rollback');
      client.release();
    }
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
