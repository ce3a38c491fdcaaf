import { execFile } from 'node:child_process';
import { mkdtempSync, openSync, closeSync, rmSync, rmdirSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Service } from '../../services/index.ts';
import { whenThisProcessIsGone } from '../../services/watchdog.ts';

const run = promisify(execFile);

/** Room for a Postgres, and for what a suite writes into it. */
const mebibytes = 384;

/** A disk that may be full, for a Postgres of one's own. */
export interface SmallDisk {
  /** Where that Postgres has to keep its data; undefined: wherever it likes. */
  readonly folder: string | undefined;
  /** Once its schema is there. */
  prepare(postgres: Service): Promise<void>;
  /** Nothing more can be written that needs room. What Postgres has set aside for its log is left to it. */
  fill(postgres: Service): Promise<void>;
  /** There is room for as much as before. */
  free(postgres: Service): Promise<void>;
  /** Full even for the log of Postgres, which ends of it. */
  exhaust(postgres: Service): Promise<void>;
  remove(): Promise<void>;
}

/**
 * A file system of its own in memory, which takes the right to mount one. Without that right a stand-in, by which Postgres says the same to
 * whoever writes, and is killed where it would end by itself.
 */
export async function createSmallDisk(): Promise<SmallDisk> {
  const folder = process.env['CAIRN_TEST_POSTGRES_BIN'] ? await mounted() : undefined;
  return folder === undefined ? standIn() : diskAt(folder);
}

async function mounted(): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-small-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0777`, 'tmpfs', folder]);
    return folder;
  } catch {
    rmdirSync(folder);
    return undefined;
  }
}

function diskAt(folder: string): SmallDisk {
  const ballast = join(folder, 'ballast');
  const disarm = whenThisProcessIsGone('umount -l "$1"; rmdir "$1"', [folder]);
  return {
    folder,
    prepare: async () => undefined,
    async fill(postgres) {
      await setLogAside(postgres);
      fillUp(ballast);
    },
    async free() {
      rmSync(ballast, { force: true });
    },
    async exhaust(postgres) {
      await asOwner(postgres, async (owner) => {
        // The log of before may not be written over, until this connection ends with the server.
        await owner.query("select pg_create_physical_replication_slot('kept', true, true)");
        fillUp(ballast);
        for (;;) await owner.query("select pg_logical_emit_message(false, 'ballast', repeat('x', 4000000))");
      }).catch(() => undefined);
    },
    async remove() {
      disarm();
      await run('umount', ['-l', folder]);
      rmdirSync(folder);
    },
  };
}

/** Files of the log that were used are kept for what comes, up to `min_wal_size`. */
async function setLogAside(postgres: Service): Promise<void> {
  await asOwner(postgres, async (owner) => {
    for (let segment = 0; segment < 4; segment += 1) {
      await owner.query("select pg_logical_emit_message(false, 'ballast', 'x')");
      await owner.query('select pg_switch_wal()');
    }
    await owner.query('checkpoint');
  });
}

function fillUp(path: string): void {
  const file = openSync(path, 'a');
  try {
    // By ever smaller parts, to the last byte.
    for (let bytes = 1 << 20; bytes >= 1; bytes >>= 4) writeWhileThereIsRoom(file, Buffer.alloc(bytes));
  } finally {
    closeSync(file);
  }
}

function writeWhileThereIsRoom(file: number, part: Buffer): void {
  try {
    for (;;) writeSync(file, part);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

async function asOwner(postgres: Service, work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: postgres.url });
  // It ends with its server.
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    await work(owner);
  } finally {
    await owner.end().catch(() => undefined);
  }
}

const refuseWrites = `
  create table public.disk (is_full boolean not null);
  insert into public.disk values (false);
  grant select on public.disk to public;
  create function public.refuse_when_full() returns trigger language plpgsql as $$ begin
    if (select is_full from public.disk) then raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end if;
    return null;
  end $$;
  do $$ declare t text; begin
    for t in select relname from pg_class where relnamespace = 'cairn'::regnamespace and relkind = 'r' loop
      execute format('create trigger disk before insert or update on cairn.%I for each statement execute function public.refuse_when_full()', t);
    end loop;
  end $$`;

function standIn(): SmallDisk {
  const ask = (postgres: Service, text: string) => asOwner(postgres, async (owner) => void (await owner.query(text)));
  return {
    folder: undefined,
    prepare: (postgres) => ask(postgres, refuseWrites),
    fill: (postgres) => ask(postgres, 'update public.disk set is_full = true'),
    async free(postgres) {
      // After `exhaust` it has to be started again by whoever makes room.
      await ask(postgres, 'update public.disk set is_full = false').catch(() => undefined);
    },
    exhaust: (postgres) => postgres.kill(),
    remove: async () => undefined,
  };
}
