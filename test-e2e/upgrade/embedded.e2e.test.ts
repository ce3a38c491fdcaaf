import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createDataFolder } from '@cairn/test-kit';
import { expect, test } from 'vitest';
import { startProduct } from '../product/start-product.ts';
import { expectRelease, readRelease, releaseDump } from './read-release.ts';

test('a data folder of the release of migration 0008 is brought up to date, and everything in it is read as it was', async () => {
  const folder = await createDataFolder();
  const engine = await PGlite.create({ dataDir: join(folder.path, 'postgres') });
  await engine.exec(await releaseDump());
  await engine.close();
  const release = await readRelease();
  const product = await startProduct({ dataDir: folder.path, account: release.account, env: { CAIRN_MASTER_KEY: release.masterKey } });
  try {
    await expectRelease(product, release);
    expect(product.output()).not.toMatch(/could not/);
  } finally {
    await product.stop();
    await folder.remove();
  }
});
