import { afterEach, expect, test } from 'vitest';
import { createProduct } from '../testing/product.ts';
import type { Product } from '../testing/product.ts';

let product: Product;
afterEach(() => product.close());

test('what was counted is added when the app closes, with what was refused past the limit and without what nobody may call', async () => {
  product = await createProduct({ limit: 2 });
  const { a } = product.callers;
  const statuses = [];
  for (let at = 0; at < 3; at += 1) statuses.push((await product.tool(a, 'get_memories', {})).status);
  await product.send({ url: '/v1/memories', as: 'cairn_none' });
  await product.send({ url: '/healthz', as: a });
  expect(statuses).toEqual([200, 200, 429]);
  await product.app.close();
  const actor = { projectId: product.projectA } as Parameters<typeof product.repositories.usage.read>[0];
  const { hours } = await product.repositories.usage.read(actor, { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }, 10);
  const sums = (counted: string) =>
    hours
      .filter((one) => one.counted === counted)
      .reduce((sum, one) => ({ n: sum.n + one.n, limited: sum.limited + one.limited }), { n: 0, limited: 0 });
  expect(sums('request')).toEqual({ n: 3, limited: 1 });
  expect(sums('tool')).toEqual({ n: 2, limited: 0 });
  expect(new Set(hours.map(({ name }) => name))).toEqual(new Set(['tools_call', 'get_memories']));
});
