import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDataFolder } from '@cairn/test-kit';
import { expect, test } from 'vitest';
import { added, fullText } from '../knowledge/documents.ts';
import { callerFor, type Caller } from '../product/caller.ts';
import { signIn } from '../product/person.ts';
import { startProduct } from '../product/start-product.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

async function copyFolder(from: string, to: string): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const args = ['--conditions=@cairn/source', 'apps/standalone/src/copy-data.ts', to];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env: { PATH, HOME, CAIRN_DATA_DIR: from } });
  return stdout;
}

/** Saves without a pause until it is told to stop; what was acknowledged, in order. */
function saving(callers: readonly Caller[]) {
  const acknowledged: string[] = [];
  const over = new AbortController();
  const all = Promise.all(
    callers.map(async (caller) => {
      while (!over.signal.aborted) {
        const { status, body } = await caller.tool('save_memory', { content: `a memory ${'of some length '.repeat(40)}` });
        expect(status).toBe(200);
        acknowledged.push(body.result.memory_id);
      }
    }),
  );
  return {
    acknowledged,
    async stop() {
      over.abort();
      await all;
    },
  };
}

async function allIds(caller: Caller): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await caller.rest('GET', `/v1/memories?limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`);
    for (const { id } of body.data) ids.add(id);
    cursor = body.next_cursor;
  }
  return ids;
}

test('a folder that is copied while it is written to opens with everything that was acknowledged before', async () => {
  const [folder, elsewhere] = [await createDataFolder(), await createDataFolder()];
  const product = await startProduct({ dataDir: folder.path });
  const caller = callerFor(product.baseUrl, product.account.apiKey);
  const text = 'The tide table of the harbour.\n'.repeat(500);
  const document = await added(caller, 'tides.txt', text);
  const work = saving([caller, caller, caller, caller]);
  const copies: { readonly path: string; readonly before: readonly string[] }[] = [];
  for (const n of [1, 2]) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const before = [...work.acknowledged];
    const path = join(elsewhere.path, `copy-${n}`);
    expect(await copyFolder(folder.path, path)).toContain(path);
    copies.push({ path, before });
  }
  await work.stop();
  await expect(copyFolder(folder.path, copies[0]?.path ?? '')).rejects.toThrow('is there already');
  for (const { path, before } of copies) {
    const copy = await startProduct({ dataDir: path, account: product.account });
    const reader = callerFor(copy.baseUrl, product.account.apiKey);
    const there = await allIds(reader);
    expect(before.length).toBeGreaterThan(5);
    expect(before.filter((id) => !there.has(id))).toEqual([]);
    expect(await fullText(reader, document)).toBe(text);
    const person = await signIn(copy);
    expect((await person.in(person.firstProjectId).rest('GET', '/v1/audit/verify')).body).toMatchObject({ valid: true });
    expect((await reader.tool('save_memory', { content: 'it goes on' })).status).toBe(200);
    await copy.stop();
  }
  await product.stop();
  await Promise.all([folder.remove(), elsewhere.remove()]);
});
