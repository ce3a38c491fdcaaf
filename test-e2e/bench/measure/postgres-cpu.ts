import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { cpuSeconds } from './process-cpu.ts';

/** CPU seconds by process of the backends of this database and of the server's writers. */
export type PostgresCpu = ReadonlyMap<number, number>;

/** Reads it from outside; empty when the server runs elsewhere than on this machine. */
export async function postgresCpu(client: pg.Client): Promise<PostgresCpu> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity
      where (datname = current_database() and pid <> pg_backend_pid()) or backend_type in ('walwriter', 'background writer', 'checkpointer')`,
  );
  return new Map(rows.flatMap(({ pid }) => (isPostgres(pid) ? [[pid, cpuSeconds(pid) ?? 0] as const] : [])));
}

/** What was used between two readings; undefined when nothing could be read. */
export function usedBetween(before: PostgresCpu, after: PostgresCpu): number | undefined {
  if (after.size === 0) return undefined;
  return [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
}
