import pg from 'pg';

/** What a store without autovacuum is kept up by. */
export interface UpkeepSource {
  /** Of the owner. */
  readonly connection: pg.PoolConfig;
  /** VACUUM (ANALYZE) of the tables named, `schema.table`. */
  maintain(tables: readonly string[]): Promise<void>;
}

export interface Upkeep {
  /** Does what is due and gives the tables that were. */
  run(): Promise<readonly string[]>;
  /** Waits for the table that is under way. */
  stop(): Promise<void>;
}

// A plan that was made for a table when it was empty is kept until the table is analyzed, and reads more and more of it.
const everyMs = 5000;

// The thresholds of Postgres's own autovacuum.
const dueTables = `select schemaname || '.' || relname as name from pg_stat_user_tables
  where schemaname in ('cairn', 'bullmq')
    and (n_mod_since_analyze > 50 + 0.1 * n_live_tup
      or n_dead_tup > 50 + 0.2 * n_live_tup
      or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup)
  order by n_mod_since_analyze desc`;

/**
 * Keeps the statistics and the pruning of the embedded store up with what is written, as autovacuum does on a server.
 *
 * @param onWarning told one sentence when it fails; it is tried again
 */
export function startUpkeep(source: UpkeepSource, onWarning: (message: string) => void): Upkeep {
  const owner = new pg.Pool({ ...source.connection, max: 1 });
  owner.on('error', () => {});
  let running: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  let isStopped = false;
  const run = async (): Promise<readonly string[]> => {
    const { rows } = await owner.query<{ name: string }>(dueTables);
    const names = rows.map(({ name }) => name);
    for (const name of names) if (!isStopped) await source.maintain([name]);
    return names;
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    running = run()
      .catch(() => onWarning('the embedded database could not be vacuumed; it will be tried again'))
      .finally(() => (isBusy = false));
  }, everyMs);
  timer.unref();
  return {
    run,
    async stop() {
      clearInterval(timer);
      isStopped = true;
      await running;
      await owner.end();
    },
  };
}
