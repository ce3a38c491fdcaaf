import { startModelServer } from '@cairn/test-kit';
import { afterAll, expect, test } from 'vitest';
import { added } from '../knowledge/documents.ts';
import { callerFor } from '../product/caller.ts';
import { startProduct } from '../product/start-product.ts';
import { question } from './handbook.ts';
import { chatSettings } from './provider.ts';

const provider = await startModelServer();
afterAll(() => provider.close());

test('a product that ends gives up an answer that is still written, hands the passages out, and ends in order', async () => {
  const product = await startProduct({ env: chatSettings(provider) });
  const caller = callerFor(product.baseUrl, product.account.apiKey);
  const id = await added(caller, 'refunds.md', 'Refunds are paid within 30 days.');
  provider.always({ fault: 'hang' });
  const answer = caller.rest('POST', '/v1/knowledge/search', { query: question });
  await expect.poll(() => provider.requests.length, { timeout: 5000 }).toBe(1);
  const code = product.end('SIGTERM');
  expect(await answer).toMatchObject({
    status: 200,
    body: { answer: null, answer_error: { code: 'answer_interrupted' }, results: [{ document_id: id }] },
  });
  expect(await code).toBe(0);
  await product.stop();
});
