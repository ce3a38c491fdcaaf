import { createHash } from 'node:crypto';
import type { IngestionClaim } from '@cairn/core';
import { createCast, ingestedFrom, type Cast } from '@cairn/test-kit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backends, openStore, type TestStore } from './testing/backends.ts';

/** What must never be: each gives the rows that are wrong. */
const faults: Readonly<Record<string, string>> = {
  'a live document without passages, or whose count is another': `
    select d.id from cairn.documents d join cairn.document_versions v on v.project_id = d.project_id and v.id = d.live_version
    where v.status <> 'ready' or v.passages <> (select count(*) from cairn.passages p where p.project_id = v.project_id and p.version_id = v.id)`,
  'a version that is neither the live one nor the newest': `
    select v.id from cairn.document_versions v join cairn.documents d on d.project_id = v.project_id and d.id = v.document_id
    where v.id <> d.latest_version and v.id is distinct from d.live_version`,
  'statistics that count something else than the live passages and their terms': `
    select s.project_id from cairn.knowledge_stats s where (s.passages, s.terms) <> (
      select coalesce(sum(v.passages), 0), coalesce(sum(v.terms), 0) from cairn.document_versions v
      join cairn.documents d on d.project_id = v.project_id and d.live_version = v.id where v.project_id = s.project_id)`,
  'a passage of a live version that has no slot in the index, or two': `
    select v.id from cairn.document_versions v join cairn.documents d on d.project_id = v.project_id and d.live_version = v.id
    where v.passages <> (select coalesce(sum(m.passages), 0) from cairn.index_members m
      join cairn.index_blocks b on b.project_id = m.project_id and b.id = m.block and b.live
      where m.project_id = v.project_id and m.version_id = v.id)`,
  'a slot that is found and not of a live version': `
    select m.block, m.base from cairn.index_members m join cairn.index_blocks b on b.project_id = m.project_id and b.id = m.block and b.live
    where not exists (select from cairn.documents d where d.project_id = m.project_id and d.live_version = m.version_id)`,
  'a block whose count of passages is another, or without any': `
    select b.id from cairn.index_blocks b
    where b.passages = 0 or b.passages <> (select coalesce(sum(m.passages), 0) from cairn.index_members m where m.project_id = b.project_id and m.block = b.id)`,
  'a posting in a slot that is nobody’s': `
    select p.term, p.block from cairn.block_postings p, lateral generate_series(0, octet_length(p.entries) - 4, 4) at
    where not exists (select from cairn.index_members m where m.project_id = p.project_id and m.block = p.block
      and get_byte(p.entries, at + 2) + 256 * get_byte(p.entries, at + 3) between m.base and m.base + m.passages - 1)`,
  'a row of postings that is empty or not in order': `
    select p.term from cairn.block_postings p where octet_length(p.entries) = 0 or (
      select array_agg(slot) <> array_agg(slot order by slot) from (
        select get_byte(p.entries, at + 2) + 256 * get_byte(p.entries, at + 3) as slot
        from generate_series(0, octet_length(p.entries) - 4, 4) at order by at) s)`,
  'vectors that are seen and not of a live version, or of fewer passages than it has': `
    select v.version_id from cairn.passage_vectors v
    left join cairn.documents d on d.project_id = v.project_id and d.live_version = v.version_id
    left join cairn.document_versions w on w.project_id = v.project_id and w.id = v.version_id
    where v.generation is not null group by v.version_id, d.id, w.passages having d.id is null or sum(v.passages) <> w.passages`,
};

/** The same steps on every run. */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const modelId = 'faults/1';

