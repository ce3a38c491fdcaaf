import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelServer } from '@cairn/test-kit';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Suite } from '../product/stage.ts';
import { type Library, newLibrary, question } from './handbook.ts';

export const progressSuite =
  (provider: ModelServer): Suite =>
  (stage) => {
    describe('a call that waits for a model', () => {
      let library: Library;
      beforeAll(async () => {
        library = await newLibrary(stage);
      });
      beforeEach(() => {
        provider.reset();
        provider.answerWith({ chat: () => 'Bring the receipt [1].' });
      });

      test('tells a client how far it is', async () => {
        provider.always({ delayMs: 500 });
        const client = await connected(library);
        const told: { at: number; progress: number; total?: number | undefined }[] = [];
        const result = await client.callTool({ name: 'search_knowledge', arguments: { query: question } }, undefined, {
          onprogress: ({ progress, total }) => void told.push({ at: performance.now(), progress, total }),
        });
        const doneAt = performance.now();
        expect(told).toMatchObject([
          { progress: 1, total: 2 },
          { progress: 2, total: 2 },
        ]);
        expect(doneAt - (told[0]?.at ?? doneAt)).toBeGreaterThan(400);
        expect(result.structuredContent).toMatchObject({ answer: 'Bring the receipt. [1]' });
        await client.close();
      });

      test.each(['2025', '2026'] as const)('ends at the provider when the client of %s leaves the stream', async (era) => {
        provider.always({ fault: 'hang' });
        const { caller } = library.project;
        const controller = new AbortController();
        const response = await fetch(`${caller.baseUrl}/mcp`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${caller.secret}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            ...(era === '2026' && { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'search_knowledge' }),
          },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: {
              name: 'search_knowledge',
              arguments: { query: question },
              _meta: { progressToken: 'p', ...(era === '2026' && envelope) },
            },
          }),
          signal: controller.signal,
        });
        expect(response.headers.get('content-type')).toContain('text/event-stream');
        await expect.poll(() => provider.requests.length, { timeout: 5000 }).toBe(1);
        await sleep(100);
        const goneAt = performance.now();
        controller.abort();
        await expect.poll(() => provider.requests[0]?.goneAt).toBeDefined();
        expect((provider.requests[0]?.goneAt ?? Infinity) - goneAt).toBeLessThan(1000);
      });
    });
  };

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

async function connected({ project: { caller } }: Library): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${caller.baseUrl}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${caller.secret}` } },
  });
  await client.connect(transport);
  return client;
}
