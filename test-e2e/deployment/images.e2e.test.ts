// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { added } from '../knowledge/documents.ts';
import { startProxy } from '../oauth/public-address.ts';
import type { Proxy } from '../oauth/public-address.ts';
import { ended, ready } from '../oauth/services.ts';
import { call, callerFor } from '../product/caller.ts';
import { freePort } from '../product/free-port.ts';
import { postSignIn } from '../product/person.ts';
import { forServices } from '../product/service-user.ts';
import { claimServers } from '../product/stage.ts';
import { newAccount } from '../product/start-product.ts';
import { buildImage, root } from './build-image.ts';
import type { ImageFolder } from './build-image.ts';

/** What runs of each image, two of what serves people. */
const running = ['gateway', 'gateway', 'oauth', 'oauth', 'worker', 'worker', 'consent', 'dashboard'] as const;
const account = newAccount();
const images = new Map<string, ImageFolder>();
const processes: { readonly app: string; readonly port: number; readonly child: ChildProcess }[] = [];
let services: ReturnType<typeof forServices>;
let servers: Awaited<ReturnType<typeof claimServers>>;
let proxy: Proxy;
let baseUrl: string;

beforeAll(async () => {
  for (const app of ['standalone', ...new Set(running)]) images.set(app, await buildImage(app));
  servers = await claimServers();
  services = forServices(servers.databaseUrl);
  const publicPort = await freePort();
  baseUrl = `http://127.0.0.1:${publicPort}`;
  const settings = {
    ...servers.env,
    HOST: '127.0.0.1',
    CAIRN_BASE_URL: baseUrl,
    CAIRN_TRUSTED_PROXIES: 'loopback',
    CAIRN_EMBEDDING_MODEL: 'none',
  };
  await migrate({
    ...settings,
    CAIRN_SERVICE_DATABASE_URL: services.url,
    CAIRN_BOOTSTRAP_EMAIL: account.email,
    CAIRN_BOOTSTRAP_PASSWORD: account.password,
    CAIRN_BOOTSTRAP_API_KEY: account.apiKey,
  });
  for (const app of running) {
    const port = await freePort();
    processes.push({ app, port, child: launch(app, { ...settings, DATABASE_URL: services.url, PORT: String(port) }) });
  }
  await Promise.all(processes.map(({ port }) => ready(`http://127.0.0.1:${port}`)));
  proxy = await startProxy(publicPort, (path) => portsOf(serviceOf(path)));
}, 600_000);

afterAll(async () => {
  await Promise.all(processes.map(({ child }) => ended(child)));
  proxy.stop();
  await servers.remove();
  await dropUser(services.name);
  for (const image of images.values()) image.remove();
});

interface LaunchOptions {
  readonly command?: readonly string[];
  /** Where what it says goes. */
  readonly stderr?: 'inherit' | 'pipe';
}

function launch(app: string, env: Readonly<Record<string, string>>, { command, stderr = 'inherit' }: LaunchOptions = {}): ChildProcess {
  const image = images.get(app) as ImageFolder;
  const [, ...args] = command ?? image.command;
  return spawn(process.execPath, args, { cwd: image.path, env: { ...image.env, ...env }, stdio: ['ignore', 'ignore', stderr] });
}

/** Once nothing of its database is left, since users belong to the whole server. */
async function dropUser(name: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['CAIRN_TEST_DATABASE_URL'] });
  await client.connect();
  await client.query(`drop role ${name}`);
  await client.end();
}

async function migrate(env: Readonly<Record<string, string>>): Promise<void> {
  const child = launch('standalone', env, { command: ['node', 'dist/migrate.js'] });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`the migration ended with ${String(code)}`);
}

const caddyfile = readFileSync(`${root}docker/Caddyfile`, 'utf8');

/** As `docker/Caddyfile` has it, whose first match decides. */
function serviceOf(path: string): string {
  for (const [, service = '', patterns = ''] of caddyfile.matchAll(/@(\w+) path (.+)/g)) {
    if (patterns.split(' ').some((pattern) => matches(path, pattern))) return service;
  }
  return 'gateway';
}

const matches = (path: string, pattern: string): boolean =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

const portsOf = (service: string): readonly number[] => processes.filter(({ app }) => app === service).map(({ port }) => port);

test('there is a Dockerfile for each app, and each builds', () => {
  const apps = readdirSync(`${root}apps`).toSorted();
  expect(readdirSync(`${root}docker`).filter((name) => name.endsWith('.Dockerfile'))).toEqual(apps.map((app) => `${app}.Dockerfile`));
  expect([...images.keys()].toSorted()).toEqual(apps);
});

test('what is built holds no source, no test and no other platform', () => {
  for (const { path } of images.values()) {
    const files = readdirSync(path, { recursive: true, encoding: 'utf8' });
    // The scripts of the pages travel as they are, and are made ready for browsers when they are served.
    const own = files.filter((file) => !file.includes('node_modules/') || file.includes('node_modules/@cairn/'));
    expect(own.filter((file) => /(?<!\.d)\.ts$/.test(file) && !file.includes('src/page/'))).toEqual([]);
    expect(own.filter((file) => /\.test\./.test(file))).toEqual([]);
    expect(files.filter((file) => /napi-v6\/(?:darwin|win32)$/.test(file))).toEqual([]);
  }
});

test('the images together are the product', async () => {
  const caller = callerFor(baseUrl, account.apiKey);
  expect((await postSignIn(baseUrl, account)).status).toBe(200);
  await caller.tool('save_memory', { content: 'built into images' });
  const { body } = await caller.tool('get_memories', {});
  expect(body.result.memories).toMatchObject([{ content: 'built into images' }]);
  const id = await added(caller, 'harbour.md', '# Harbour\n\nThe harbour opens at dawn.');
  const found = await caller.rest('POST', '/v1/knowledge/search', { query: 'When does the harbour open?' });
  expect(found.body).toMatchObject({ answer: 'The harbour opens at dawn. [1]', citations: [{ document_id: id }] });
  for (const path of ['/oauth/consent', '/invitation']) {
    const page = await call(`${baseUrl}${path}`);
    expect([path, page.status, page.headers.get('content-security-policy')]).toEqual([
      path,
      200,
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
  }
  const dashboard = await call(`${baseUrl}/`);
  expect([dashboard.status, dashboard.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  expect((await call(`${baseUrl}/.well-known/oauth-authorization-server`)).body).toMatchObject({
    issuer: expect.stringContaining(baseUrl),
  });
});

test.each(['gateway', 'worker'])('a %s whose user cannot keep the queue says that REDIS_URL has to be set, and ends', async (app) => {
  const child = launch(
    app,
    { ...servers.env, REDIS_URL: '', DATABASE_URL: services.url, PORT: String(await freePort()) },
    { stderr: 'pipe' },
  );
  const [told, code] = await Promise.all([text(child.stderr as Readable), new Promise((resolve) => child.once('exit', resolve))]);
  expect([code, told]).toEqual([
    1,
    expect.stringMatching(new RegExp(`^REDIS_URL: it is not set, and the database user ${services.name} may not`, 'm')),
  ]);
});

test('each process ends with 0 when it is told to', async () => {
  expect(await Promise.all(processes.map(({ child }) => ended(child)))).toEqual(running.map(() => 0));
});
