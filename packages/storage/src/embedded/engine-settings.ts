import { PGlite } from '@electric-sql/pglite';

/** Postgres's major version inside the pinned PGlite; a folder of another major cannot be opened. */
export const postgresMajor = 18;

/**
 * Settings that differ from PGlite's own. With 16 MB of shared buffers an idle process takes 190 MB (with Postgres's
 * 128 MB: 320 MB); what does not fit is read from the system's page cache.
 */
const settings = {
  shared_buffers: '16MB',
  wal_sync_method: 'fsync',
  // Logs of one process's worth: see `checkpointAfterSegments`.
  max_wal_size: '64MB',
  min_wal_size: '32MB',
  // A runaway recursion ends with 54001 after 0.1 s instead of 1 s, and far from the end of the thread's own stack.
  max_stack_depth: '768kB',
  // Errors go to the client that made them; on stderr they would show statements.
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
};

/** Segments of 16 MiB: a single-user Postgres never checkpoints by itself, so its log would grow for ever. */
export const checkpointAfterSegments = 3;

/** PGlite's start parameters without `-F`, which turns fsync off, and without a search_path unlike a server's. */
export function startParams(): string[] {
  const own = PGlite.defaultStartParams.filter((param) => param !== '-F');
  const searchPath = own.findIndex((param) => param.startsWith('search_path='));
  if (searchPath > 0) own.splice(searchPath - 1, 2);
  return [...own, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
