import type { Database } from './database/open.ts';
import type { MasterKeySet } from './sealing/master-keys.ts';
import { openRepositories, type Repositories, type RepositoryOptions } from './stores.ts';

export interface Storage {
  readonly database: Database;
  readonly repositories: Repositories;
}

/** A database with its repositories; it is closed again where these cannot be opened. @throws as `openRepositories` does */
export async function openStorage(
  open: () => Promise<Database>,
  masterKey: MasterKeySet,
  options: RepositoryOptions = {},
): Promise<Storage> {
  const database = await open();
  try {
    return { database, repositories: await openRepositories(database, masterKey, options) };
  } catch (error) {
    await database.close();
    throw error;
  }
}
