import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProduct } from '../testing/product.ts';
import type { Product } from '../testing/product.ts';

let product: Product;
beforeAll(async () => {
  product = await createProduct();
});
afterAll(() => product.close());

it('keeps in the audit what a role was not enough for, by whichever door', async () => {
  const { viewerKey, a } = product.callers;
  const save = { content: 'no business of the audit' };
  expect((await product.tool(viewerKey, 'save_memory', save)).status).toBe(403);
  const rest = await product.send({ method: 'POST', url: '/v1/memories', as: viewerKey, payload: save });
  expect(rest.status).toBe(403);
  const { body, text } = await product.send({ url: '/v1/audit?action=call.refuse', as: a });
  expect(body.data).toMatchObject([
    { outcome: 'forbidden', target: 'save_memory', credential_kind: 'api_key' },
    { outcome: 'forbidden', target: 'POST /v1/memories', request_id: rest.headers['x-request-id'], trace_id: rest.headers['trace-id'] },
  ]);
  expect(text).not.toContain('business');
});

it('keeps nothing of what was read in vain, and lets no viewer read the audit', async () => {
  const before = (await product.send({ url: '/v1/audit?order=desc&limit=1', as: product.callers.a })).body.data[0].seq;
  expect((await product.send({ url: '/v1/audit', as: product.callers.viewerKey })).status).toBe(403);
  expect((await product.send({ url: '/v1/audit?order=desc&limit=1', as: product.callers.a })).body.data[0].seq).toBe(before);
});
