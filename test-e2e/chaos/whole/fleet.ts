import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ready, runToEnd } from '../../oauth/services.ts';
import { startProxy } from '../../oauth/public-address.ts';
import { freePort } from '../../product/free-port.ts';
import { signIn } from '../../product/person.ts';
import type { Person } from '../../product/person.ts';
import { forServices } from '../../product/service-user.ts';
import { serverSettings } from '../../product/stage.ts';
import { newAccount } from '../../product/start-product.ts';
import { startPostgres, startRedis } from '../../services/index.ts';
import type { Service } from '../../services/index.ts';
import { createSmallDisk } from './small-disk.ts';
import type { SmallDisk } from './small-disk.ts';

export type Kind = 'gateway' | 'oauth' | 'worker';

/** One process of the fleet. */
export interface Member {
  readonly kind: Kind;
  readonly baseUrl: string;
  /** How it ended, when nobody here ended it. */
  died(): string | undefined;
  /** What it holds in memory when it is rid of what nobody needs any more, in MiB. */
  heldMemory(): Promise<number>;
  /** As a crash would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Two gateways, two workers and an authorization server on a Postgres and a Redis of their own, of which everything may be ended. */
export interface Fleet {
  readonly postgres: Service;
  readonly redis: Service;
  /** That Postgres writes to. */
  readonly disk: SmallDisk;
  /** As whom every member connects. */
  readonly databaseUser: string;
  readonly members: readonly Member[];
  readonly person: Person;
  of(kind: Kind): readonly Member[];
  /** Ends one and puts another in its place, on the same port; its clock may jump by so many milliseconds once it runs. */
  replace(member: Member, clockJumpMs?: number): Promise<void>;
  remove(): Promise<void>;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const jumpingClock = new URL('jumping-clock.mjs', import.meta.url).href;
const measuredMemory = new URL('measured-memory.mjs', import.meta.url).href;

/** On a small disk the log must not take all of it. */
const boundedLog = { max_wal_size: '96MB', min_wal_size: '64MB' };

export async function createFleet(): Promise<Fleet> {
  const disk = await createSmallDisk();
  const [postgres, redis, publicPort] = await Promise.all([
    startPostgres({ settings: boundedLog, ...(disk.folder !== undefined && { dataFolder: disk.folder }) }),
    startRedis(),
    freePort(),
  ]);
  const account = newAccount();
  const baseUrl = `http://127.0.0.1:${publicPort}`;
  const services = forServices(postgres.url);
  const settings = {
    ...serverSettings({ databaseUrl: postgres.url, redisUrl: redis.url }),
    CAIRN_BASE_URL: baseUrl,
    CAIRN_RATE_LIMIT_FREE: '10000000',
    CAIRN_EMBEDDING_MODEL: 'none',
    CAIRN_LOG_LEVEL: 'error',
  };
  const { email, password, apiKey } = account;
  await runToEnd('apps/standalone/src/migrate.ts', {
    ...settings,
    CAIRN_SERVICE_DATABASE_URL: services.url,
    CAIRN_BOOTSTRAP_EMAIL: email,
    CAIRN_BOOTSTRAP_PASSWORD: password,
    CAIRN_BOOTSTRAP_API_KEY: apiKey,
  });
  await disk.prepare(postgres);
  const env = { ...settings, DATABASE_URL: services.url };
  const kinds: readonly Kind[] = ['gateway', 'gateway', 'worker', 'worker', 'oauth'];
  let members: readonly Member[] = await Promise.all(kinds.map(async (kind) => startMember(kind, env, await freePort())));
  await Promise.all(members.map((member) => ready(member.baseUrl)));
  const portsOf = (kind: Kind) => members.filter((one) => one.kind === kind).map((one) => Number(new URL(one.baseUrl).port));
  const proxy = await startProxy(publicPort, (path) => portsOf(/^\/(?:oauth|auth)\//.test(path) ? 'oauth' : 'gateway'));
  const person = await signIn({ baseUrl, account });
  return {
    postgres,
    redis,
    disk,
    databaseUser: services.name,
    get members() {
      return members;
    },
    person,
    of: (kind) => members.filter((member) => member.kind === kind),
    async replace(member, clockJumpMs = 0) {
      await member.kill();
      const next = startMember(member.kind, { ...env, CLOCK_JUMP_MS: String(clockJumpMs) }, Number(new URL(member.baseUrl).port));
      members = members.map((one) => (one === member ? next : one));
      await ready(next.baseUrl);
    },
    async remove() {
      proxy.stop();
      await Promise.all(members.map((member) => member.stop()));
      await Promise.all([postgres.remove(), redis.remove()]);
      await disk.remove();
    },
  };
}

function startMember(kind: Kind, env: Readonly<Record<string, string>>, port: number): Member {
  const { PATH = '', HOME = '' } = process.env;
  const clock = env['CLOCK_JUMP_MS'] === undefined ? [] : ['--import', jumpingClock];
  const measured = ['--expose-gc', '--import', measuredMemory];
  const child: ChildProcess = spawn(process.execPath, ['--conditions=@cairn/source', ...measured, ...clock, `apps/${kind}/src/main.ts`], {
    cwd: root,
    env: { PATH, HOME, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let isEnded = false;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    isEnded = true;
    child.kill(signal);
    await gone;
  };
  return {
    kind,
    baseUrl: `http://127.0.0.1:${port}`,
    died: () =>
      !isEnded && (child.exitCode !== null || child.signalCode !== null) ? `${kind} ${child.exitCode ?? child.signalCode}` : undefined,
    async heldMemory() {
      const told = once(child, 'message');
      child.send('memory');
      const [{ held }] = (await told) as [{ readonly held: number }];
      return held / 1024 ** 2;
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
