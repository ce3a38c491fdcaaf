// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL, and the programs in CAIRN_TEST_POSTGRES_BIN.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresDatabase } from '@cairn/test-kit';
import { expect, test } from 'vitest';
import { added, fullText, search } from '../knowledge/documents.ts';
import { callerFor } from '../product/caller.ts';
import { signIn } from '../product/person.ts';
import { claimServers } from '../product/stage.ts';
import { startProduct } from '../product/start-product.ts';
import { dumped, restored } from '../services/dump.ts';

test('a dump that is made while the service runs is restored into a fresh database, and the service goes on from there', async () => {
  const servers = await claimServers();
  const folder = await mkdtemp(join(tmpdir(), 'cairn-dump-'));
  const fresh = await createPostgresDatabase(process.env['CAIRN_TEST_DATABASE_URL'] ?? '');
  const product = await startProduct({ env: servers.env });
  try {
    const caller = callerFor(product.baseUrl, product.account.apiKey);
    const text = 'The tide table of the harbour.\n'.repeat(500);
    const document = await added(caller, 'tides.txt', text);
    for (let n = 0; n < 20; n += 1) await caller.tool('save_memory', { content: `memory ${n}` });
    const path = join(folder, 'dump.sql');
    await writeFile(path, await dumped(servers.databaseUrl, '--no-owner', '--exclude-schema=bullmq'));
    await caller.tool('save_memory', { content: 'after the dump' });
    // On one Redis the queue of the two would be one: they are the same installation.
    await product.stop();
    await restored(fresh.url, path);

    const again = await startProduct({ env: { ...servers.env, DATABASE_URL: fresh.url }, account: product.account });
    try {
      const reader = callerFor(again.baseUrl, product.account.apiKey);
      const { result } = (await reader.tool('get_memories', { limit: 200 })).body;
      expect([result.total, result.memories[0].content]).toEqual([20, 'memory 19']);
      expect(await fullText(reader, document)).toBe(text);
      expect((await search(reader, 'tide table')).results[0]?.document_id).toBe(document);
      const person = await signIn(again);
      expect((await person.in(person.firstProjectId).rest('GET', '/v1/audit/verify')).body).toMatchObject({ valid: true });
      expect((await reader.tool('save_memory', { content: 'it goes on' })).status).toBe(200);
      await added(reader, 'more.txt', 'Another document.');
    } finally {
      await again.stop();
    }
  } finally {
    await Promise.all([fresh.drop(), servers.remove(), rm(folder, { recursive: true })]);
  }
});
