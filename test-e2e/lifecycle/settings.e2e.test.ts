import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDataFolder } from '@cairn/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../product/free-port.ts';
import { runProduct } from '../product/start-product.ts';

let folder: Awaited<ReturnType<typeof createDataFolder>>;
beforeAll(async () => {
  folder = await createDataFolder();
});
afterAll(() => folder.remove());

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
    ['an address that is not of this machine', { HOST: '203.0.113.7' }, /^HOST: 203\.0\.113\.7 is not an address of this machine$/],
  ])('%s', async (_kind, env, line) => {
    const { code, output } = await runProduct({ CAIRN_DATA_DIR: folder.path, PORT: String(await freePort()), ...env });
    expect([code, output.trim()]).toEqual([1, expect.stringMatching(line)]);
    expect(output).not.toContain('hunter2');
  });
});

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
