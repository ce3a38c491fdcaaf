import { createStoreFolder, startModelServer } from '@cairn/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import { startProduct } from '../product/start-product.ts';
import type { Account, Product } from '../product/start-product.ts';
import { added, documents, foundIn, search, settled, shown, submit } from './documents.ts';

const provider = await startModelServer();
const folder = await createStoreFolder();
let product: Product;
let caller: Caller;

async function start(model: string, account?: Account): Promise<void> {
  const endpoint = model === 'none' ? {} : { CAIRN_EMBEDDING_BASE_URL: provider.baseUrl, CAIRN_EMBEDDING_API_KEY: 'sk-meaning' };
  const env = { ...endpoint, CAIRN_EMBEDDING_MODEL: model };
  product = await startProduct({ env, dataDir: folder.path, ...(account && { account }) });
  caller = callerFor(product.baseUrl, product.account.apiKey);
}

async function restart(model: string, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  await product.end(signal);
  await start(model, product.account);
}

beforeAll(() => start('embed-1'));
beforeEach(() => {
  provider.reset();
  // Vectors of few dimensions lie close together by accident.
  provider.answerWith({ dimensions: 64 });
});
afterAll(async () => {
  await product.stop();
  await provider.close();
  await folder.remove();
});

/** Texts that were embedded as passages by a model. */
const embedded = (model: string): string[] =>
  provider.requests.flatMap(({ path, body }) => (path === '/embeddings' && body.model === model ? [body.input].flat() : []));

// The stand-in's vectors say which words a text has; the index of words passes over these.
const likeness = 'between through because himself';
const byMeaning = `qwertz ${likeness}`;

test('a document is found by what it means alone, within the documents asked for, and is gone at once', async () => {
  const id = await added(caller, 'heron.md', `Heron ${likeness}`);
  const other = await added(caller, 'stork.md', 'Stork among reeds.');
  const found = await search(caller, byMeaning, { synthesize: false });
  expect(found.results.map(({ document_id }) => document_id)).toEqual([id]);
  expect(found.total).toBe(1);
  expect((await search(caller, byMeaning, { document_ids: [other] })).results).toEqual([]);
  expect((await caller.rest('DELETE', `${documents}/${id}`)).status).toBe(204);
  expect((await search(caller, byMeaning)).results).toEqual([]);
});

test('a new version is found by what it means now', async () => {
  const id = await added(caller, 'egret.md', `Egret ${likeness}`);
  expect(await foundIn(caller, byMeaning)).toEqual(new Set([id]));
  await added(caller, 'egret.md', 'Egret without more.');
  expect(await foundIn(caller, byMeaning)).toEqual(new Set());
  expect(await foundIn(caller, 'egret')).toEqual(new Set([id]));
});

test('a worker that is killed while it embeds is followed by one that goes on where it stopped', async () => {
  const content = Array.from({ length: 600 }, (_, at) => `## Part ${at}\n\n${`Avocet number ${at} wades here. `.repeat(30)}`).join('\n\n');
  provider.always({ delayMs: 150 });
  const id = await submit(caller, 'avocet.md', content);
  const percents: number[] = [];
  await expect
    .poll(
      async () => {
        const { status, progress } = await shown(caller, id);
        if (status === 'indexing') percents.push(progress);
        return progress;
      },
      { timeout: 30_000, interval: 50 },
    )
    .toBeGreaterThan(30);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  expect(await foundIn(caller, 'avocet')).toEqual(new Set());
  await restart('embed-1', 'SIGKILL');
  provider.always(undefined);
  expect(await settled(caller, id, 60_000)).toMatchObject({ status: 'ready', progress: 100 });
  const texts = embedded('embed-1').filter((text) => text.startsWith('avocet.md'));
  // What was under way when it was killed may have been sent twice.
  expect(texts.length - new Set(texts).size).toBeLessThanOrEqual(128);
  expect((await search(caller, 'avocet number 599')).results[0]?.passage).toContain('number 599');
  expect((await caller.rest('DELETE', `${documents}/${id}`)).status).toBe(204);
});

test('another model embeds what is there anew, and search is right meanwhile', async () => {
  const id = await added(caller, 'bittern.md', `Bittern ${likeness}`);
  provider.always({ status: 503 });
  await restart('embed-2');
  expect(await foundIn(caller, 'bittern')).toEqual(new Set([id]));
  provider.always(undefined);
  // Nobody asks a model that failed for some seconds.
  await expect.poll(() => foundIn(caller, byMeaning), { timeout: 50_000, interval: 500 }).toEqual(new Set([id]));
  expect(embedded('embed-2').some((text) => text.includes('Bittern'))).toBe(true);
});

test('without a model what is there is found by its words', async () => {
  await restart('none');
  expect((await foundIn(caller, 'bittern')).size).toBe(1);
  expect(await foundIn(caller, byMeaning)).toEqual(new Set());
  const id = await added(caller, 'crake.md', 'Crake in the rushes.');
  await restart('embed-2');
  expect(await foundIn(caller, 'crake')).toEqual(new Set([id]));
  await expect.poll(() => embedded('embed-2').some((text) => text.includes('Crake')), { timeout: 30_000 }).toBe(true);
});
