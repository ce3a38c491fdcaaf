import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startProduct } from '../product/start-product.ts';
import type { Product } from '../product/start-product.ts';
import { modernClient, remoteClient, sdkClient, sdkClientByAddress } from './clients.ts';
import type { ConnectedClient, Endpoint } from './clients.ts';
import { failureOf, runScript, scripts } from './run-script.ts';
import { toolNames } from './tool-names.ts';

const clients: Record<string, (endpoint: Endpoint) => Promise<ConnectedClient>> = {
  'the SDK 1.x client': sdkClient,
  'the SDK 1.x client with the key in the address': sdkClientByAddress,
  'the SDK 2.x client in legacy mode': (endpoint) => modernClient(endpoint, 'legacy'),
  'the SDK 2.x client in auto mode': (endpoint) => modernClient(endpoint, 'auto'),
  'the SDK 2.x client pinned to 2026-07-28': (endpoint) => modernClient(endpoint, { pin: '2026-07-28' }),
  'a stdio client through mcp-remote': remoteClient,
};

describe.each([
  ['without sessions', {}],
  ['with sessions', { CAIRN_MCP_SESSIONS: 'on' }],
])('the product %s', (_title, env) => {
  let product: Product;
  let endpoint: Endpoint;
  beforeAll(async () => {
    product = await startProduct({ env });
    endpoint = { url: `${product.baseUrl}/mcp`, apiKey: product.account.apiKey };
  });
  afterAll(() => product.stop());

  describe.each(Object.entries(clients))('serves %s', (_name, connect) => {
    async function connected(): Promise<ConnectedClient> {
      const client = await connect(endpoint);
      onTestFinished(() => client.close());
      return client;
    }

    test('lists the seven tools', async () => {
      const { tools } = await (await connected()).listTools();
      expect(tools.map(({ name }) => name)).toEqual(toolNames);
    });

    test('saves a memory and reads it back', async () => {
      const client = await connected();
      await client.listTools();
      const content = `remember ${randomUUID()} — "quotes", 界 and 🏔`;
      const saved = await client.callTool({ name: 'save_memory', arguments: { content } });
      expect(saved['structuredContent']).toMatchObject({ success: true, memory_id: expect.any(String) });
      const page = await client.callTool({ name: 'get_memories', arguments: { limit: 1 } });
      expect(page['structuredContent']).toMatchObject({ memories: [{ content }] });
      expect(page['content']).toEqual([{ type: 'text', text: JSON.stringify(page['structuredContent']) }]);
    });

    test('hands a refusal to the model, not to an exception', async () => {
      const client = await connected();
      // From here on the client checks results against the output schemas.
      await client.listTools();
      const refused = await client.callTool({ name: 'update_memory', arguments: { memory_id: randomUUID(), content: 'x' } });
      expect(refused).toMatchObject({ isError: true, structuredContent: { success: false, error: { status: 404 } } });
      const invalid = await client.callTool({ name: 'save_memory', arguments: { content: '', extra: 1 } });
      expect(invalid).toMatchObject({ isError: true, structuredContent: { error: { status: 400, issues: expect.any(Array) } } });
    });

    test('reports a tool that is not there as an error', async () => {
      const client = await connected();
      await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
    });
  });

  describe.each(['legacy', 'modern'])('serves the inspector in the %s era', (era) => {
    const inspect = (...args: string[]) => {
      const credential = `Authorization: Bearer ${endpoint.apiKey}`;
      return runScript(scripts.inspector, [
        '--cli',
        endpoint.url,
        '--transport',
        'http',
        '--protocol-era',
        era,
        '--header',
        credential,
        ...args,
      ]);
    };

    test('lists the seven tools, and finds their schemas portable', async () => {
      const run = await inspect('--method', 'tools/list', '--strict');
      expect(failureOf(run)).toBe('');
      expect(JSON.parse(run.stdout)).toMatchObject({ tools: toolNames.map((name) => ({ name })) });
    });

    test('saves a memory', async () => {
      const call = ['--method', 'tools/call', '--tool-name', 'save_memory', '--tool-arg', 'content=from the inspector'];
      const run = await inspect(...call);
      expect(failureOf(run)).toBe('');
      expect(JSON.parse(run.stdout)).toMatchObject({ structuredContent: { success: true } });
    });
  });
});

test('a client goes on after the product was started again', async () => {
  const first = await startProduct();
  const { port, dataDir, account } = first;
  const client = await sdkClient({ url: `${first.baseUrl}/mcp`, apiKey: account.apiKey });
  onTestFinished(() => client.close());
  await client.callTool({ name: 'save_memory', arguments: { content: 'before' } });
  await first.end('SIGTERM');
  const second = await startProduct({ port, dataDir, account });
  onTestFinished(async () => {
    await second.stop();
    await first.stop();
  });
  const page = await client.callTool({ name: 'get_memories', arguments: {} });
  expect(page['structuredContent']).toMatchObject({ total: 1, memories: [{ content: 'before' }] });
});
