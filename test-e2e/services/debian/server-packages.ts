import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { reachableByAll, serverAccount } from '../account.ts';
import type { ServerSource } from '../service.ts';
import { findDebianMirrors, type DebianMirrors } from './apt-sources.ts';
import { downloadPackages } from './private-apt.ts';
import { knowsProcessor, unpackPackages } from './unpack-packages.ts';

const run = promisify(execFile);

// Each with the libraries that it needs, down to libc. Left out on purpose: libllvm (only for jit) and postgresql-common.
const PACKAGES = `postgresql-17 postgresql-client-17 postgresql-17-pgvector redis-server redis-tools patchelf
  libc6 libgcc-s1 libstdc++6 libpq5 libicu76 libssl3t64 libxml2 libxslt1.1 liblzma5 zlib1g libzstd1 liblz4-1
  libldap2 libsasl2-2 libgssapi-krb5-2 libkrb5-3 libk5crypto3 libkrb5support0 libcom-err2 libkeyutils1
  libpam0g libaudit1 libcap-ng0 libselinux1 libpcre2-8-0 libsystemd0 libcap2 libuuid1
  libreadline8t64 libtinfo6 libjemalloc2 liblzf1 libatomic1 liblua5.1-0 liburing2`.split(/\s+/);

const POSTGRES = 'usr/lib/postgresql/17/bin';
const REDIS = 'usr/bin';
const PROGRAMS = [POSTGRES, 'usr/bin/redis-server', 'usr/bin/redis-cli'];

/** Why Debian's packages can't be had here, undefined when they can (or already are here). */
export async function whyNoDebianPackages(): Promise<string | undefined> {
  if (existsSync(unpackedFolder())) return undefined;
  if (process.platform !== 'linux' || !knowsProcessor()) return 'this is not Linux on amd64 or arm64';
  for (const tool of ['apt-get', 'dpkg-deb', 'tar']) {
    if (!(await isInstalled(tool))) return `there is no ${tool}`;
  }
  return machineMirrors() === undefined ? "apt's sources name no release of Debian" : undefined;
}

/**
 * Postgres 17 with pgvector and Redis 8 from Debian 13, unpacked into the user's cache folder. The first call on a machine downloads
 * about 40 MB; later ones find the folder.
 */
export async function debianServers(): Promise<ServerSource> {
  const home = unpackedFolder();
  if (!existsSync(home)) await unpackInto(home);
  if (serverAccount() !== undefined && !reachableByAll(join(home, POSTGRES))) throw new Error(`\`nobody\` cannot reach ${home}`);
  return { kind: 'binaries', postgres: join(home, POSTGRES), redis: join(home, REDIS) };
}

/** Made beside its place and moved there when whole, so that a broken run, or two at once, leave no half folder behind. */
async function unpackInto(home: string): Promise<void> {
  const mirrors = machineMirrors();
  if (mirrors === undefined) throw new Error("apt's sources name no release of Debian");
  const umask = process.umask(0o022);
  await mkdir(cacheFolder(), { recursive: true });
  const draft = await mkdtemp(`${home}.`);
  try {
    const debs = await downloadPackages(draft, mirrors, PACKAGES);
    await unpackPackages({ debs, target: join(draft, 'root'), home, programs: PROGRAMS });
    await chmod(join(draft, 'root'), 0o755);
    await rename(join(draft, 'root'), home).catch((error: unknown) => {
      if (!existsSync(home)) throw error;
    });
  } finally {
    process.umask(umask);
    await rm(draft, { recursive: true, force: true });
  }
}

/** Named after what is in it, so that another list of packages gets another folder. */
function unpackedFolder(): string {
  return join(cacheFolder(), `servers-${createHash('sha256').update(PACKAGES.join(' ')).digest('hex').slice(0, 12)}`);
}

/** A home folder of root's is closed to `nobody`, whom the servers then run as. */
function cacheFolder(): string {
  if (process.getuid?.() === 0) return '/var/cache/cairn';
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'cairn');
}

function machineMirrors(): DebianMirrors | undefined {
  const folder = '/etc/apt/sources.list.d';
  const parts = existsSync(folder) ? readdirSync(folder).filter((name) => /\.(list|sources)$/.test(name)) : [];
  const files = ['/etc/apt/sources.list', ...parts.map((name) => join(folder, name))];
  return findDebianMirrors(files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8')));
}

async function isInstalled(tool: string): Promise<boolean> {
  return await run('sh', ['-c', 'command -v "$1"', 'sh', tool]).then(
    () => true,
    () => false,
  );
}
