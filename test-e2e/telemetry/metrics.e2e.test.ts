import { afterAll, beforeAll, expect, test } from 'vitest';
import { added } from '../knowledge/documents.ts';
import { call, callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import { freePort } from '../product/free-port.ts';
import { startProduct } from '../product/start-product.ts';
import type { Product } from '../product/start-product.ts';

const token = 'scrape-me-'.repeat(4);
const ownPort = await freePort();
let product: Product;
let silent: Product;
let caller: Caller;

beforeAll(async () => {
  product = await startProduct({ env: { CAIRN_METRICS_TOKEN: token, CAIRN_METRICS_PORT: String(ownPort) } });
  silent = await startProduct();
  caller = callerFor(product.baseUrl, product.account.apiKey);
});
afterAll(async () => {
  await product.stop();
  await silent.stop();
});

const scrape = async (): Promise<string> => (await call(`http://127.0.0.1:${ownPort}/metrics`)).text;

/** The value of the sample with that name and those labels among others. */
function sample(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const line = lines.find((one) => Object.entries(labels).every(([label, value]) => one.includes(`${label}="${value}"`)));
  return Number(line?.split(' ').at(-1));
}

test('metrics are served to whoever presents the token, and at a port of their own', async () => {
  const asked = (headers: Record<string, string> = {}) => call(`${product.baseUrl}/metrics`, { headers });
  expect((await asked()).status).toBe(401);
  expect((await asked({ authorization: 'Bearer wrong' })).status).toBe(401);
  expect((await asked({ authorization: `Bearer ${product.account.apiKey}` })).status).toBe(401);
  const good = await asked({ authorization: `Bearer ${token}` });
  expect([good.status, good.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(good.text).toMatch(/^process_memory_usage/m);
  expect(await scrape()).toMatch(/^nodejs_eventloop_delay_p99/m);
});

test('without a setting they are not there, and the answer says how to have them', async () => {
  const answer = await call(`${silent.baseUrl}/metrics`);
  expect([answer.status, answer.body.detail]).toEqual([404, expect.stringContaining('CAIRN_METRICS_TOKEN')]);
});

test('calls of tools are counted by tool and outcome, requests by route', async () => {
  await caller.tool('save_memory', { content: 'counted' });
  await caller.tool('save_memory', { content: 'counted' });
  await caller.tool('update_memory', { memory_id: '01a22148-df21-72c8-b603-26ab3fe04bbb', content: 'x' });
  await caller.mcp('get_memories', {});
  const text = await scrape();
  expect(sample(text, 'cairn_tool_duration_count', { tool: 'save_memory', outcome: 'ok' })).toBe(2);
  expect(sample(text, 'cairn_tool_duration_count', { tool: 'update_memory', outcome: 'memory_not_found' })).toBe(1);
  expect(sample(text, 'cairn_tool_duration_count', { tool: 'get_memories', outcome: 'ok' })).toBe(1);
  const route = { http_route: '/mcp/tools/call', http_response_status_code: '200', http_request_method: 'POST' };
  expect(sample(text, 'http_server_request_duration_count', route)).toBe(2);
});

test('what waits, what was done and how long it took to become searchable is told', async () => {
  await added(caller, 'ships.md', 'The ships are counted at noon.');
  // Other work of the same moment is carried a moment later.
  await expect.poll(async () => sample(await scrape(), 'cairn_outbox_waiting'), { timeout: 10_000 }).toBe(0);
  const text = await scrape();
  expect(sample(text, 'cairn_queue_jobs', { queue: 'tasks', state: 'waiting' })).toBe(0);
  expect(sample(text, 'cairn_document_searchable_lag_count')).toBe(1);
  expect(sample(text, 'cairn_document_searchable_lag_sum')).toBeGreaterThan(0);
  expect(sample(text, 'cairn_document_searchable_lag_sum')).toBeLessThan(30);
  expect(sample(text, 'cairn_job_duration_count', { job: 'knowledge.ingest', outcome: 'done' })).toBe(1);
});

test('no id, secret or content is in them', async () => {
  await call(`${product.baseUrl}/v1/memories?api_key=${product.account.apiKey}&q=planted-secret`);
  await call(`${product.baseUrl}/planted-secret/in/a/path`);
  await caller.tool('planted-secret', { content: 'planted-secret' });
  const { body } = await caller.rest('POST', '/v1/memories', { content: 'planted-secret' });
  await caller.rest('GET', `/v1/memories/${body.id}`);
  const text = await scrape();
  for (const secret of [product.account.apiKey, 'planted-secret', body.id]) expect(text.includes(secret)).toBe(false);
  expect(text).toContain('http_route="/v1/memories/:id"');
});
