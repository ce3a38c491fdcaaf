import { afterAll, expect, test } from 'vitest';
import { assert, asyncProperty, constant, constantFrom, integer, jsonValue, oneof, option, record, string } from 'fast-check';
import { createTestApp } from './testing/app.ts';
import { comparable, messagesIn, post } from './testing/messages.ts';

const fast = createTestApp();
const sdk = createTestApp({ lanes: 'sdk' });
const keys = new Map([fast, sdk].map((each) => [each, each.newKey()]));
afterAll(() => Promise.all([fast.app.close(), sdk.app.close()]));

const methods = ['tools/call', 'tools/list', 'initialize', 'ping', 'server/discover', 'subscriptions/listen', 'notifications/initialized'];
const names = ['echo', 'refuse', 'break', 'no_such'];
const revisions = ['2026-07-28', '2025-11-25', '2025-03-26', '1999-01-01', 'x'];

const meta = record(
  {
    'io.modelcontextprotocol/protocolVersion': oneof(constantFrom(...revisions), jsonValue()),
    'io.modelcontextprotocol/clientCapabilities': oneof(constant({}), jsonValue()),
    'io.modelcontextprotocol/clientInfo': oneof(constant({ name: 'c', version: '1' }), jsonValue()),
    progressToken: oneof(string(), integer(), jsonValue()),
  },
  { requiredKeys: [] },
);

const params = record(
  {
    name: oneof(constantFrom(...names), jsonValue()),
    arguments: jsonValue(),
    cursor: jsonValue(),
    task: jsonValue(),
    _meta: oneof(meta, jsonValue()),
  },
  { requiredKeys: [] },
);

const message = record(
  {
    jsonrpc: oneof({ weight: 9, arbitrary: constant('2.0') }, jsonValue()),
    id: oneof(integer(), string(), jsonValue()),
    method: oneof({ weight: 9, arbitrary: constantFrom(...methods) }, jsonValue()),
    params: oneof({ weight: 9, arbitrary: params }, jsonValue()),
  },
  { requiredKeys: [] },
);

const headers = record(
  {
    'mcp-protocol-version': option(constantFrom(...revisions), { nil: '' }),
    'mcp-method': option(constantFrom(...methods), { nil: '' }),
    'mcp-name': option(constantFrom(...names), { nil: '' }),
    accept: constantFrom('*/*', 'application/json', 'text/event-stream'),
  },
  { requiredKeys: [] },
);

test('whatever the message, the answer is JSON-RPC or 202 without a body, never a fault, and that of the SDKs', async () => {
  await assert(
    asyncProperty(message, headers, async (body, sent) => {
      const [own, measure] = await Promise.all([fast, sdk].map((each) => post(each.app, keys.get(each), { headers: sent, body })));
      expect(own?.statusCode).toBeLessThan(500);
      expect(messagesIn(own?.body ?? '').every((each) => 'jsonrpc' in each)).toBe(true);
      expect(own?.body === '').toBe(own?.statusCode === 202);
      expect([own?.statusCode, comparable(own?.body)]).toEqual([measure?.statusCode, comparable(measure?.body)]);
    }),
    { numRuns: 400 },
  );
});
