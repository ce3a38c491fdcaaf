import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import { startProduct } from '../product/start-product.ts';
import type { Product } from '../product/start-product.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string; readonly intValue?: number } }[];
}

/** What a collector of OpenTelemetry was sent. */
const bodies: string[] = [];
let collector: Server;
let product: Product;
let caller: Caller;

beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.once('end', () => {
      bodies.push(body);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  product = await startProduct({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_SERVICE_NAME: 'cairn of a test',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_LOGS_EXPORTER: 'none',
    },
  });
  caller = callerFor(product.baseUrl, product.account.apiKey);
});
afterAll(async () => {
  await product.stop();
  collector.close();
});

function spans(): readonly Span[] {
  return bodies.flatMap((body) => {
    const sent = JSON.parse(body) as { resourceSpans?: readonly { scopeSpans: readonly { spans: readonly Span[] }[] }[] };
    return (sent.resourceSpans ?? []).flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  });
}

const spansOf = (traceId: string) => spans().filter((span) => span.traceId === traceId);
const named = (traceId: string, name: string) => spansOf(traceId).find((span) => span.name === name);

test("a request is a span of its caller's trace, and the tool that it calls one within", async () => {
  const traceId = 'a'.repeat(31).concat('1');
  const answer = await caller.tool('save_memory', { content: 'planted-secret' }, { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` });
  expect([answer.status, answer.headers.get('trace-id')]).toEqual([200, traceId]);
  await expect.poll(() => spansOf(traceId).length, { timeout: 10_000 }).toBe(2);
  const request = named(traceId, 'POST /mcp/tools/call');
  expect(request).toMatchObject({ parentSpanId: 'b'.repeat(16) });
  expect(named(traceId, 'tool save_memory')).toMatchObject({ parentSpanId: request?.spanId });
});

test('a trace that begins here has the id that the answer tells', async () => {
  const { headers } = await caller.rest('GET', '/v1/memories');
  const traceId = headers.get('trace-id') ?? '';
  await expect.poll(() => named(traceId, 'GET /v1/memories')?.parentSpanId ?? '', { timeout: 10_000 }).toBe('');
  await expect.poll(() => named(traceId, 'GET /v1/memories')?.traceId, { timeout: 10_000 }).toBe(traceId);
});

test('spans bear no id of a thing, no secret and no content', async () => {
  const { body } = await caller.rest('POST', '/v1/memories', { content: 'planted-secret' });
  await caller.rest('GET', `/v1/memories/${body.id}`);
  await call(`${product.baseUrl}/v1/memories?api_key=${product.account.apiKey}`);
  const last = (await caller.rest('GET', '/v1/projects')).headers.get('trace-id') ?? '';
  await expect.poll(() => named(last, 'GET /v1/projects')?.name, { timeout: 10_000 }).toBeDefined();
  const text = bodies.join('\n');
  expect(text).toContain('cairn of a test');
  for (const secret of [product.account.apiKey, 'planted-secret', body.id, product.account.password])
    expect(text.includes(secret)).toBe(false);
});

test('a collector that is away costs nothing but the spans', async () => {
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
  expect((await caller.tool('get_memories', {})).status).toBe(200);
  expect(await product.end('SIGTERM')).toBe(0);
});
