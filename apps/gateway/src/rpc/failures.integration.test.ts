import { afterEach, describe, expect, it } from 'vitest';
import { failureOf, problemOf } from '../testing/answers.ts';
import { createProduct } from '../testing/product.ts';
import type { Product } from '../testing/product.ts';

const open: Product[] = [];
afterEach(() => Promise.all(open.splice(0).map((product) => product.close())));

async function opened(...options: Parameters<typeof createProduct>): Promise<Product> {
  const product = await createProduct(...options);
  open.push(product);
  return product;
}

const memories = '/v1/memories';

describe('past the limit', () => {
  it('a call is 429 with its id and says when to come back', async () => {
    const { tool, callers } = await opened({ limit: 3 });
    const within = [await tool(callers.a, 'get_memories'), await tool(callers.a, 'nothing'), await tool(callers.a, 'save_memory', {})];
    expect(within.map(({ status, headers }) => [status, headers['ratelimit-limit'], headers['ratelimit-remaining']])).toEqual([
      [200, '3', '2'],
      [400, '3', '1'],
      [400, '3', '0'],
    ]);
    const past = await tool(callers.a, 'get_memories');
    expect(failureOf(past)).toEqual({ status: 429, code: 429, error: 'rate_limited', id: 1 });
    const seconds = Number(past.headers['retry-after']);
    expect(seconds).toBeGreaterThan(3590);
    expect(seconds).toBeLessThanOrEqual(3600);
    expect(past.body.error.data.retry_after).toBe(seconds);
    expect(past.headers['ratelimit-reset']).toBe(String(seconds));
  });

  it('every way to call counts for the one credential, and another has its own count', async () => {
    const { tool, send, callers } = await opened({ limit: 2 });
    await tool(callers.a, 'get_memories');
    await send({ url: memories, as: callers.a });
    expect(problemOf(await send({ url: memories, as: callers.a }))).toEqual([429, 'rate_limited']);
    expect((await tool(callers.a2, 'get_memories')).status).toBe(200);
  });
});

describe('when the database is gone', () => {
  it('calls are 503 with Retry-After, and nothing of the cause is told', async () => {
    const { tool, send, callers, loseDatabase } = await opened();
    await loseDatabase();
    const call = await tool(callers.a, 'get_memories');
    expect(failureOf(call)).toEqual({ status: 503, code: 503, error: 'unavailable', id: null });
    expect(call.headers['retry-after']).toMatch(/^\d+$/);
    const rest = await send({ url: memories, as: callers.a });
    expect(problemOf(rest)).toEqual([503, 'unavailable']);
    expect(call.text + rest.text).not.toMatch(/pool|postgres|node_modules/i);
  });
});

describe('when something breaks that never should', () => {
  it('a call is 500, tells nothing but the request, and the log has the rest', async () => {
    const broken = { write: () => Promise.reject(new Error('select * from cairn.secrets at /srv/app.ts')) };
    const { tool, send, callers, log, ingestAll } = await opened({ answers: broken });
    await send({ method: 'POST', url: '/v1/knowledge/documents', as: callers.a, payload: { title: 'x', content: 'A lone heron.' } });
    await ingestAll();
    const call = await tool(callers.a, 'search_knowledge', { query: 'heron' });
    expect(failureOf(call)).toEqual({ status: 500, code: -32603, error: 'internal_error', id: 1 });
    const rest = await send({ method: 'POST', url: '/v1/knowledge/search', as: callers.a, payload: { query: 'heron' } });
    expect(problemOf(rest)).toEqual([500, 'internal_error']);
    expect(call.text + rest.text).not.toMatch(/select|secrets|srv|stack/i);
    for (const { body } of [call, rest]) {
      const requestId: string = body.request_id ?? body.error.data.request_id;
      expect(log.filter((line) => line.includes(requestId) && line.includes('cairn.secrets'))).toHaveLength(1);
    }
  });
});