describe.each(backends)('the index on %s', (backend) => {
  let store: TestStore;
  let cast: Cast;
  let owner: pg.Pool;
  const found = async (): Promise<string[]> => {
    const wrong: string[] = [];
    for (const [fault, sql] of Object.entries(faults)) if ((await owner.query(sql)).rows.length > 0) wrong.push(fault);
    return wrong;
  };

  beforeAll(async () => {
    store = await openStore(backend);
    cast = await createCast(store.ports);
    owner = new pg.Pool({ ...store.database.queueConnection, max: 1 });
  });
  afterAll(async () => {
    await owner.end();
    await store.close();
  });

  async function claims(): Promise<IngestionClaim[]> {
    const taken: IngestionClaim[] = [];
    await store.ports.outbox.relay(100, async (entries) => {
      for (const { job, payload } of entries) {
        const { projectId, versionId } = payload as { projectId: string; versionId: string };
        const claim = job === 'knowledge.ingest' ? await store.ports.ingestion.claim(projectId, versionId) : undefined;
        if (claim) taken.push(claim);
      }
    });
    return taken;
  }

  async function claimedAgain(held: readonly IngestionClaim[]): Promise<IngestionClaim[]> {
    const later = held.map(({ projectId, versionId }) => store.ports.ingestion.claim(projectId, versionId));
    return (await Promise.all(later)).filter((claim) => claim !== undefined);
  }

  async function publish(claim: IngestionClaim, withVectors: boolean): Promise<void> {
    const document = ingestedFrom(Buffer.from(claim.bytes).toString());
    const passages = document.passages.length;
    for (let from = 0; from < (withVectors ? passages : 0); from += 128) {
      const size = Math.min(128, passages - from);
      const digest = createHash('sha256').update(claim.bytes).digest();
      const vectors = { codes: new Uint8Array(size), vectors: new Int8Array(size * 8) };
      await store.ports.ingestion.stageVectors(claim, modelId, { from, passages: size, digest, ...vectors }, 50);
    }
    await store.ports.ingestion.publish(claim, document, { analyser: 1, modelId: withVectors ? modelId : undefined });
  }

  test('is whole after any order of uploads, replacements, deletions and claims that were lost', async () => {
    const dice = createDice(7);
    const { documents } = store.ports.stores;
    for (let step = 0; step < 24; step += 1) {
      const title = `Document ${dice(9)}`;
      const lines = dice(8) === 0 ? 270 : 1 + dice(12);
      const text = Array.from({ length: lines }, () => `word${dice(40)} word${dice(7)} step${step}`).join('\n');
      const { document } = await documents.submit(cast.a, { title, mediaType: 'text/plain', bytes: Buffer.from(text) });
      const held = await claims();
      const action = dice(6);
      if (action === 0) await documents.remove(cast.a, document.id);
      // Of two attempts at once one is lost.
      if (action === 1) held.push(...(await claimedAgain(held)));
      await Promise.all(held.map((claim) => publish(claim, dice(2) === 0)));
      if (action === 2) await documents.remove(cast.a, document.id);
      if (step % 12 === 11) expect(await found()).toEqual([]);
    }
    await Promise.all(
      Array.from({ length: 6 }, async (_, at) => {
        await documents.submit(cast.a, { title: `At once ${at % 3}`, mediaType: 'text/plain', bytes: Buffer.from(`at once ${at}`) });
      }),
    );
    await Promise.all((await claims()).map((claim) => publish(claim, true)));
    expect(await found()).toEqual([]);
    const all = await documents.page(cast.a, { limit: 100, offset: 0 });
    await Promise.all(all.items.map(({ id }) => documents.remove(cast.a, id)));
    expect(await found()).toEqual([]);
    for (const table of ['index_blocks', 'index_members', 'block_postings', 'passage_vectors', 'passages']) {
      expect([table, (await owner.query(`select count(*)::int as n from cairn.${table}`)).rows[0].n]).toEqual([table, 0]);
    }
  });

  test('that is not whole is seen', async () => {
    const { document } = await store.ports.stores.documents.submit(cast.a, {
      title: 'Broken',
      mediaType: 'text/plain',
      bytes: Buffer.from('broken one\nbroken two'),
    });
    for (const claim of await claims()) await publish(claim, true);
    for (const sql of [
      'update cairn.documents set live_version = null where id = $1',
      'update cairn.document_versions set passages = 1 where document_id = $1',
      'delete from cairn.index_members where document_id = $1',
      'update cairn.index_members set base = 1000 where document_id = $1',
    ]) {
      await owner.query('begin');
      await owner.query(sql, [document.id]);
      expect(await found()).not.toEqual([]);
      await owner.query('rollback');
    }
    expect(await found()).toEqual([]);
  });
});
