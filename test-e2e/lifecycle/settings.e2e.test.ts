import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createDataFolder } from '@cairn/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../product/free-port.ts';
import { runProduct } from '../product/start-product.ts';

let folder: Awaited<ReturnType<typeof createDataFolder>>;
beforeAll(async () => {
  folder = await createDataFolder();
});
afterAll(() => folder.remove());

const root = fileURLToPath(new URL('../../', import.meta.url));
const key = Buffer.alloc(32, 7).toString('base64');

/** One bad value for each setting, and a word of what it takes. */
const bad: readonly [string, string, RegExp][] = [
  ['PORT', '0', /port/],
  ['HOST', 'no host!', /host/],
  ['CAIRN_BASE_URL', 'ftp://files.example', /http/],
  ['CAIRN_APP_URL', 'example', /http/],
  ['CAIRN_ALLOWED_ORIGINS', 'https://a.example/path', /origin/],
  ['CAIRN_ALLOWED_HOSTS', 'https://a.example', /host/],
  ['CAIRN_TRUSTED_PROXIES', '0.0.0.0/0', /CIDR|address/],
  ['DATABASE_URL', 'mysql://root:hunter2@db/x', /postgres:\/\//],
  ['REDIS_URL', 'redis://hunter2@redis/perhaps', /database number/],
  ['CAIRN_MASTER_KEY', 'hunter2', /32 bytes/],
  ['CAIRN_BOOTSTRAP_EMAIL', 'hunter2', /e-mail/],
  ['CAIRN_BOOTSTRAP_PASSWORD', 'hunter2', /8 characters/],
  ['CAIRN_BOOTSTRAP_API_KEY', 'cairn_hunter2', /48 characters/],
  ['CAIRN_RATE_LIMIT_FREE', '9'.repeat(20), /whole number from 1 to 9+/],
  ['CAIRN_RATE_LIMIT_PREMIUM', '-1', /whole number/],
  ['CAIRN_LOG_LEVEL', 'loud', /debug/],
  ['CAIRN_MCP_SESSIONS', 'perhaps', /true/],
  ['CAIRN_MAX_UPLOAD_BYTES', '999999999', /whole number from 1 to 134217728/],
];

describe('bad settings', () => {
  test('stop the start with one line for each, which names it, says what it takes, and repeats no value', async () => {
    const { code, output } = await runProduct({
      ...Object.fromEntries(bad.map(([name, value]) => [name, value])),
      CAIRN_DATA_DIR: folder.path,
    });
    expect(code).toBe(1);
    const lines = output.trim().split('\n');
    expect(lines).toHaveLength(bad.length);
    for (const [name, , takes] of bad) {
      const line = lines.find((each) => each.startsWith(`${name} `));
      expect([name, line]).toEqual([name, expect.stringMatching(takes)]);
    }
    expect(output).not.toMatch(/hunter2|perhaps/);
    expect(output).not.toMatch(/\bat .*:\d+:\d+/);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    [
      'a server without a master key',
      { DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/x' },
      /^CAIRN_MASTER_KEY must be set when DATABASE_URL is: 32 bytes in base64.*$/,
    ],
    [
      'a master key of 31 bytes',
      { CAIRN_MASTER_KEY: Buffer.alloc(31).toString('base64') },
      /^CAIRN_MASTER_KEY must be 32 bytes in base64.*$/,
    ],
    [
      'metrics at the port of the service',
      { PORT: '18787', CAIRN_METRICS_PORT: '18787' },
      /^CAIRN_METRICS_PORT must be another port than PORT$/,
    ],
    [
      'one token for metrics and for whoever runs the service',
      { CAIRN_METRICS_TOKEN: 'hunter2-'.repeat(4), CAIRN_OPERATOR_TOKEN: 'hunter2-'.repeat(4) },
      /^CAIRN_METRICS_TOKEN must be another than CAIRN_OPERATOR_TOKEN: what reads metrics with it could set passwords$/,
    ],
    ['an address that is not of this machine', { HOST: '203.0.113.7' }, /^HOST: 203\.0\.113\.7 is not an address of this machine$/],
  ])('%s', async (_kind, env, line) => {
    const { code, output } = await runProduct({ CAIRN_DATA_DIR: folder.path, PORT: String(await freePort()), ...env });
    expect([code, output.trim()]).toEqual([1, expect.stringMatching(line)]);
    expect(output).not.toContain('hunter2');
  });
});

/** Files and folders that are not what they should be, pairs of which one half is missing, and a name that is none. */
const wrongEverywhere = (): Readonly<Record<string, string>> => ({
  PORT: '99999',
  CAIRN_TLS_CERT_FILE: '/nowhere/cairn.crt',
  CAIRN_AI_BASE_URL: 'http://127.0.0.1:1/v1',
  CAIRN_MASTER_KEY: key,
  CAIRN_MASTER_KEY_FILE: '/nowhere/master.key',
  CAIRN_MASTER_KEY_PREVIOUS_FILE: '/nowhere/previous.key',
  CAIRN_AUDIT_DIR: join(folder.path, 'plain', 'audit'),
  CAIRN_DATA_DIR: join(folder.path, 'plain'),
  CAIRN_APP_URL: 'example',
  CAIRN_RATE_LIMT_FREE: '5',
});

const ofKeys = ['CAIRN_MASTER_KEY_FILE', 'CAIRN_MASTER_KEY_PREVIOUS_FILE'];
const ofWeb = ['CAIRN_APP_URL', 'CAIRN_TLS_CERT_FILE', 'CAIRN_TLS_KEY_FILE'];

describe('the start of an app', () => {
  beforeAll(() => writeFile(join(folder.path, 'plain'), ''));

  test.each([
    ['standalone', [...ofKeys, ...ofWeb, 'CAIRN_AI_MODEL', 'CAIRN_AUDIT_DIR', 'CAIRN_DATA_DIR']],
    ['gateway', [...ofKeys, ...ofWeb, 'CAIRN_AI_MODEL', 'CAIRN_AUDIT_DIR', 'DATABASE_URL']],
    ['oauth', [...ofKeys, ...ofWeb, 'DATABASE_URL']],
    ['worker', [...ofKeys, 'CAIRN_AI_MODEL', 'CAIRN_AUDIT_DIR', 'DATABASE_URL']],
    ['consent', ['CAIRN_APP_URL', 'CAIRN_BASE_URL']],
    ['dashboard', ['CAIRN_APP_URL', 'CAIRN_BASE_URL']],
  ])('%s tells all that is wrong with its settings at once, and of a misspelt one', async (app, names) => {
    const { code, told } = await started(app, wrongEverywhere());
    expect([code, told.map((line) => line.replace(/ .*/, '')).toSorted()]).toEqual([
      1,
      ['CAIRN_RATE_LIMT_FREE', 'PORT', ...names].toSorted(),
    ]);
    expect(told[0]).toBe('CAIRN_RATE_LIMT_FREE is no setting of Cairn and changes nothing; did you mean CAIRN_RATE_LIMIT_FREE?');
    expect(told.join(' ')).not.toContain('nowhere');
  });
});

/** The end of an app that cannot start, and what it said on standard error. */
async function started(app: string, env: Readonly<Record<string, string>>): Promise<{ code: unknown; told: readonly string[] }> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(
    process.execPath,
    ['--conditions=@cairn/source', '--disable-warning=ExperimentalWarning', `apps/${app}/src/main.ts`],
    {
      cwd: root,
      env: { PATH, HOME, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const [said, code] = await Promise.all([text(child.stderr), new Promise((resolve) => child.once('exit', resolve))]);
  return { code, told: said.trim().split('\n') };
}

describe('a start that cannot succeed', () => {
  test('for want of its Postgres says so in one line, without the password', async () => {
    const { code, output } = await runProduct({
      DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/x',
      CAIRN_MASTER_KEY: key,
      PORT: String(await freePort()),
    });
    expect([code, output.trim().split('\n')]).toEqual([1, [expect.stringMatching(/127\.0\.0\.1:1\b/)]]);
    expect(output).not.toContain('hunter2');
  });

  test('because its data folder is a file says so in one line', async () => {
    const path = join(folder.path, 'file');
    await writeFile(path, '');
    const { code, output } = await runProduct({ CAIRN_DATA_DIR: path, PORT: String(await freePort()) });
    expect([code, output.trim().split('\n')]).toEqual([1, [expect.stringContaining(path)]]);
  });

  test('because its data folder holds another database says so in one line, and leaves it alone', async () => {
    const path = join(folder.path, 'other');
    await mkdir(join(path, 'postgres'), { recursive: true });
    await writeFile(join(path, 'postgres', 'PG_VERSION'), '9.6\n');
    const { code, output } = await runProduct({ CAIRN_DATA_DIR: path, PORT: String(await freePort()) });
    expect([code, output.trim().split('\n')]).toEqual([1, [expect.stringContaining(path)]]);
    expect(await readFile(join(path, 'postgres', 'PG_VERSION'), 'utf8')).toBe('9.6\n');
  });
});
