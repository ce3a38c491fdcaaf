import { createStoreFolder, createPostgresDatabase, type OpenStore } from '@cairn/test-kit';
import { openDatabase, type Database } from '../database/open.ts';
import { openRepositories, type Repositories, type RepositoryOptions } from '../stores.ts';

/** Both kinds of database; a real server when the environment names one. */
export const backends = ['embedded', ...(process.env['CAIRN_TEST_DATABASE_URL'] ? (['postgres'] as const) : [])] as const;
export type Backend = (typeof backends)[number];

export interface TestStore extends OpenStore {
  readonly ports: Repositories;
  readonly database: Database;
}

/** An empty, migrated database of that kind with its repositories. */
export async function openStore(backend: Backend, options: RepositoryOptions = {}): Promise<TestStore> {
  const place = backend === 'embedded' ? await openInFolder() : await openOnServer();
  const { database } = place;
  return {
    database,
    ports: await openRepositories(database, Buffer.alloc(32, 7), options),
    close: async () => {
      await database.close();
      await place.remove();
    },
  };
}

async function openInFolder(): Promise<{ database: Database; remove(): Promise<void> }> {
  const folder = await createStoreFolder();
  const location = { kind: 'embedded', dataDir: folder.path } as const;
  return { database: await openDatabase({ location, migrate: true, onWarning: fail }), remove: () => folder.remove() };
}

async function openOnServer(): Promise<{ database: Database; remove(): Promise<void> }> {
  const created = await createPostgresDatabase(process.env['CAIRN_TEST_DATABASE_URL'] as string);
  const location = { kind: 'postgres', url: created.url } as const;
  return { database: await openDatabase({ location, migrate: true, onWarning: fail }), remove: () => created.drop() };
}

function fail(message: string): void {
  throw new Error(message);
}
