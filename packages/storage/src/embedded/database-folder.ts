import { access, constants, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { postgresMajor } from './engine-settings.ts';
import { EmbeddedDatabaseError } from './errors.ts';
import { initialise } from './initialise.ts';
import { syncFolder } from './sync-tree.ts';

/** Makes the data folder, for its owner only, and sees whether it can be written to. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await access(dataDir, constants.W_OK | constants.X_OK);
}

/**
 * The folder of a complete database, made on the first start. A new one is made beside its place and then moved there in
 * one step, so a start that is cut short leaves nothing that the next could take for a database.
 */
export async function databaseFolder(dataDir: string, durable: boolean): Promise<string> {
  const folder = join(dataDir, 'postgres');
  if (await holdsDatabase(folder)) return folder;
  const unfinished = join(dataDir, 'postgres.unfinished');
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await initialise({ folder: unfinished, durable });
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
  if (durable) await syncFolder(dataDir);
  return folder;
}

/** @throws EmbeddedDatabaseError when it holds something else, or a database that this Postgres cannot read. */
async function holdsDatabase(folder: string): Promise<boolean> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries.length === 0) return false;
  if (!entries.includes('PG_VERSION')) {
    throw new EmbeddedDatabaseError('DATABASE_WILL_NOT_OPEN', `${folder} is not a database folder: it holds files but no PG_VERSION`);
  }
  refuseOtherMajor(folder, (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim());
  return true;
}

function refuseOtherMajor(folder: string, major: string): void {
  if (major === String(postgresMajor)) return;
  throw new EmbeddedDatabaseError(
    'POSTGRES_MAJOR_MISMATCH',
    `the database in ${folder} was made by Postgres ${major} and this release brings Postgres ${postgresMajor}: ` +
      'start the release that made it, dump its data, and restore the dump into an empty data folder of this release',
  );
}
