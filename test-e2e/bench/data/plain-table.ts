import type pg from 'pg';

/** Whose notes the floor reads and writes. */
export const plainUser = '0198d3a0-0000-7000-8000-000000000001';

/** The table that the floors work on: what a memory is, without sealing, tenants, totals or audit. */
export async function createPlainTable(client: pg.Client, rows: number): Promise<void> {
  await client.query(`create table bench_notes (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null,
    content text not null,
    agent_id text,
    agent_name text,
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz not null default clock_timestamp()
  )`);
  await client.query('create index bench_notes_newest on bench_notes (user_id, created_at desc, id desc)');
  await client.query('create table bench_saved (like bench_notes including all)');
  for (const table of ['bench_notes', 'bench_saved']) {
    await client.query(
      `insert into ${table} (user_id, content, agent_name, created_at)
        select $1, rpad('note ' || n, 230, ' and what it says'), 'bench', now() - n * interval '1 second' from generate_series(1, $2::int) n`,
      [plainUser, rows],
    );
    await client.query(`vacuum (analyze) ${table}`);
  }
}
