import { randomUUID } from 'node:crypto';
import { createStoreFolder, createPostgresDatabase } from '@cairn/test-kit';
import { Redis } from 'ioredis';
import type { ProductPlace } from './product.ts';

const { CAIRN_TEST_DATABASE_URL: server, CAIRN_TEST_REDIS_URL: redis } = process.env;

/** The embedded store, and the servers that the environment names. */
export const placeKinds = ['embedded', ...(server ? ['postgres' as const] : []), ...(server && redis ? ['redis' as const] : [])] as const;
export type PlaceKind = (typeof placeKinds)[number];

/** An empty place: the kind says what carries the jobs. */
export async function createPlace(kind: PlaceKind): Promise<{ readonly place: ProductPlace; remove(): Promise<void> }> {
  if (kind === 'embedded') {
    const folder = await createStoreFolder();
    return { place: { location: { kind: 'embedded', dataDir: folder.path } }, remove: () => folder.remove() };
  }
  const database = await createPostgresDatabase(server ?? '');
  const location = { kind: 'postgres', url: database.url } as const;
  if (kind === 'postgres') return { place: { location }, remove: () => database.drop() };
  const prefix = `cairn_worker_${randomUUID()}`;
  return {
    place: { location, redis: { url: redis ?? '', prefix } },
    async remove() {
      await dropKeys(prefix);
      await database.drop();
    },
  };
}

async function dropKeys(prefix: string): Promise<void> {
  const client = new Redis(redis ?? '');
  for await (const keys of client.scanStream({ match: `{${prefix}:*`, count: 1000 })) {
    if (keys.length > 0) await client.unlink(keys);
  }
  client.disconnect();
}
