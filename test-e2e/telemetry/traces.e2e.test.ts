import { afterAll, beforeAll, expect, test } from 'vitest';
import { added } from '../knowledge/documents.ts';
import { callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import { startProduct } from '../product/start-product.ts';
import type { Product } from '../product/start-product.ts';
import { startCollector } from './collector.ts';
import type { Collector } from './collector.ts';

let collector: Collector;
let product: Product;
let caller: Caller;

beforeAll(async () => {
  collector = await startCollector();
  product = await startProduct({ env: { ...collector.env, OTEL_SERVICE_NAME: 'cairn of a test', CAIRN_LOG_LEVEL: 'debug' } });
  caller = callerFor(product.baseUrl, product.account.apiKey);
});
afterAll(async () => {
  await product.stop();
  await collector.close();
});

const spansOf = (traceId: string) => collector.spans().filter((span) => span.traceId === traceId);
const named = (traceId: string, name: string) => spansOf(traceId).find((span) => span.name === name);
const soon = { timeout: 10_000 };

test("a request is a span of its caller's trace, the tool that it calls one within, and what that asks of the database within it", async () => {
  const traceId = 'a'.repeat(31).concat('1');
  const answer = await caller.tool('save_memory', { content: 'kept' }, { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` });
  expect([answer.status, answer.headers.get('trace-id')]).toEqual([200, traceId]);
  await expect.poll(() => named(traceId, 'POST /mcp/tools/call'), soon).toMatchObject({ parentSpanId: 'b'.repeat(16) });
  const request = named(traceId, 'POST /mcp/tools/call');
  const tool = named(traceId, 'tool save_memory');
  expect(tool).toMatchObject({ parentSpanId: request?.spanId });
  const asked = spansOf(traceId).filter(({ name }) => name.startsWith('db '));
  expect(asked.some(({ parentSpanId }) => parentSpanId === tool?.spanId)).toBe(true);
  // One for each call of a repository: a save needs few.
  expect(asked.length).toBeLessThan(8);
  for (const { name, attributes } of asked) {
    expect(name).toMatch(/^db [a-zA-Z]+(?:\.[a-zA-Z]+)+$/);
    expect(attributes.map(({ key }) => key).toSorted()).toEqual(['db.operation.name', 'db.system.name']);
  }
});

test('a trace that begins here has the id that the answer tells', async () => {
  const { headers } = await caller.rest('GET', '/v1/memories');
  const traceId = headers.get('trace-id') ?? '';
  await expect.poll(() => named(traceId, 'GET /v1/memories')?.traceId, soon).toBe(traceId);
  expect(named(traceId, 'GET /v1/memories')?.parentSpanId ?? '').toBe('');
});

test('lines of the log are sent in the trace and the span of their request', async () => {
  const { headers } = await caller.rest('GET', '/v1/memories/01a22148-df21-72c8-b603-26ab3fe04bbb');
  const traceId = headers.get('trace-id') ?? '';
  await expect
    .poll(() => collector.logs().find((record) => record.traceId === traceId), soon)
    .toMatchObject({
      severityText: 'info',
      body: { stringValue: 'request' },
    });
  await expect.poll(() => named(traceId, 'GET /v1/memories/:id')?.spanId, soon).toBeDefined();
  const record = collector.logs().find((one) => one.traceId === traceId);
  expect(record?.spanId).toBe(named(traceId, 'GET /v1/memories/:id')?.spanId);
  expect(record?.attributes).toContainEqual({ key: 'request_id', value: { stringValue: headers.get('x-request-id') } });
});

test('each step of a task is a span of the trace that it was submitted in', async () => {
  const traceId = 'a'.repeat(31).concat('7');
  const steps = ['one', 'two'].map((id) => ({ id, kind: 'memory.save', input: { content: id } }));
  const submitted = await caller.rest(
    'POST',
    '/v1/tasks',
    { goal: 'g', run: true, plan: { steps } },
    { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` },
  );
  expect(submitted.body.trace_id).toBe(traceId);
  const ofSteps = () => spansOf(traceId).filter(({ name }) => name === 'task.step memory.save');
  await expect.poll(() => ofSteps().length, soon).toBe(2);
  const told = ofSteps().map(({ attributes }) => Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue])));
  expect(told.map((span) => `${span['cairn.step.id']} ${span['cairn.step.status']}`).toSorted()).toEqual([
    'one succeeded',
    'two succeeded',
  ]);
});

test('an attempt at a job is a trace of its own, and what it asks of the database within it', async () => {
  await added(caller, 'traced.md', 'The whinchat sings.');
  const job = () => collector.spans().find(({ name }) => name === 'job knowledge.ingest');
  await expect.poll(job, soon).toBeDefined();
  await expect.poll(() => spansOf(job()?.traceId ?? '').some(({ name }) => name === 'db ingestion.publish'), soon).toBe(true);
});

test('a collector that is away costs nothing but what it was not sent', async () => {
  await collector.close();
  expect((await caller.tool('get_memories', {})).status).toBe(200);
  expect(await product.end('SIGTERM')).toBe(0);
});
