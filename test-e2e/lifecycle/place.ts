import { createDataFolder } from '@cairn/test-kit';
import { freePort } from '../product/free-port.ts';
import { claimServers } from '../product/stage.ts';
import { newAccount, startProduct } from '../product/start-product.ts';
import type { Account, Product } from '../product/start-product.ts';

/** Where a product lives over several starts: its data, its port and its first account. */
export interface Place {
  readonly account: Account;
  readonly port: number;
  start(env?: Readonly<Record<string, string>>): Promise<Product>;
  remove(): Promise<void>;
}

export async function embeddedPlace(): Promise<Place> {
  const folder = await createDataFolder();
  return placeOf({ env: {}, dataDir: folder.path, remove: () => folder.remove() });
}

/** On the servers that `CAIRN_TEST_DATABASE_URL` and `CAIRN_TEST_REDIS_URL` name. */
export async function serverPlace(): Promise<Place> {
  const folder = await createDataFolder();
  const servers = await claimServers();
  return placeOf({
    env: servers.env,
    dataDir: folder.path,
    async remove() {
      await servers.remove();
      await folder.remove();
    },
  });
}

interface Ground {
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  remove(): Promise<void>;
}

async function placeOf({ env, dataDir, ...ground }: Ground): Promise<Place> {
  const account = newAccount();
  const port = await freePort();
  return {
    account,
    port,
    start: (more = {}) => startProduct({ env: { ...env, ...more }, dataDir, account, port }),
    remove: () => ground.remove(),
  };
}
