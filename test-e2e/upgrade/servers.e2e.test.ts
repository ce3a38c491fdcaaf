// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { claimServers } from '../product/stage.ts';
import { startProduct } from '../product/start-product.ts';
import { expectRelease, readRelease, releaseDump } from './read-release.ts';

test('a database of the release of migration 0008 is brought up to date on a server, and everything in it is read as it was', async () => {
  const servers = await claimServers();
  const client = new Client({ connectionString: servers.databaseUrl });
  await client.connect();
  await client.query(await releaseDump());
  const release = await readRelease();
  const env = { ...servers.env, CAIRN_MASTER_KEY: release.masterKey };
  const product = await startProduct({ env, account: release.account });
  try {
    const { rows } = await client.query("select name from cairn.kysely_migration where name > '0009' order by name");
    expect(rows.length).toBeGreaterThan(8);
    await expectRelease(product, release);
  } finally {
    await product.stop();
    await client.end();
    await servers.remove();
  }
});
