import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../testing/answers.ts';
import { createProduct } from '../testing/product.ts';
import type { Product } from '../testing/product.ts';

let product: Product;
beforeAll(async () => {
  product = await createProduct();
});
afterAll(() => product.close());

const raw = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  product.send({
    method: 'POST',
    url: '/mcp/tools/call',
    as: product.callers.a,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
const total = async (key = product.callers.a): Promise<unknown> =>
  (await product.tool(key, 'get_memories', { limit: 1 })).body.result.total;
const save = async (key: string, content: string): Promise<string> =>
  (await product.tool(key, 'save_memory', { content })).body.result.memory_id;

const saveOnce = (id: number) =>
  raw(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { arguments: { content: 'once' }, name: 'save_memory' } }), {
    'idempotency-key': 'key-1',
  });

const badArguments = { status: 400, code: -32602, error: 'invalid_params', id: 1 };
const forbidden = { status: 403, code: 403, error: 'forbidden', id: 1 };
const conflict = { status: 409, code: 409, error: 'conflict', id: 1 };

describe('Idempotency-Key', () => {
  it('does the work once and answers a repeat the same, under the id of the repeat', async () => {
    const before = Number(await total());
    const first = await saveOnce(1);
    const second = await saveOnce(2);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.text).toBe(first.text.replace('"id":1', '"id":2'));
    expect(await total()).toBe(before + 1);
  });

  it('does the work once for many at once', async () => {
    const before = Number(await total());
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        product.tool(product.callers.a, 'save_memory', { content: 'at once' }, { 'idempotency-key': 'key-2' }),
      ),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await total()).toBe(before + 1);
  });

  it('refuses another request under the same key', async () => {
    const headers = { 'idempotency-key': 'key-3' };
    await product.tool(product.callers.a, 'save_memory', { content: 'one' }, headers);
    expect(failureOf(await product.tool(product.callers.a, 'save_memory', { content: 'two' }, headers))).toEqual(conflict);
    expect(failureOf(await product.tool(product.callers.a, 'delete_memory', { memory_id: randomUUID() }, headers))).toEqual(conflict);
  });

  it('belongs to the credential', async () => {
    const headers = { 'idempotency-key': 'key-4' };
    const answers = await Promise.all(
      [product.callers.a, product.callers.a2, product.callers.b].map((key) => product.tool(key, 'save_memory', { content: key }, headers)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.result.memory_id)).size).toBe(3);
  });

  it('a repeated delete is answered as the first', async () => {
    const memory_id = await save(product.callers.a, 'to delete');
    const headers = { 'idempotency-key': 'key-5' };
    const first = await product.tool(product.callers.a, 'delete_memory', { memory_id }, headers);
    expect((await product.tool(product.callers.a, 'delete_memory', { memory_id }, headers)).text).toBe(first.text);
  });

  it('a refusal is answered again as it was', async () => {
    const memory_id = await save(product.callers.a, 'not yours');
    const headers = { 'idempotency-key': 'key-6' };
    expect(failureOf(await product.tool(product.callers.a2, 'delete_memory', { memory_id }, headers))).toEqual(forbidden);
    expect(failureOf(await product.tool(product.callers.a2, 'delete_memory', { memory_id }, headers))).toEqual(forbidden);
  });

  it('a call with bad arguments keeps nothing, so it can be mended under the same key', async () => {
    const headers = { 'idempotency-key': 'key-7' };
    expect(failureOf(await product.tool(product.callers.a, 'save_memory', { content: '' }, headers))).toEqual(badArguments);
    expect((await product.tool(product.callers.a, 'save_memory', { content: 'mended' }, headers)).status).toBe(200);
  });

  it('a read is answered as the first time', async () => {
    const headers = { 'idempotency-key': 'key-8' };
    const first = await product.tool(product.callers.b, 'get_memories', { limit: 2 }, headers);
    await save(product.callers.b, 'later');
    expect((await product.tool(product.callers.b, 'get_memories', { limit: 2 }, headers)).text).toBe(first.text);
  });

  it.each(['', ' ', 'a b', 'é', 'x'.repeat(256), 'tab\there'])('%j is no key', async (key) => {
    const answer = await product.tool(product.callers.a, 'save_memory', { content: 'x' }, { 'idempotency-key': key });
    expect(failureOf(answer)).toEqual(badArguments);
    expect(answer.body.error.data.issues).toEqual([{ path: 'Idempotency-Key', message: expect.any(String) }]);
  });
});
