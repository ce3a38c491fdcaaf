// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL, and the programs in CAIRN_TEST_POSTGRES_BIN.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { claimServers } from '../product/stage.ts';
import { dumped } from '../services/dump.ts';
import { secretsSuite } from './secrets.ts';

secretsSuite(async () => {
  const servers = await claimServers();
  return {
    env: servers.env,
    async read(dataDir) {
      const entries = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
      const files = await Promise.all(entries.map(({ parentPath, name }) => readFile(join(parentPath, name))));
      return [await dumped(servers.databaseUrl), ...files];
    },
    remove: () => servers.remove(),
  };
});
