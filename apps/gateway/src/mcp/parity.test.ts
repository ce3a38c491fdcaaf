import { afterAll, describe, expect, test } from 'vitest';
import { createTestApp } from './testing/app.ts';
import { comparable, legacy, modern, post } from './testing/messages.ts';
import type { Message } from './testing/messages.ts';

const call = (name: unknown, args?: unknown): { method: string; params: Record<string, unknown> } => ({
  method: 'tools/call',
  params: { name, ...(args !== undefined && { arguments: args }) },
});

const initialize = (protocolVersion: string) => ({
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

// Each is answered by the fast lane; the SDK is the measure.
const shared = {
  'lists the tools': { method: 'tools/list' },
  'lists the tools with empty params': { method: 'tools/list', params: {} },
  'refuses a cursor': { method: 'tools/list', params: { cursor: 'x' } },
  'calls a tool': call('echo', { text: 'a "quoted" line\nand é, 界, 🏔' }),
  'calls a tool without arguments': call('echo'),
  'calls a tool and asks for progress': { method: 'tools/call', params: { name: 'echo', arguments: {}, _meta: { progressToken: 7 } } },
  'calls a tool with arguments that are null': call('echo', null),
  'calls a tool with arguments that are null, as a task': { method: 'tools/call', params: { name: 'echo', arguments: null, task: {} } },
  'refuses arguments that are text': call('echo', 'x'),
  'refuses a name that is no text': call(7, {}),
  'reports a refusal': call('refuse', {}),
  'reports a fault': call('break', {}),
  'does not know a tool': call('no_such', {}),
  'does not fold case': call('Echo', {}),
  'does not trim': call('echo ', {}),
  'keeps a text id': { id: 'a"b\\c\u2028', ...call('echo') },
  'keeps an empty id': { id: '', ...call('echo') },
  'keeps the id 0': { id: 0, ...call('echo') },
  'keeps a negative id': { id: -5, ...call('echo') },
  'does not know a method': { method: 'tools/cal' },
  'does not know an empty method': { method: '' },
  'does not know a method of an object': { method: 'constructor' },
};

const cases: Record<string, Message> = {
  ...Object.fromEntries(Object.entries(shared).map(([title, request]) => [`2025: ${title}`, legacy(request)])),
  ...Object.fromEntries(Object.entries(shared).map(([title, request]) => [`2026: ${title}`, modern(request)])),
  '2025: answers ping': legacy({ method: 'ping' }),
  '2025: agrees to 2025-11-25': legacy(initialize('2025-11-25')),
  '2025: agrees to 2025-06-18': legacy(initialize('2025-06-18')),
  '2025: agrees to 2024-11-05': legacy(initialize('2024-11-05')),
  '2025: takes the header of the negotiated revision': legacy(call('echo'), { 'mcp-protocol-version': '2025-06-18' }),
  '2025: ignores that a call is to be a task': legacy({ method: 'tools/call', params: { name: 'echo', task: { ttl: 1 } } }),
  '2026: discovers': modern({ method: 'server/discover' }),
  '2026: does not know ping': modern({ method: 'ping' }),
  '2026: does not know initialize': modern(initialize('2025-11-25')),
  '2026: takes an encoded name': modern(call('echo'), { 'mcp-name': '=?base64?ZWNobw==?=' }),
  '2026: refuses another name': modern(call('echo'), { 'mcp-name': 'refuse' }),
  '2026: refuses a missing name': modern(call('echo'), { 'mcp-name': '' }),
  '2026: refuses another method': modern(call('echo'), { 'mcp-method': 'tools/list' }),
  '2026: refuses a missing method': modern(call('echo'), { 'mcp-method': '' }),
  '2026: refuses a missing revision': modern(call('echo'), { 'mcp-protocol-version': '' }),
  '2026: refuses another revision': modern(call('echo'), { 'mcp-protocol-version': '2025-11-25' }),
  '2026: ignores answers that were not asked for': modern({ method: 'tools/call', params: { name: 'echo', inputResponses: {} } }),
  '2026: refuses a state that is no text': modern({ method: 'tools/call', params: { name: 'echo', requestState: 5 } }),
  '2026: refuses an envelope without capabilities': modern({
    method: 'tools/list',
    params: { _meta: { 'io.modelcontextprotocol/clientCapabilities': undefined } },
  }),
  '2026: refuses capabilities of a wrong type': modern({
    method: 'tools/list',
    params: { _meta: { 'io.modelcontextprotocol/clientCapabilities': { sampling: 'yes' } } },
  }),
  '2026: refuses an unknown revision': modern(
    { method: 'tools/list', params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } } },
    { 'mcp-protocol-version': '2099-01-01' },
  ),
};

describe('the fast lanes answer as the SDKs do', () => {
  const fast = createTestApp();
  const sdk = createTestApp({ lanes: 'sdk' });
  afterAll(async () => {
    await fast.app.close();
    await sdk.app.close();
  });

  test.for(Object.entries(cases))('%s', async ([, message]) => {
    const answers = await Promise.all([fast, sdk].map((each) => post(each.app, each.newKey(), message)));
    const [own, measure] = answers.map((answer) => ({
      status: answer.statusCode,
      type: answer.headers['content-type'],
      session: answer.headers['mcp-session-id'],
      body: comparable(answer.body),
    }));
    expect(own).toEqual(measure);
  });
});
