import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { scripts } from '../conformance/run-script.ts';
import { toolNames } from '../conformance/tool-names.ts';
import { call } from '../product/caller.ts';
import { freePort } from '../product/free-port.ts';
import { signIn } from '../product/person.ts';
import { startProduct } from '../product/start-product.ts';
import type { Product } from '../product/start-product.ts';
import { runAndApprove, watchOutput } from './command-clients.ts';
import { newClient } from './flow.ts';
import type { Decider } from './flow.ts';
import { connectModern, connectSdk, newMemory } from './sdk-clients.ts';
import { runStrictClient } from './strict-client.ts';

let product: Product;
let decider: Decider;
beforeAll(async () => {
  product = await startProduct({ env: { CAIRN_TRUSTED_PROXIES: 'loopback' } });
  const person = await signIn(product);
  decider = { baseUrl: product.baseUrl, token: person.token, projectId: person.firstProjectId };
});
afterAll(() => product.stop());

const names = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);

describe.each([
  ['the SDK 1.x client', connectSdk],
  ['the SDK 2.x client', connectModern],
])('%s', (_name, connect) => {
  test('is sent for approval, works, is cut off with the very next call, and connects again as the same client', async () => {
    const memory = newMemory();
    const client = await connect(decider, memory);
    onTestFinished(() => client.close());
    expect(names((await client.listTools()).tools)).toEqual(toolNames);
    const saved = await client.callTool({ name: 'save_memory', arguments: { content: 'through OAuth' } });
    expect(saved['structuredContent']).toMatchObject({ success: true });
    const { memory_id: id } = saved['structuredContent'] as { memory_id: string };

    const authorization = { authorization: `Bearer ${decider.token}` };
    const { body } = await call(`${decider.baseUrl}/oauth/connections`, { headers: authorization });
    const [{ token_id: connection }] = body.data;
    expect((await call(`${decider.baseUrl}/oauth/connections/${connection}`, { method: 'DELETE', headers: authorization })).status).toBe(
      204,
    );
    await expect(client.callTool({ name: 'get_memories', arguments: {} })).rejects.toThrow();

    const again = await connect(decider, memory);
    onTestFinished(() => again.close());
    const changed = await again.callTool({ name: 'update_memory', arguments: { memory_id: id, content: 'by the same app' } });
    expect(changed['structuredContent']).toMatchObject({ success: true });
    expect(memory.registrations).toBe(1);
  });
});

test.each(['none', 'client_secret_post', 'client_secret_basic'] as const)(
  'oauth4webapi finds nothing to object to, as a client of %s',
  async (method) => {
    const { tools, afterRevocation, tokenResponse } = await runStrictClient(decider, method);
    expect([tools, afterRevocation]).toEqual([200, 401]);
    expect(tokenResponse.expires_in).toBeUndefined();
  },
);

test('mcp-remote asks for approval in the browser and then serves a stdio client', async () => {
  const home = await mkdtemp(join(tmpdir(), 'cairn-remote-'));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [scripts.mcpRemote, `${product.baseUrl}/mcp`, String(await freePort()), '--allow-http', '--transport', 'http-only'],
    env: { PATH: process.env['PATH'] ?? '', HOME: home, MCP_REMOTE_CONFIG_DIR: join(home, 'auth'), BROWSER: 'true' },
    stderr: 'pipe',
  });
  const watch = watchOutput(decider, [transport.stderr as unknown as NodeJS.ReadableStream]);
  const client = new Client({ name: 'cairn-suite', version: '1.0.0' });
  onTestFinished(async () => {
    await client.close();
    await rm(home, { recursive: true, force: true });
  });
  await client.connect(transport, { timeout: 60_000 });
  await watch.approval();
  expect(names((await client.listTools()).tools)).toEqual(toolNames);
});

test('the inspector asks for approval in the browser and lists the tools', async () => {
  const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
  const target = [`${product.baseUrl}/mcp`, '--transport', 'http', '--callback-url', callback];
  const run = await runAndApprove(decider, [scripts.inspector, '--cli', ...target, '--method', 'tools/list'], {
    MCP_AUTO_OPEN_ENABLED: 'true',
  });
  expect([run.code, run.output]).toEqual([0, expect.stringContaining('search_knowledge')]);
});

test("the protocol's own suite for authorization servers passes", async () => {
  const port = await freePort();
  const { clientId } = await newClient(product.baseUrl, {
    client_name: 'Conformance',
    redirect_uris: [`http://127.0.0.1:${port}/callback`],
    token_endpoint_auth_method: 'none',
  });
  const run = await runAndApprove(decider, [
    scripts.conformance,
    'authorization',
    '--url',
    product.baseUrl,
    '--client-id',
    clientId,
    '--port',
    String(port),
  ]);
  expect([run.code, run.output]).toEqual([0, expect.stringMatching(/passed|SUCCESS/i)]);
  expect(run.output).not.toMatch(/SKIPPED|FAILURE/);
});
