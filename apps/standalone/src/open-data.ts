import { resolve } from 'node:path';
import { loadMasterKeys, namingSetting, type MasterKeyConfig } from '@cairn/service-kit';
import { WrongMasterKey } from '@cairn/core';
import { keepAuditFor, openDatabase, openRepositories, rotateMasterKey } from '@cairn/storage';
import type { Database, MasterKeyChange, Repositories, RepositoryOptions } from '@cairn/storage';
import type { DataPlace } from './config.ts';
import { makeFolder } from './make-folder.ts';
import { masterKeyIn, type MasterKeyFile } from './master-key-file.ts';

export interface OpenData {
  readonly database: Database;
  readonly repositories: Repositories;
}

export interface OpenDataOptions extends RepositoryOptions {
  /** Days for which the audit is kept at the least; for ever when undefined. */
  readonly auditDays: number | undefined;
  readonly onWarning: (message: string) => void;
}

/** Opens the database, brings its schema up to date, says how long its audit is kept, and unlocks it. */
export async function openData(place: DataPlace, { auditDays, onWarning, ...options }: OpenDataOptions): Promise<OpenData> {
  const database = await openPlace(place, onWarning);
  return closingUnless(database, async () => {
    await keepAuditFor(database, auditDays);
    if (place.kind === 'postgres')
      return { database, repositories: await openRepositories(database, await loadMasterKeys(place.masterKey), options) };
    return { database, repositories: await unlockFolder(database, { dataDir: resolve(place.dataDir), config: place.masterKey, options }) };
  });
}

/** Puts the master key that is set in the place of the one that is set as the previous one: see `rotateMasterKey`. */
export async function changeMasterKey(place: DataPlace, onWarning: (message: string) => void): Promise<MasterKeyChange> {
  const database = await openPlace(place, onWarning);
  try {
    const keys = await loadMasterKeys(place.masterKey);
    // Refuses keys that are not those of the database.
    await openRepositories(database, keys);
    return await rotateMasterKey(database, keys);
  } finally {
    await database.close();
  }
}

async function openPlace(place: DataPlace, onWarning: (message: string) => void): Promise<Database> {
  if (place.kind === 'postgres') return namingSetting('DATABASE_URL', openDatabase({ location: place, migrate: true, onWarning }));
  const dataDir = resolve(place.dataDir);
  await namingSetting('CAIRN_DATA_DIR', makeFolder(dataDir));
  return namingSetting('CAIRN_DATA_DIR', openDatabase({ location: { kind: 'embedded', dataDir }, migrate: true, onWarning }));
}

interface Locked {
  readonly dataDir: string;
  readonly config: MasterKeyConfig;
  readonly options: RepositoryOptions;
}

async function unlockFolder(database: Database, { dataDir, config, options }: Locked): Promise<Repositories> {
  let file: MasterKeyFile | undefined;
  const keys = await loadMasterKeys(config, async () => {
    file = await masterKeyIn(dataDir);
    return file.key;
  });
  try {
    const repositories = await openRepositories(database, keys, options);
    // Nobody else is on this database: nobody has to learn of the new key first.
    if (keys.others.length > 0) await rotateMasterKey(database, keys);
    return repositories;
  } catch (error) {
    if (!(error instanceof WrongMasterKey) || !file?.isNew) throw error;
    await file.remove();
    throw new Error(`the data in ${dataDir} was sealed with a master key that is not there; put master.key back or set CAIRN_MASTER_KEY`, {
      cause: error,
    });
  }
}

async function closingUnless(database: Database, unlock: () => Promise<OpenData>): Promise<OpenData> {
  try {
    return await unlock();
  } catch (error) {
    await database.close();
    throw error;
  }
}
