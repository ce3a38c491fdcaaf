// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { expect, onTestFinished, test } from 'vitest';
import { remembered, save } from '../memories/remembered.ts';
import { callerFor } from '../product/caller.ts';
import { claimServers } from '../product/stage.ts';
import { newAccount, startProduct } from '../product/start-product.ts';

test('several processes that start at once on empty servers are one product with one first account', async () => {
  const servers = await claimServers();
  onTestFinished(() => servers.remove());
  const account = newAccount();
  const starts = await Promise.allSettled(Array.from({ length: 4 }, () => startProduct({ env: servers.env, account })));
  const products = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  onTestFinished(async () => {
    await Promise.all(products.map((product) => product.stop()));
  });
  expect(starts.map((start) => (start.status === 'rejected' ? String(start.reason) : 'started'))).toEqual(starts.map(() => 'started'));
  const callers = products.map(({ baseUrl }) => callerFor(baseUrl, account.apiKey));
  const ids = await Promise.all(callers.map((caller, at) => save(caller, `from process ${at}`)));
  for (const caller of callers) expect(new Set((await remembered(caller)).map(({ memory_id: id }) => id))).toEqual(new Set(ids));
  expect(products.filter((product) => product.output().includes('First account'))).toHaveLength(1);
});
