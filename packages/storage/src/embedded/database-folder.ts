import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Major version of the Postgres inside the embedded engine; it opens no other's folder. */
export const engineMajor = '18';

/** The folder of the database inside the data folder, and whether it is still to be made. */
export interface DatabaseFolder {
  readonly path: string;
  readonly isNew: boolean;
  /** Says that the first start made it whole. */
  complete(): void;
}

/**
 * Finds the database. A first start that was cut short left a mark, and its folder, which holds nothing yet, is made anew.
 * @throws when another major version of Postgres wrote it.
 */
export function databaseFolder(dataDir: string): DatabaseFolder {
  const path = join(dataDir, 'postgres');
  const mark = join(dataDir, 'postgres.incomplete');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (existsSync(mark)) rmSync(path, { recursive: true, force: true });
  const isNew = !existsSync(join(path, 'PG_VERSION'));
  if (isNew) {
    writeFileSync(mark, '');
    syncFolder(dataDir);
  } else refuseOtherMajor(path);
  return {
    path,
    isNew,
    complete() {
      // initdb itself never waits for the disk.
      syncTree(path);
      rmSync(mark, { force: true });
      syncFolder(dataDir);
    },
  };
}

function refuseOtherMajor(path: string): void {
  const major = readFileSync(join(path, 'PG_VERSION'), 'utf8').trim();
  if (major === engineMajor) return;
  throw new Error(
    `the embedded database in ${path} was written by Postgres ${major} and this release brings Postgres ${engineMajor}; ` +
      'export the data with the release that wrote it and import it here',
  );
}

function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() || entry.isDirectory()) syncFolder(join(entry.parentPath, entry.name));
  }
  syncFolder(path);
}

function syncFolder(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } catch (error) {
    // Windows opens no folder for this.
    if (process.platform !== 'win32') throw error;
  } finally {
    closeSync(file);
  }
}
