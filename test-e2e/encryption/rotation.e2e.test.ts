// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { remembered } from '../memories/remembered.ts';
import { brought } from '../portability/archives.ts';
import { call, callerFor, type Caller } from '../product/caller.ts';
import { rareWord } from '../product/rare-word.ts';
import { claimServers } from '../product/stage.ts';
import { signIn } from '../product/person.ts';
import { startProduct, type Product } from '../product/start-product.ts';
import { contentsFound } from '../recall/found.ts';
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
      products.push(await startProduct(again), await startProduct({ env: servers.env, account: first.account }));
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
      await expectLacking(products.at(-1)?.baseUrl ?? '', callers[0]?.secret ?? '');
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

/** A process that was told of the former key alone asks to be left out, and says to whoever calls it that others can help. */
async function expectLacking(baseUrl: string, secret: string): Promise<void> {
  const ready = await call(`${baseUrl}/readyz`);
  expect([ready.status, ready.body]).toMatchObject([503, { checks: { database: 'wrong_master_key' } }]);
  const answer = await callerFor(baseUrl, secret).tool('save_memory', { content: 'not here' });
  expect([answer.status, answer.body.error]).toMatchObject([503, { data: { error: 'unavailable', retry_after: 1 } }]);
}

/** Hashes of the words of a project's memories, and of the labels of their metadata. */
async function hashesOf(client: Client, projectId: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ hash: string }>(
    `select term::text as hash from cairn.memory_postings where project_id = $1
      union select label::text from cairn.memory_labels where project_id = $1`,
    [projectId],
  );
  return rows.map(({ hash }) => hash);
}

describe("a project's keys", () => {
  test('are replaced while two processes write: the data key although one of them is killed, those of hashes by a move', async () => {
    const servers = await claimServers();
    const client = new Client({ connectionString: servers.databaseUrl });
    await client.connect();
    const first = await startProduct({ env: servers.env });
    const second = await startProduct({ env: servers.env, account: first.account });
    try {
      const [writer, reader] = [first, second].map(({ baseUrl }) => callerFor(baseUrl, first.account.apiKey)) as [Caller, Caller];
      const words: string[] = [];
      const save = async (caller: Caller): Promise<boolean> => {
        const word = rareWord();
        const { status } = await caller.rest('POST', '/v1/memories', { content: `about ${word}`, metadata: { topic: 'rotation' } });
        if (status === 201) words.push(word);
        await pause(50);
        return status === 201;
      };
      for (let n = 0; n < 40; n += 1) expect(await save(writer)).toBe(true);
      const person = await signIn(first);
      const projectId = person.firstProjectId;
      const key = `/v1/projects/${projectId}/key`;
      expect((await person.in(projectId).rest('GET', key)).body).toMatchObject({ version: 1, status: 'in_use' });
      const over = new AbortController();
      // What the killed process did not answer for is nobody's loss.
      const lost = async (caller: Caller): Promise<void> => {
        while (!over.signal.aborted && (await save(caller).catch(() => false)));
      };
      const kept = async (): Promise<void> => {
        while (!over.signal.aborted) expect(await save(reader)).toBe(true);
      };
      const working = Promise.all([lost(writer), kept()]);
      expect((await person.in(projectId).rest('POST', `${key}/rotate`)).status).toBe(202);
      await first.end('SIGKILL');
      const sealedByFirst = async (): Promise<number> => {
        const { rows } = await client.query('select count(*)::int as n from cairn.memories where get_byte(content, 0) = 1');
        return rows[0].n;
      };
      await expect.poll(sealedByFirst, { timeout: 60_000 }).toBe(0);
      expect(await save(reader)).toBe(true);
      over.abort();
      await working;
      expect(await sealedByFirst()).toBe(0);
      const holdsAll = async (caller: Caller): Promise<void> => {
        const contents = new Set((await remembered(caller)).map(({ content }) => content));
        expect(words.filter((word) => !contents.has(`about ${word}`))).toEqual([]);
      };
      await holdsAll(reader);

      const owner = await signIn(second);
      const archive = (await owner.in(projectId).rest('GET', `/v1/projects/${projectId}/export`)).text;
      const arrived = await brought(second.baseUrl, owner, { workspaceId: owner.workspaceId, archive });
      expect(arrived.status).toBe(201);
      const moved = arrived.body.project.id;
      const indexed = async (id: string) => {
        const { rows } = await client.query('select count(*)::int as n from cairn.memory_index where project_id = $1', [id]);
        return rows[0].n;
      };
      for (const id of [projectId, moved]) {
        await expect.poll(() => indexed(id), { timeout: 60_000 }).toBeGreaterThanOrEqual(words.length);
      }
      const before = new Set(await hashesOf(client, projectId));
      const after = await hashesOf(client, moved);
      expect(before.size).toBeGreaterThan(words.length);
      expect(after.length).toBeGreaterThan(words.length);
      expect(after.filter((hash) => before.has(hash))).toEqual([]);
      expect((await owner.in(projectId).rest('DELETE', `/v1/projects/${projectId}?receipt=true`)).body.rows.project_keys).toBe(3);
      expect(await hashesOf(client, projectId)).toEqual([]);
      await holdsAll(callerFor(second.baseUrl, (await owner.makeKey(moved, 'key')).secret));
      for (const word of [words[0] ?? '', words.at(-1) ?? '']) {
        expect((await contentsFound(owner.in(moved), word, { metadata: { topic: 'rotation' } }))[0]).toBe(`about ${word}`);
      }
    } finally {
      await second.stop();
      await first.stop();
      await client.end();
      await servers.remove();
    }
  });
});
