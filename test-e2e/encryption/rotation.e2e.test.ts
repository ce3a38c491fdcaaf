// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { callerFor } from '../product/caller.ts';
import { claimServers } from '../product/stage.ts';
import { signIn } from '../product/person.ts';
import { startProduct, type Product } from '../product/start-product.ts';
import { command } from './command.ts';

const newMasterKey = (): string => randomBytes(32).toString('base64');

describe('a change of the master key', () => {
  test('goes on while two processes serve, and the former key is needed by nobody afterwards', async () => {
    const servers = await claimServers();
    const folder = await mkdtemp(join(tmpdir(), 'cairn-keys-'));
    const { CAIRN_MASTER_KEY: old = '', ...env } = servers.env;
    const [oldFile, fresh] = [join(folder, 'old'), newMasterKey()];
    await writeFile(oldFile, old, { mode: 0o600 });
    const first = await startProduct({ env: { ...env, CAIRN_MASTER_KEY_FILE: oldFile, CAIRN_MASTER_KEY_PREVIOUS: fresh } });
    const products: Product[] = [first];
    const again = { env: { ...env, CAIRN_MASTER_KEY: fresh, CAIRN_MASTER_KEY_PREVIOUS_FILE: oldFile }, account: first.account };
    try {
      products.push(await startProduct(again));
      const person = await signIn(first);
      const projects = [person.firstProjectId, await person.makeProject('another')];
      const callers = await Promise.all(
        projects.map(async (id, at) => callerFor(products[at]?.baseUrl ?? '', (await person.makeKey(id, 'key')).secret)),
      );
      let saved = 0;
      const over = new AbortController();
      const working = Promise.all(
        callers.map(async (caller) => {
          for (; !over.signal.aborted; saved += 1) {
            expect((await caller.tool('save_memory', { content: `kept ${saved}` })).status).toBe(200);
          }
        }),
      );
      expect(await command('change-master-key', again.env)).toMatch(/Every key of 2 projects is under the master key that is set/);
      expect(await command('change-master-key', again.env)).toContain('(0 were wrapped anew');
      const made = await person.makeProject('made afterwards');
      over.abort();
      await working;
      for (const product of products.splice(0)) await product.stop();

      products.push(await startProduct({ env: { ...env, CAIRN_MASTER_KEY: fresh }, account: first.account }));
      const [last] = products as [Product];
      const later = await signIn(last);
      const totals = await Promise.all(
        callers.map(async ({ secret }) => (await callerFor(last.baseUrl, secret).tool('get_memories', { limit: 200 })).body.result.total),
      );
      expect(totals.reduce((sum, total) => sum + total, 0)).toBe(saved);
      expect((await later.in(made).rest('POST', '/v1/memories', { content: 'new' })).status).toBe(201);
      for (const id of projects) expect((await later.in(id).rest('GET', '/v1/audit/verify')).body).toMatchObject({ valid: true });
    } finally {
      for (const product of products) await product.stop();
      await servers.remove();
      await rm(folder, { recursive: true });
    }
  });
});

describe("a project's data key", () => {
  test('is replaced by the workers, although the one that was asked is killed at once', async () => {
    const servers = await claimServers();
    const client = new Client({ connectionString: servers.databaseUrl });
    await client.connect();
    const first = await startProduct({ env: servers.env });
    const second = await startProduct({ env: servers.env, account: first.account });
    try {
      const callers = [first, second].map(({ baseUrl }) => callerFor(baseUrl, first.account.apiKey));
      const [writer, reader] = callers as [(typeof callers)[0], (typeof callers)[0]];
      for (let n = 0; n < 40; n += 1) await writer.tool('save_memory', { content: `memory ${n}` });
      const person = await signIn(first);
      const key = `/v1/projects/${person.firstProjectId}/key`;
      expect((await person.in(person.firstProjectId).rest('GET', key)).body).toMatchObject({ version: 1, status: 'in_use' });
      expect((await person.in(person.firstProjectId).rest('POST', `${key}/rotate`)).status).toBe(202);
      await first.end('SIGKILL');
      const sealedByFirst = async (): Promise<number> => {
        const { rows } = await client.query('select count(*)::int as n from cairn.memories where get_byte(content, 0) = 1');
        return rows[0].n;
      };
      await expect.poll(sealedByFirst, { timeout: 60_000 }).toBe(0);
      expect((await reader.tool('save_memory', { content: 'under the new key' })).status).toBe(200);
      expect(await sealedByFirst()).toBe(0);
      const { result } = (await reader.tool('get_memories', { limit: 200 })).body;
      expect([result.total, result.memories[0].content, result.memories[40].content]).toEqual([41, 'under the new key', 'memory 0']);
    } finally {
      await second.stop();
      await first.stop();
      await client.end();
      await servers.remove();
    }
  });
});
