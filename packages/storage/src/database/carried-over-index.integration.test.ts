// Needs CAIRN_TEST_DATABASE_URL.
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createPostgresDatabase } from '@cairn/test-kit';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';

const folder = new URL('../../migrations/', import.meta.url);
const released = /^000[1-4]_/;

/** Statements of the migrations whose names fit, in order. */
async function statements(fits: (name: string) => boolean): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql') && fits(name)).toSorted();
  return Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
}

/** Triples of varints, as the index was kept before: step of the ordinal, count, length of the passage. */
const entries = (numbers: readonly number[]): Buffer =>
  Buffer.from(numbers.flatMap((number) => (number < 128 ? [number] : [(number & 127) | 128, number >> 7])));

test('the index of the first release is carried over, also by an owner who is behind the tenant wall', async () => {
  const created = await createPostgresDatabase(process.env['CAIRN_TEST_DATABASE_URL'] as string);
  onTestFinished(() => created.drop());
  const client = new pg.Client({ connectionString: created.url });
  await client.connect();
  onTestFinished(() => client.end());
  const owner = `cairn_owner_${randomUUID().slice(0, 8)}`;
  for (const role of ['cairn_app', 'cairn_maintenance']) {
    await client.query(`do $$ begin create role ${role}; exception when duplicate_object then null; end $$`);
  }
  await client.query(`create role ${owner}; grant cairn_app, cairn_maintenance to ${owner}; create schema cairn authorization ${owner}`);
  await client.query(`set role ${owner}`);
  for (const sql of await statements((name) => released.test(name))) await client.query(sql);

  const [user, workspace, project, document, version] = Array.from({ length: 5 }, () => randomUUID());
  await client.query('reset role');
  await client.query('insert into cairn.users (id, email, password_verifier) values ($1, $2, $3)', [user, 'a@example.org', 'x']);
  await client.query('insert into cairn.workspaces (id, name) values ($1, $2)', [workspace, 'w']);
  await client.query('insert into cairn.projects (id, workspace_id, name) values ($1, $2, $3)', [project, workspace, 'p']);
  await client.query('insert into cairn.documents (project_id, id, title, latest_version, live_version) values ($1, $2, $3, $4, $4)', [
    project,
    document,
    't',
    version,
  ]);
  await client.query(
    `insert into cairn.document_versions (project_id, id, document_id, media_type, size_bytes, digest, status, passages, terms)
     values ($1, $2, $3, 'text/plain', 1, '\\x00', 'ready', 1003, 5000)`,
    [project, version, document],
  );
  await client.query(
    `insert into cairn.passages (project_id, version_id, ordinal, start_at, end_at, sealed)
     select $1, $2, n, n, n + 1, '\\x00' from generate_series(0, 1002) n`,
    [project, version],
  );
  await client.query('insert into cairn.knowledge_stats (project_id, passages, terms) values ($1, 1003, 5000)', [project]);
  const postings: [number, Buffer][] = [
    [0, entries([3, 2, 150, 700, 1, 2000])],
    [1000, entries([1000, 70, 9, 2, 1, 5])],
  ];
  for (const [first, bytes] of postings) {
    await client.query('insert into cairn.postings values ($1, -42, $2, $3, $4, $5)', [project, version, first, document, bytes]);
  }

  await client.query(`set role ${owner}`);
  for (const sql of await statements((name) => !released.test(name) && name <= '0007_~')) await client.query(sql);
  await client.query('reset role');
  const { rows } = await client.query<{ first_ordinal: number; entries: Buffer }>(
    `select m.first_ordinal, p.entries from cairn.block_postings p join cairn.index_members m using (project_id, block)
     join cairn.index_blocks b on b.project_id = p.project_id and b.id = p.block and b.live
     where p.term = -42 order by m.first_ordinal`,
  );
  const read = rows.map(({ first_ordinal, entries: bytes }) => [first_ordinal, [...new Uint32Array(new Uint8Array(bytes).buffer)]]);
  const packed = (slot: number, count: number, length: number): number => ((slot << 16) | (count << 10) | length) >>> 0;
  expect(read).toEqual([
    [0, [packed(3, 2, 150), packed(703, 1, 1023)]],
    [1000, [packed(0, 63, 9), packed(2, 1, 5)]],
  ]);
  const next = await client.query("select nextval('cairn.index_block_ids')::int as id");
  expect(next.rows).toEqual([{ id: 3 }]);
  await client.query(`drop owned by ${owner}`);
  await client.query(`drop role ${owner}`);
});
