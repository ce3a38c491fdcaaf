import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Peer } from './peer.ts';

const run = promisify(execFile);

/** Kept between runs. */
const folder = fileURLToPath(new URL('../../../.cache/bench-peers/', import.meta.url));

/** Installs the peers from npm, without running a script of theirs, and gives the folder of their packages. */
export async function installPeers(peers: readonly Peer[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  const wanted = peers.map(({ name, version }) => `${name}@${version}`);
  const options = ['--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
  await run('npm', ['install', ...options, ...wanted], { cwd: folder, timeout: 120_000 });
  return `${folder}node_modules/`;
}
