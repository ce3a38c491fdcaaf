import { resolve } from 'node:path';
import { namingSetting } from '@cairn/service-kit';
import { openDatabase, openRepositories, WrongMasterKey, type Database, type Repositories, type RepositoryOptions } from '@cairn/storage';
import type { DataPlace } from './config.ts';
import { makeFolder } from './make-folder.ts';
import { masterKeyIn } from './master-key-file.ts';

export interface OpenData {
  readonly database: Database;
  readonly repositories: Repositories;
}

/** Opens the database, brings its schema up to date and unlocks it. */
export async function openData(place: DataPlace, onWarning: (message: string) => void, options: RepositoryOptions = {}): Promise<OpenData> {
  if (place.kind === 'postgres') {
    const database = await namingSetting('DATABASE_URL', openDatabase({ location: place, migrate: true, onWarning }));
    return unlocked(database, () => openRepositories(database, place.masterKey, options));
  }
  const dataDir = resolve(place.dataDir);
  await namingSetting('CAIRN_DATA_DIR', makeFolder(dataDir));
  const database = await namingSetting(
    'CAIRN_DATA_DIR',
    openDatabase({ location: { kind: 'embedded', dataDir }, migrate: true, onWarning }),
  );
  return unlocked(database, () => unlockFolder(database, { dataDir, given: place.masterKey, options }));
}

interface Locked {
  readonly dataDir: string;
  readonly given: Uint8Array | undefined;
  readonly options: RepositoryOptions;
}

async function unlockFolder(database: Database, { dataDir, given, options }: Locked): Promise<Repositories> {
  if (given) return openRepositories(database, given, options);
  const file = await masterKeyIn(dataDir);
  try {
    return await openRepositories(database, file.key, options);
  } catch (error) {
    if (!(error instanceof WrongMasterKey) || !file.isNew) throw error;
    await file.remove();
    throw new Error(`the data in ${dataDir} was sealed with a master key that is not there; put master.key back or set CAIRN_MASTER_KEY`, {
      cause: error,
    });
  }
}

async function unlocked(database: Database, unlock: () => Promise<Repositories>): Promise<OpenData> {
  try {
    return { database, repositories: await unlock() };
  } catch (error) {
    await database.close();
    throw error;
  }
}
