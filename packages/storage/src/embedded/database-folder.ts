import { access, constants, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
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

const unfinishedPrefix = 'postgres.unfinished-';

/**
 * The folder of a complete database, made on the first start. A new one is made beside its place and then moved there in
 * one step, so a start that is cut short leaves nothing that the next could take for a database.
 */
export async function databaseFolder(dataDir: string, durable: boolean): Promise<string> {
  const folder = join(dataDir, 'postgres');
  await clearUnfinished(dataDir);
  if (await holdsDatabase(folder)) return folder;
  const unfinished = await mkdtemp(join(dataDir, unfinishedPrefix));
  await initialise({ folder: unfinished, durable });
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
  if (durable) await syncFolder(dataDir);
  return folder;
}

/** What starts that were cut short left. Of the last one a process may still be writing, for a moment: that is left for the next start. */
async function clearUnfinished(dataDir: string): Promise<void> {
  const left = (await readdir(dataDir)).filter((name) => name.startsWith(unfinishedPrefix));
  await Promise.all(left.map((name) => rm(join(dataDir, name), { recursive: true, force: true }).catch(() => {})));
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
