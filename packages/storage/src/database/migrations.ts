import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type pg from 'pg';
import { refusalOf } from './write-watch.ts';

// Beside `src` and `dist` alike.
const folder = new URL('../../migrations/', import.meta.url);

/** Names of the migrations this build knows, in order. */
async function known(): Promise<string[]> {
  return (await readdir(folder))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .toSorted();
}

const textOf = (name: string): Promise<string> => readFile(new URL(`${name}.sql`, folder), 'utf8');

async function load(): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const name of await known()) {
    const text = await textOf(name);
    migrations[name] = { up: async (db) => void (await sql.raw(text).execute(db)) };
  }
  return migrations;
}

/** Any number that nobody else locks in the same database. */
const lock = 5_620_714_938_016_427n;

/**
 * Brings the database to this build's schema: roles, schema, then every migration that is not there yet, under a lock so that
 * several processes may call it at once. Runs as the owner; the apps' own connections take lesser roles.
 *
 * @param pool has one connection, which holds the lock
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  await pool.query('select pg_advisory_lock($1)', [lock]);
  try {
    await bringUp(pool);
  } catch (error) {
    // One that takes no writes now, and needs none.
    if (refusalOf(error) === undefined || (await schemaFault(pool)) !== undefined) throw error;
  } finally {
    await pool.query('select pg_advisory_unlock($1)', [lock]);
  }
}

async function bringUp(pool: pg.Pool): Promise<void> {
  const newer = newerFault(await known(), await appliedMigrations(pool));
  if (newer) throw new Error(newer);
  await prepare(pool);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({ db, provider: { getMigrations: load }, migrationTableSchema: 'cairn' });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error('the database could not be brought to the current schema', { cause: error });
  await noteDigests(pool);
  const fault = await schemaFault(pool);
  if (fault) throw new Error(fault);
}

/** Keeps what each migration said when it was applied. */
async function noteDigests(pool: pg.Pool): Promise<void> {
  for (const name of await known()) {
    await pool.query('insert into cairn.migration_digests (name, digest) values ($1, $2) on conflict do nothing', [
      name,
      await digestOf(name),
    ]);
  }
}

const digestOf = async (name: string): Promise<string> =>
  createHash('sha256')
    .update(await textOf(name))
    .digest('hex');

/** What is wrong with the schema and what to do about it, or undefined when it is the one this build was made for. */
export async function schemaFault(pool: pg.Pool): Promise<string | undefined> {
  const names = await known();
  const applied = await appliedMigrations(pool);
  const newer = newerFault(names, applied);
  if (newer) return newer;
  const missing = names.filter((name) => !applied.has(name));
  if (missing.length > 0) {
    return `the database lacks the migrations ${missing.join(', ')}; run this release's migration first, or start the release that fits`;
  }
  const { rows } = await pool.query<{ name: string; digest: string }>('select name, digest from cairn.migration_digests');
  for (const { name, digest } of rows) {
    if (digest !== (await digestOf(name))) {
      return `the database was migrated by another build, whose ${name} was not this one; start that build, or restore a backup`;
    }
  }
  return undefined;
}

function newerFault(names: readonly string[], applied: ReadonlySet<string>): string | undefined {
  const newest = [...applied]
    .filter((name) => !names.includes(name))
    .toSorted()
    .at(-1);
  return newest === undefined
    ? undefined
    : `this database is at schema ${newest} of a newer release; start that release or restore a backup`;
}

async function appliedMigrations(pool: pg.Pool): Promise<Set<string>> {
  const { rows: tables } = await pool.query("select to_regclass('cairn.kysely_migration') is not null as there");
  if (!tables[0]?.there) return new Set();
  const { rows } = await pool.query('select name from cairn.kysely_migration');
  return new Set(rows.map((row: { name: string }) => row.name));
}

// Roles belong to the whole server: another database's start may make them at the same moment.
const roles = ['cairn_app', 'cairn_maintenance'];

async function prepare(pool: pg.Pool): Promise<void> {
  for (const role of roles) {
    await pool.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${role}') then
        create role ${role} nologin noinherit nosuperuser nobypassrls nocreatedb nocreaterole;
      end if;
    exception when duplicate_object or unique_violation then null; end $$`);
    // Who may not take the role yet, being no superuser, is granted it. Two starts at once may collide here: either grant serves.
    await pool.query(`do $$ begin
      if not pg_has_role('${role}', case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end) then
        execute format('grant ${role} to %I', current_user);
      end if;
    exception when unique_violation or internal_error then null; end $$`);
  }
  await pool.query('create schema if not exists cairn');
  await pool.query('create table if not exists cairn.migration_digests (name text primary key, digest text not null)');
  await enableVectors(pool);
}

/** pgvector where the server offers it and this user may create it; everything works without. */
async function enableVectors(pool: pg.Pool): Promise<void> {
  await pool.query(`do $$ begin
    if exists (select from pg_available_extensions where name = 'vector') then create extension if not exists vector; end if;
  exception when insufficient_privilege or unique_violation or duplicate_object then null; end $$`);
}
