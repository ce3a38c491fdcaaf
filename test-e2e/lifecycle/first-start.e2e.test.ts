import { randomUUID } from 'node:crypto';
import { readFile, readdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDataFolder } from '@cairn/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { added } from '../knowledge/documents.ts';
import { remembered, save } from '../memories/remembered.ts';
import { callerFor } from '../product/caller.ts';
import { freePort } from '../product/free-port.ts';
import { postSignIn } from '../product/person.ts';
import { runProduct, startProduct } from '../product/start-product.ts';
import type { Product } from '../product/start-product.ts';
import { standing } from '../rate-limit/spent.ts';

/** Nothing of the account is given, and no limit set: as on a newcomer's machine. */
const bare = { CAIRN_BOOTSTRAP_EMAIL: '', CAIRN_BOOTSTRAP_PASSWORD: '', CAIRN_BOOTSTRAP_API_KEY: '', CAIRN_RATE_LIMIT_FREE: '' };
const marker = `marker ${randomUUID()}`;

/** Resolves when the start has printed all that it prints, which is a moment after it is ready. */
async function welcome(product: Product): Promise<void> {
  while (!product.output().includes('tools/call')) await sleep(20);
}

let folder: Awaited<ReturnType<typeof createDataFolder>>;
let port: number;
let first: Product;
/** What the first start printed. */
let printed: { readonly email: string; readonly password: string; readonly apiKey: string };

beforeAll(async () => {
  [folder, port] = await Promise.all([createDataFolder(), freePort()]);
  first = await startProduct({ env: bare, dataDir: folder.path, port });
  await welcome(first);
  const told = (label: string) => new RegExp(`${label} +(\\S+)`).exec(first.output())?.[1] ?? '';
  printed = { email: told('E-mail'), password: told('Password'), apiKey: told('API key') };
});
afterAll(async () => {
  await first.end('SIGTERM');
  await folder.remove();
});

describe('the first start', () => {
  test('prints once where to connect and as whom, ready to paste', () => {
    const { baseUrl } = first;
    const output = first.output();
    expect(output.match(/Cairn is ready\./g)).toHaveLength(1);
    for (const line of [
      `${baseUrl}/mcp`,
      folder.path,
      `claude mcp add --transport http cairn ${baseUrl}/mcp --header "Authorization: Bearer ${printed.apiKey}"`,
      `curl -s ${baseUrl}/mcp/tools/call`,
    ]) {
      expect(output).toContain(line);
    }
    const blocks = Array.from(output.matchAll(/^ {2}\{\n[\s\S]*?\n {2}\}$/gm), ([text]) => JSON.parse(text));
    const headers = { Authorization: `Bearer ${printed.apiKey}` };
    expect(blocks).toEqual([
      { mcpServers: { cairn: { url: `${baseUrl}/mcp`, headers } } },
      { servers: { cairn: { type: 'http', url: `${baseUrl}/mcp`, headers } } },
    ]);
    expect(output.match(/shown once/g)).toHaveLength(1);
  });

  test('made the account and the key that it printed', async () => {
    expect(printed.apiKey).toMatch(/^cairn_[A-Za-z0-9]{48}$/);
    const caller = callerFor(first.baseUrl, printed.apiKey);
    await save(caller, marker);
    await added(caller, 'marked.md', `# Marked\n\nThis is a ${marker}.`);
    expect((await postSignIn(first.baseUrl, printed)).status).toBe(200);
    const page = await fetch(`${first.baseUrl}/docs`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  test('prints a command that saves a memory', async () => {
    const command = /curl -s (\S+) \\\n +-H '([^']*)' -H '([^']*)' \\\n +-d '([^']*)'/.exec(first.output());
    const [, url = '', authorization = '', type = '', body = ''] = command ?? [];
    const headers = Object.fromEntries([authorization, type].map((header) => header.split(': ')));
    const answer = await fetch(url, { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([200, { result: { success: true, memory_id: expect.any(String) } }]);
  });

  test('limits a key to a thousand requests an hour', async () => {
    const caller = callerFor(first.baseUrl, printed.apiKey);
    const now = standing(await caller.tool('get_memories', { limit: 1 }));
    expect(now.limit).toBe(1000);
    let refused = 0;
    for (let left = now.remaining + 10; left > 0; left -= 20) {
      const answers = await Promise.all(Array.from({ length: Math.min(20, left) }, () => caller.rest('GET', '/v1/projects?limit=1')));
      refused += answers.filter(({ status }) => status === 429).length;
    }
    expect(refused).toBe(10);
  });

  test('keeps its data and its master key to its user', async () => {
    const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    expect(await mode(join(folder.path, 'master.key'))).toBe('600');
    expect(await mode(join(folder.path, 'postgres'))).toBe('700');
    const entries = async (): Promise<string[]> => (await readdir(folder.path)).filter((name) => !name.startsWith('postgres')).toSorted();
    // Beside the database: what the head of each audit was, where whoever changes the database does not reach.
    await expect.poll(entries, { timeout: 10_000 }).toEqual(['audit', 'master.key']);
    expect(await mode(join(folder.path, 'audit'))).toBe('700');
  });
});

test('a second process on the folder is refused in one line', async () => {
  const { code, output } = await runProduct({ ...bare, CAIRN_DATA_DIR: folder.path, PORT: String(await freePort()) });
  expect([code, output.trim().split('\n')]).toEqual([1, [expect.stringContaining(folder.path)]]);
  expect(output).toMatch(/use/);
  expect((await fetch(`${first.baseUrl}/readyz`)).status).toBe(200);
});

describe('a later start', () => {
  beforeAll(() => first.end('SIGTERM'));

  test('finds no text of anybody in the clear on the disk', async () => {
    const files = (await readdir(folder.path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(100);
    for (const { parentPath, name } of files) {
      const bytes = await readFile(join(parentPath, name));
      for (const secret of [marker, marker.slice(7), printed.apiKey, printed.password]) {
        expect([name, bytes.includes(secret)]).toEqual([name, false]);
      }
    }
  });

  test('on a port that is in use is refused in one line that names it', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server that listens has a port
    const taken = (server.address() as { port: number }).port;
    const { code, output } = await runProduct({ ...bare, CAIRN_DATA_DIR: folder.path, PORT: String(taken) });
    server.close();
    expect([code, output.trim()]).toEqual([1, expect.stringMatching(new RegExp(`^PORT: 127\\.0\\.0\\.1:${taken} is in use[^\\n]*$`))]);
  });

  test('shows no secret, is ready soon, and finds what was there', async () => {
    first = await startProduct({ env: bare, dataDir: folder.path, port });
    await welcome(first);
    expect(first.output().match(/Cairn is ready\./g)).toHaveLength(1);
    for (const secret of [printed.apiKey, printed.password, 'First account']) expect(first.output()).not.toContain(secret);
    expect(first.output()).toContain('Authorization: Bearer <API_KEY>');
    expect((await remembered(callerFor(first.baseUrl, printed.apiKey))).at(-1)?.content).toBe(marker);
    // Two seconds on a machine that does nothing else.
    expect(first.readyAfter).toBeLessThan(20_000);
  });
});
