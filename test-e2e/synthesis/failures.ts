import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelServer, Move } from '@cairn/test-kit';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callThrough } from '../product/doors.ts';
import type { Suite } from '../product/stage.ts';
import { type Library, newLibrary, question } from './handbook.ts';
import { providerKey } from './provider.ts';

const hanging: [string, Move, string] = ['that never answers', { fault: 'hang' }, 'provider_timeout'];

export const failureSuite =
  (provider: ModelServer): Suite =>
  (stage) => {
    describe('a provider', () => {
      let library: Library;
      beforeAll(async () => {
        library = await newLibrary(stage);
      });
      beforeEach(() => {
        provider.reset();
        provider.answerWith({ chat: () => 'Bring the receipt [1].' });
      });

      test('that is busy once is asked again after the time that it names', async () => {
        provider.script({ status: 429, headers: { 'retry-after': '2' } });
        const { result } = await callThrough('plain', library.project.caller, 'search_knowledge', { query: question });
        expect(result).toMatchObject({ answer: 'Bring the receipt. [1]', answer_kind: 'model' });
        const [first, second] = provider.requests;
        expect(provider.requests).toHaveLength(2);
        expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2000);
      });

      test.each<[string, Move, string]>([
        ['that is always busy', { status: 429, headers: { 'retry-after': '1' } }, 'provider_rate_limited'],
        ['that fails', { status: 500 }, 'provider_failed'],
        ['that refuses the key', { status: 401 }, 'provider_refused'],
        ['that answers no JSON', { body: '<html>502 Bad Gateway</html>' }, 'provider_bad_response'],
        ['that breaks off', { fault: 'half' }, 'provider_unreachable'],
        ['that has no end', { fault: 'flood' }, 'provider_bad_response'],
        // Takes as long as a call may; once is enough.
        ...(stage.kind === 'embedded' ? [hanging] : []),
      ])('%s costs the answer and not the passages', async (_, move, code) => {
        provider.always(move);
        const startedAt = performance.now();
        const { http, result } = await callThrough('plain', library.project.caller, 'search_knowledge', { query: question });
        expect(performance.now() - startedAt).toBeLessThan(30_000);
        expect(http.status).toBe(200);
        expect(result).toMatchObject({ answer: null, answer_kind: 'none', citations: [], answer_error: { code } });
        expect(result.results[0]).toMatchObject({ document_id: library.refunds });
        expect(provider.requests.length).toBeLessThanOrEqual(3);
      });

      test('is let go when the client goes', async () => {
        provider.always({ fault: 'hang' });
        const { caller } = library.project;
        const controller = new AbortController();
        const left = fetch(`${caller.baseUrl}/mcp/tools/call`, {
          method: 'POST',
          headers: { authorization: `Bearer ${caller.secret}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'search_knowledge', arguments: { query: question } },
          }),
          signal: controller.signal,
        });
        await expect.poll(() => provider.requests.length, { timeout: 5000 }).toBe(1);
        await sleep(1000);
        const goneAt = performance.now();
        controller.abort();
        await expect(left).rejects.toThrow();
        await expect.poll(() => provider.requests[0]?.goneAt).toBeDefined();
        expect((provider.requests[0]?.goneAt ?? Infinity) - goneAt).toBeLessThan(1000);
      });

      test('gets the key, and nobody else', () => {
        const output = stage.product.output();
        expect(output.includes(providerKey)).toBe(false);
        // Questions and passages are as little for the log.
        expect(output.includes('Bring the receipt')).toBe(false);
        expect(output.includes(question)).toBe(false);
        expect(output.match(/"level":"(?:error|fatal)"/)).toBeNull();
      });
    });
  };
