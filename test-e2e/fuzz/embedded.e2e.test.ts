import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../product/caller.ts';
import { startProduct } from '../product/start-product.ts';
import type { Product } from '../product/start-product.ts';
import { fuzz } from './run.ts';
import { targets } from './targets.ts';

/** Another one in every run, unless one is given: a failure prints it. */
const seed = Number(process.env['CAIRN_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const seconds = Number(process.env['CAIRN_FUZZ_SECONDS'] ?? 4);
/** In MiB. What a run of seconds may add: caches that fill, and garbage that is not collected yet. */
const mostGrowth = 150;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const memoryOf = (pid: number): number => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

test.each(targets)(
  '$name: whatever comes is answered, and by no failure of the product',
  async (target) => {
    const { baseUrl, account } = product;
    const result = await fuzz(target, { baseUrl, secret: account.apiKey, seed, seconds });
    expect(result.faults).toEqual([]);
    expect(result.sent).toBeGreaterThan(20);
  },
  seconds * 1000 + 60_000,
);

test('the product is well, and needs no more memory than at first', async () => {
  const target = targets[0];
  const before = memoryOf(product.pid);
  if (target) await fuzz(target, { baseUrl: product.baseUrl, secret: product.account.apiKey, seed: seed + 1, seconds });
  expect(memoryOf(product.pid) - before).toBeLessThan(mostGrowth);
  expect((await call(`${product.baseUrl}/readyz`)).status).toBe(200);
  expect(product.output()).not.toMatch(/unhandled|uncaught|"level":"(?:error|fatal)"/i);
}, 120_000);
