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
import type { PackageList } from './private-apt.ts';
import { knowsProcessor, unpackPackages } from './unpack-packages.ts';

const run = promisify(execFile);

/** Programs of one release of Debian that are unpacked together. */
interface ServerSet extends PackageList {
  /** What its folder is called, before the digest of what is in it. */
  readonly name: string;
  /** Folders or files of programs. */
  readonly programs: readonly string[];
}

const POSTGRES = 'usr/lib/postgresql/17/bin';
const REDIS = 'usr/bin';

// Each with the libraries that it needs, down to libc. Left out on purpose: libllvm (only for jit) and postgresql-common.
const SERVERS: ServerSet = {
  name: 'servers',
  release: 'trixie',
  packages: `postgresql-17 postgresql-client-17 postgresql-17-pgvector redis-server redis-tools valkey-server valkey-tools patchelf
    libc6 libgcc-s1 libstdc++6 libpq5 libicu76 libssl3t64 libxml2 libxslt1.1 liblzma5 zlib1g libzstd1 liblz4-1
    libldap2 libsasl2-2 libgssapi-krb5-2 libkrb5-3 libk5crypto3 libkrb5support0 libcom-err2 libkeyutils1
    libpam0g libaudit1 libcap-ng0 libselinux1 libpcre2-8-0 libsystemd0 libcap2 libuuid1
    libreadline8t64 libtinfo6 libjemalloc2 liblzf1 libatomic1 liblua5.1-0 liburing2`.split(/\s+/),
  programs: [POSTGRES, ...['redis-server', 'redis-cli', 'valkey-server'].map((name) => join(REDIS, name))],
};

const REDIS_7: ServerSet = {
  name: 'redis-7',
  release: 'bookworm',
  packages: `redis-server redis-tools patchelf libc6 libgcc-s1 libstdc++6 libssl3 libjemalloc2 liblzf1 libatomic1 libsystemd0 libcap2
    libgcrypt20 libgpg-error0 liblzma5 libzstd1 liblz4-1`.split(/\s+/),
  programs: [join(REDIS, 'redis-server')],
};

/** Why Debian's packages can't be had here, undefined when they can (or already are here). */
export async function whyNoDebianPackages(): Promise<string | undefined> {
  if ([SERVERS, REDIS_7].every((set) => existsSync(unpackedFolder(set)))) return undefined;
  if (process.platform !== 'linux' || !knowsProcessor()) return 'this is not Linux on amd64 or arm64';
  for (const tool of ['apt-get', 'dpkg-deb', 'tar']) {
    if (!(await isInstalled(tool))) return `there is no ${tool}`;
  }
  return machineMirrors() === undefined ? "apt's sources name no release of Debian" : undefined;
}

/**
 * Postgres 17 with pgvector, Redis 8 and Valkey 8 from Debian 13 and Redis 7 from Debian 12, unpacked into the user's cache folder. The
 * first call on a machine downloads about 50 MB; later ones find the folders.
 */
export async function debianServers(): Promise<ServerSource> {
  const servers = await unpacked(SERVERS);
  const redis7 = await unpacked(REDIS_7);
  return {
    kind: 'binaries',
    postgres: join(servers, POSTGRES),
    redis: join(servers, REDIS),
    others: { 'redis 7': join(redis7, REDIS), 'valkey 8': join(servers, REDIS) },
  };
}

/** The folder in which the set is, after it was put there where it was not. */
async function unpacked(set: ServerSet): Promise<string> {
  const home = unpackedFolder(set);
  if (!existsSync(home)) await unpackInto(home, set);
  if (serverAccount() !== undefined && !reachableByAll(home)) throw new Error(`\`nobody\` cannot reach ${home}`);
  return home;
}

/** Made beside its place and moved there when whole, so that a broken run, or two at once, leave no half folder behind. */
async function unpackInto(home: string, set: ServerSet): Promise<void> {
  const mirrors = machineMirrors();
  if (mirrors === undefined) throw new Error("apt's sources name no release of Debian");
  const umask = process.umask(0o022);
  await mkdir(cacheFolder(), { recursive: true });
  const draft = await mkdtemp(`${home}.`);
  try {
    const debs = await downloadPackages(draft, mirrors, set);
    await unpackPackages({ debs, target: join(draft, 'root'), home, programs: set.programs });
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
function unpackedFolder({ name, packages }: ServerSet): string {
  return join(cacheFolder(), `${name}-${createHash('sha256').update(packages.join(' ')).digest('hex').slice(0, 12)}`);
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
