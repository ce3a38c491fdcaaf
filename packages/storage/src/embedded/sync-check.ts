import type { PgliteEngine } from './pglite-engine.ts';

/** Writes what must be on the disk before Postgres answers, and sees whether the disk was asked for it. */
export function syncsReachFiles(engine: PgliteEngine): boolean {
  const before = engine.files.syncs;
  engine.query("SELECT pg_logical_emit_message(false, 'cairn', 'started', true)");
  return engine.files.syncs > before;
}
