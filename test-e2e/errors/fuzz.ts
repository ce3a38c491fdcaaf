import { array, assert, asyncProperty, constantFrom, oneof, record, string, uint8Array } from 'fast-check';
import type { Parameters } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { newAddress } from '../auth/addresses.ts';
import { remembered, save } from '../memories/remembered.ts';
import { call, legacyHeaders, modernEnvelope, modernHeaders } from '../product/caller.ts';
import type { Answer } from '../product/caller.ts';
import { insides } from '../product/insides.ts';
import type { Project, Suite } from '../product/stage.ts';
import { fields, message, routes, textOf, tools, uuids, value } from './fuzz-inputs.ts';

/** The same inputs in every run. */
const budget = <Inputs>(numRuns: number): Parameters<Inputs> => ({ seed: 20_261_128, numRuns, endOnFailure: true });

export const fuzzSuite: Suite = (stage) => {
  describe('whatever is sent', () => {
    let project: Project;
    beforeAll(async () => {
      project = await stage.newProject();
      await save(project.other, 'untouched');
    });

    /** No failure of the product, nothing of its inside, and always an answer that a program can read. */
    const expectSound = ({ status, text, headers }: Answer) => {
      expect([status, text]).toEqual([expect.not.toBeOneOf([500, 501, 502, 503, 504]), expect.not.stringMatching(insides)]);
      if (status >= 400) expect(headers.get('content-type')).toMatch(/^application\/(?:problem\+)?json/);
    };

    const post = (path: string, body: RequestInit['body'], headers: Record<string, string> = {}) =>
      call(`${stage.product.baseUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${project.secret}`, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body }),
      });

    test('as a message to /mcp/tools/call, it is answered', async () => {
      await assert(
        asyncProperty(message, async (sent) => {
          const answer = await post('/mcp/tools/call', textOf(sent));
          expectSound(answer);
          expect(answer.body.jsonrpc).toBe('2.0');
          expect('result' in answer.body).toBe(answer.status === 200);
        }),
        budget(500),
      );
    });

    test('as a message to /mcp of 2025, it is answered', async () => {
      await assert(
        asyncProperty(message, async (sent) => expectSound(await post('/mcp', textOf(sent), legacyHeaders))),
        budget(400),
      );
    });

    test('as a message to /mcp of 2026, it is answered', async () => {
      await assert(
        asyncProperty(message, constantFrom(...tools), async (sent, name) => {
          const params = typeof sent.params === 'object' ? { _meta: modernEnvelope, ...sent.params } : sent.params;
          expectSound(await post('/mcp', textOf({ ...sent, params }), modernHeaders('tools/call', name)));
        }),
        budget(400),
      );
    });

    test('as bytes, they are answered', async () => {
      const start = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"save_memory","arguments":{"content":"');
      await assert(
        asyncProperty(
          uint8Array({ maxLength: 64 }),
          constantFrom('/mcp', '/mcp/tools/call', '/v1/memories', '/v1/knowledge/documents'),
          async (bytes, path) => {
            expectSound(await post(path, bytes));
            expectSound(await post(path, Buffer.concat([start, bytes, Buffer.from('"}}}')])));
          },
        ),
        budget(150),
      );
    });

    test('as any JSON to any route, it is answered', async () => {
      const session = project.session.secret;
      await assert(
        asyncProperty(
          constantFrom(...routes),
          oneof({ weight: 8, arbitrary: fields }, { weight: 1, arbitrary: value }),
          oneof(uuids, string({ unit: 'binary', minLength: 1, maxLength: 20 })),
          constantFrom(project.secret, session),
          async ([method, path], body, id, secret) => {
            const answer = await call(`${stage.product.baseUrl}${path.replace('{id}', pathPart(id))}`, {
              method,
              headers: {
                authorization: `Bearer ${secret}`,
                'x-service-project-id': project.id,
                'content-type': 'application/json',
                ...newAddress(),
              },
              ...(method === 'GET' ? {} : { body: textOf(body) }),
            });
            expectSound(answer);
          },
        ),
        budget(700),
      );
    });

    test('as a query, it is answered', async () => {
      await assert(
        asyncProperty(
          constantFrom(
            '/v1/memories',
            '/v1/knowledge/documents',
            '/v1/projects',
            '/v1/knowledge/documents/01a21f9f-c8d1-71a8-990b-cb24cde82867/content',
          ),
          array(
            record({
              name: constantFrom('limit', 'cursor', 'offset', 'max_characters', 'api_key', '__proto__', 'limit[]'),
              text: string({ unit: 'binary', maxLength: 20 }),
            }),
            { maxLength: 4 },
          ),
          async (path, query) => {
            const text = query.map((part) => `${encodeURIComponent(part.name)}=${pathPart(part.text)}`).join('&');
            expectSound(
              await call(`${stage.product.baseUrl}${path}?${text}`, { headers: { 'x-api-key': project.secret, ...newAddress() } }),
            );
          },
        ),
        budget(300),
      );
    });

    test('as a header, it is answered', async () => {
      await assert(
        asyncProperty(
          constantFrom(
            'authorization',
            'x-api-key',
            'x-service-project-id',
            'idempotency-key',
            'accept',
            'content-type',
            'mcp-protocol-version',
            'mcp-session-id',
            'mcp-method',
            'mcp-name',
            'last-event-id',
            'x-forwarded-for',
            'origin',
            'x-request-id',
          ),
          string({ maxLength: 40 }),
          constantFrom('/mcp', '/mcp/tools/call', '/v1/memories'),
          async (name, text, path) => {
            // Fetch sends no control characters and nothing above one byte.
            const sendable = text.replaceAll(/[^\x20-\x7e\xa1-\xff]/g, '').trim();
            const body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_memories","arguments":{"limit":1}}}';
            expectSound(await post(path, body, { ...newAddress(), [name]: sendable }));
          },
        ),
        budget(400),
      );
    });

    test('the product is well and kept what it had', async () => {
      const list = await remembered(project.caller);
      expect(list.at(-1)?.content).toBe('untouched');
      for (const { content } of list) expect(content.isWellFormed() && !content.includes('\0')).toBe(true);
      expect((await call(`${stage.product.baseUrl}/readyz`)).status).toBe(200);
      expect(stage.product.output()).not.toMatch(/unhandled|uncaught|"level":"(?:error|fatal)"/i);
    });
  });
};

/** A part of an address: what has no form in UTF-8 goes as a byte that is none. */
function pathPart(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ff';
}
