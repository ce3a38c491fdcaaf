import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DebianMirrors } from './apt-sources.ts';

const run = promisify(execFile);
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const LARGE = 64 * 1024 * 1024;

/** Packages of a release, by its code name. */
export interface PackageList {
  readonly release: string;
  readonly packages: readonly string[];
}

/**
 * Downloads packages of one release of Debian, whatever release this machine has, through an apt world of its own: own lists, an empty
 * status, nothing of the machine's apt is read but its mirrors and proxies, and nothing of it is changed. apt checks the signatures.
 *
 * @param folder an empty folder for the world
 * @returns the folder with the `.deb` files
 */
export async function downloadPackages(folder: string, mirrors: DebianMirrors, { release, packages }: PackageList): Promise<string> {
  const debs = join(folder, 'debs');
  for (const path of ['lists/partial', 'archives/partial', 'debs']) await mkdir(join(folder, path), { recursive: true });
  await writeFile(join(folder, 'status'), '');
  await writeFile(join(folder, 'sources.list'), sourceLines(mirrors, release));
  await writeFile(join(folder, 'apt.conf'), configuration(folder));
  const options = { env: { ...process.env, APT_CONFIG: join(folder, 'apt.conf'), LC_ALL: 'C' }, maxBuffer: LARGE, cwd: debs };
  await run('apt-get', ['update', '--error-on=any'], options);
  await run('apt-get', ['download', ...packages], options);
  return debs;
}

function sourceLines({ archive, security }: DebianMirrors, release: string): string {
  return sourceLine(archive, release) + (security === undefined ? '' : sourceLine(security, `${release}-security`));
}

function sourceLine(uri: string, suite: string): string {
  return `deb [signed-by=${KEYRING}] ${uri} ${suite} main\n`;
}

function configuration(folder: string): string {
  return `Dir::Etc::sourcelist "${folder}/sources.list";
Dir::Etc::sourceparts "-";
Dir::State::lists "${folder}/lists";
Dir::State::status "${folder}/status";
Dir::Cache::archives "${folder}/archives";
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
Acquire::Languages "none";
APT::Sandbox::User "";
`;
}
