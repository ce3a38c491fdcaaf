import { execFileSync } from 'node:child_process';
import { createStoreFolder, startModelServer } from '@cairn/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { added } from '../knowledge/documents.ts';
import { callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import { localEmbedding, startProduct } from '../product/start-product.ts';
import type { Account, Product } from '../product/start-product.ts';
import { chatSettings } from './provider.ts';

const provider = await startModelServer();
const folder = await createStoreFolder();
let product: Product;
let caller: Caller;

async function start(account?: Account): Promise<void> {
  product = await startProduct({
    env: { ...chatSettings(provider), ...localEmbedding },
    dataDir: folder.path,
    ...(account && { account }),
  });
  caller = callerFor(product.baseUrl, product.account.apiKey);
}

beforeAll(() => start());
afterAll(async () => {
  await product.stop();
  await folder.remove();
  await provider.close();
});

/** The processes that run the model for that product. */
function modelProcesses({ pid }: Product): readonly number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const columns = lines.map((line) => line.trim().split(/\s+/));
  return columns
    .filter(([, parent, ...args]) => Number(parent) === pid && args.join(' ').includes('embedding-process'))
    .map(([own]) => Number(own));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const embedding = async (): Promise<string> => (await caller.rest('GET', '/readyz')).body.notes.embedding;

test('the local model starts with the first text that it is for', async () => {
  expect([await embedding(), modelProcesses(product)]).toEqual(['idle', []]);
  await added(caller, 'ships.md', 'The ships are counted at noon.');
  expect([await embedding(), modelProcesses(product).length]).toEqual(['running', 1]);
});

test('what shares no word with a question is found by its meaning, and a model is asked about it', async () => {
  const id = await added(caller, 'leave.md', 'Every employee gets 25 days of paid absence a year.');
  provider.answerWith({ chat: () => 'You get 25 days [1 "25 days of paid absence"].' });
  const { body } = await caller.rest('POST', '/v1/knowledge/search', { query: 'How much vacation do I have?' });
  expect(body).toMatchObject({
    answer: 'Every employee gets 25 days of paid absence a year. [1]',
    citations: [{ document_id: id, quote: 'Every employee gets 25 days of paid absence a year.' }],
  });
});

test('no model is asked about what is near to nothing', async () => {
  provider.reset();
  const { body } = await caller.rest('POST', '/v1/knowledge/search', { query: 'Who won the 1998 World Cup?' });
  expect(body).toMatchObject({ answer: null, answer_kind: 'none', citations: [] });
  expect(provider.requests).toHaveLength(0);
});

test('the product outlives its process', async () => {
  const [before = 0] = modelProcesses(product);
  process.kill(before, 'SIGKILL');
  await added(caller, 'boats.md', 'The boats are counted at dusk.');
  expect(modelProcesses(product)).toEqual([expect.not.closeTo(before)]);
  expect((await caller.rest('GET', '/healthz')).status).toBe(200);
});

test.each(['SIGTERM', 'SIGKILL'] as const)('its process ends with a product that ends by %s', async (signal) => {
  await added(caller, `${signal}.md`, `The ships are counted at noon, by ${signal}.`);
  const [pid = 0] = modelProcesses(product);
  expect(isAlive(pid)).toBe(true);
  expect(await product.end(signal)).toBe(signal === 'SIGTERM' ? 0 : null);
  await expect.poll(() => isAlive(pid), { timeout: 3000 }).toBe(false);
  await start(product.account);
});
