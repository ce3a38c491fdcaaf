import { resolve } from 'node:path';
import { readOrExit, startOrExit } from '@cairn/service-kit';
import { loadAddresses } from './config.ts';
import { writeStatic } from './write-static.ts';

// Writes the dashboard as files for a static host: `build.ts <folder>`.
await startOrExit(async () => {
  const addresses = readOrExit(loadAddresses, process.env);
  const [folder = 'dashboard'] = process.argv.slice(2);
  const written = await writeStatic(resolve(folder), addresses);
  process.stdout.write(
    `${written.length} files in ${resolve(folder)}; serve it as the root of ${addresses.appUrl} with the headers of _headers and the paths of _redirects\n`,
  );
});
