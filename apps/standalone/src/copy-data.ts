import { resolve } from 'node:path';
import { readOrExit, startOrExit } from '@cairn/service-kit';
import { copyDataFolder } from '@cairn/storage';
import { loadConfig } from './config.ts';

// Copies the data folder of a process that runs: `copy-data.ts <folder that is not there yet>`.
await startOrExit(async () => {
  const { data } = readOrExit(loadConfig, process.env);
  const [to, more] = process.argv.slice(2);
  if (data.kind !== 'embedded') throw new Error('DATABASE_URL is set: the data is on a server, which pg_dump copies');
  if (to === undefined) throw new Error('name the folder to copy to; it must not be there yet');
  if (more !== undefined) throw new Error(`one folder is copied to, and ${more} is a second; give one`);
  await copyDataFolder(resolve(data.dataDir), resolve(to));
  process.stdout.write(`The data is in ${resolve(to)}, with its master key: keep that as safe as the data.\n`);
});
