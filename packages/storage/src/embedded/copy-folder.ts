import { copyFile, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { syncFolder, syncTree } from './sync-tree.ts';

/** Copies tried before giving up: each fails only when a checkpoint came while it was made. */
const attempts = 20;

const control = join('global', 'pg_control');

/**
 * Copies a data folder while a process is at work in it: the copy opens with everything that was acknowledged before this was called.
 * The order makes it so. First where recovery begins, then the files, then the log last: recovery replays the log from there over
 * whatever the files were meanwhile. A checkpoint in between lets go of log that the copy needs, so then it is made anew.
 * @param to must not exist, nor be within `from`, by whichever links; the folder above it must. It is there when all of it is: until then
 *   it is in a folder beside it, made for this copy alone
 */
export async function copyDataFolder(from: string, to: string): Promise<void> {
  await refuseExisting(to);
  await requireDatabase(from);
  await refuseWithin(await realpath(from), to);
  const unfinished = await mkdtemp(`${to}.unfinished-`);
  try {
    await copyDatabase(join(from, 'postgres'), join(unfinished, 'postgres'));
    await copyTree(from, unfinished, (path) => path !== 'postgres' && !path.startsWith('postgres.'));
    await syncTree(unfinished);
    await rename(unfinished, to);
    await syncFolder(dirname(to));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function refuseExisting(to: string): Promise<void> {
  const found = await lstat(to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found) throw new Error(`${to} is there already; name a folder that is not`);
}

/** It would be copied into itself. */
async function refuseWithin(from: string, to: string): Promise<void> {
  const parent = await realpath(dirname(to)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`there is no folder ${dirname(to)} to copy into; make it first`, { cause: error }) : error;
  });
  const place = join(parent, basename(to));
  const way = relative(from, place);
  if (way === '..' || way.startsWith(`..${sep}`) || place === way) return;
  throw new Error(`${to} is within ${from}, which is to be copied; name a folder elsewhere`);
}

async function requireDatabase(from: string): Promise<void> {
  await stat(join(from, 'postgres', control)).catch((error: unknown) => {
    throw new Error(`there is no data in ${from} (CAIRN_DATA_DIR) to copy`, { cause: error });
  });
}

async function copyDatabase(from: string, to: string): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const begins = await readFile(join(from, control));
    await rm(to, { recursive: true, force: true });
    await copyTree(from, to, (path) => path !== 'pg_wal' && path !== control);
    await writeFile(join(to, control), begins, { mode: 0o600 });
    await copyTree(join(from, 'pg_wal'), join(to, 'pg_wal'), () => true);
    if (begins.equals(await readFile(join(from, control)))) return;
  }
  throw new Error('the database is too busy to be copied: it checkpointed during each of the attempts; try again in a quieter moment');
}

/** Folders, even empty ones, and files; neither sockets nor what vanishes meanwhile, which the log knows of. */
async function copyTree(from: string, to: string, isWanted: (path: string) => boolean, below = ''): Promise<void> {
  await mkdir(join(to, below), { recursive: true, mode: 0o700 });
  for (const entry of await listed(join(from, below))) {
    const path = join(below, entry.name);
    if (!isWanted(path)) continue;
    if (entry.isDirectory()) await copyTree(from, to, isWanted, path);
    else if (entry.isFile()) await unlessGone(copyFile(join(from, path), join(to, path)));
  }
}

async function listed(folder: string) {
  return (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? [];
}

async function unlessGone<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
