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
const message = (fields: object) => raw(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', ...fields }));
const call = (name: unknown, args?: unknown) => message({ params: { name, ...(args === undefined ? {} : { arguments: args }) } });
const total = async (key = product.callers.a): Promise<unknown> =>
  (await product.tool(key, 'get_memories', { limit: 1 })).body.result.total;
const save = async (key: string, content: string): Promise<string> =>
  (await product.tool(key, 'save_memory', { content })).body.result.memory_id;

const badArguments = { status: 400, code: -32602, error: 'invalid_params', id: 1 };
const notFound = { status: 404, code: 404, error: 'not_found', id: 1 };
const forbidden = { status: 403, code: 403, error: 'forbidden', id: 1 };

describe('a call', () => {
  it('answers the object of the tool as the result, under the id it came with', async () => {
    const saved = await raw(
      '{"jsonrpc":"2.0","id":"a-7","method":"tools/call","params":{"name":"save_memory","arguments":{"content":"x","agent_name":"claude"}}}',
    );
    expect(saved.status).toBe(200);
    expect(saved.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(saved.text).toMatch(
      /^\{"jsonrpc":"2\.0","id":"a-7","result":\{"success":true,"memory_id":"[0-9a-f-]{36}","created_at":"[0-9TZ:.-]+"\}\}$/,
    );
  });

  it('saves, lists, updates and deletes a memory', async () => {
    const content = `the cat is called ${randomUUID()}`;
    const id = await save(product.callers.a, content);
    const listed = await product.tool(product.callers.a, 'get_memories', { limit: 1 });
    expect(listed.body.result).toEqual({
      success: true,
      memories: [
        {
          memory_id: id,
          content,
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          agent_name: null,
          agent_id: null,
          updated_at: expect.any(String),
        },
      ],
      total: expect.any(Number),
      limit: 1,
      offset: 0,
    });
    const updated = await product.tool(product.callers.a, 'update_memory', { memory_id: id, content: 'a dog' });
    expect(updated.body.result).toEqual({ success: true, memory_id: id, updated_at: expect.any(String) });
    const deleted = await product.tool(product.callers.a, 'delete_memory', { memory_id: id.toUpperCase() });
    expect(deleted.body.result).toEqual({ success: true, memory_id: id });
    expect(failureOf(await product.tool(product.callers.a, 'delete_memory', { memory_id: id }))).toEqual(notFound);
  });

  it.each([0, -1, 7, 9_007_199_254_740_991, '', 'x', '\u754c', ' 1 '])('echoes the id %j', async (id) => {
    expect((await message({ id, params: { name: 'get_memories' } })).body).toMatchObject({ id, result: { success: true } });
    expect((await message({ id, params: { name: 'nothing' } })).body).toMatchObject({ id, error: { code: -32602 } });
  });

  it('takes absent arguments as none, null among them', async () => {
    expect((await call('get_memories')).body.result).toMatchObject({ limit: 50, offset: 0 });
    expect((await message({ params: { name: 'get_memories', arguments: null, _meta: { progressToken: 1 } } })).status).toBe(200);
  });

  it('answers a hundred at once each with its own', async () => {
    const tags = await Promise.all(
      [product.callers.a, product.callers.b].map(async (key, i) => ({ key, id: await save(key, `tag ${i}`) })),
    );
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => tags)
        .flat()
        .map(async ({ key, id }) => {
          const { body } = await product.tool(key, 'get_memories', { limit: 200 });
          const ids = new Set(body.result.memories.map((memory: { memory_id: string }) => memory.memory_id));
          return tags.every((tag) => ids.has(tag.id) === (tag.id === id));
        }),
    );
    expect(answers.every(Boolean)).toBe(true);
  });
});

describe('another credential', () => {
  it("of another project gets the same answer for somebody's memory as for an unknown one", async () => {
    const foreign = await save(product.callers.a, 'of project A');
    const answers = await Promise.all(
      [foreign, randomUUID()].flatMap((memory_id) => [
        product.tool(product.callers.b, 'update_memory', { memory_id, content: 'x' }),
        product.tool(product.callers.b, 'delete_memory', { memory_id }),
      ]),
    );
    for (const answer of answers) expect(failureOf(answer)).toEqual(notFound);
    const withoutRequest = answers.map(({ text }) => text.replaceAll(/"request_id":"[^"]+"/g, ''));
    expect(withoutRequest.slice(0, 2)).toEqual(withoutRequest.slice(2));
    expect((await call('get_memories', { limit: 1 })).body.result.memories).toMatchObject([
      { memory_id: foreign, content: 'of project A' },
    ]);
  });

  it('of the same project reads the memory and may not change it', async () => {
    const memory_id = await save(product.callers.a, 'of the first key');
    expect((await product.tool(product.callers.a2, 'get_memories', { limit: 1 })).body.result.memories).toMatchObject([{ memory_id }]);
    expect(failureOf(await product.tool(product.callers.a2, 'update_memory', { memory_id, content: 'x' }))).toEqual(forbidden);
    expect(failureOf(await product.tool(product.callers.a2, 'delete_memory', { memory_id }))).toEqual(forbidden);
  });

  it('leaves an audit row of what it tried, without content', async () => {
    const memory_id = await save(product.callers.a, 'secret content');
    await product.tool(product.callers.a2, 'update_memory', { memory_id, content: 'x' });
    await product.tool(product.callers.a2, 'delete_memory', { memory_id }, { 'idempotency-key': randomUUID() });
    const client = await product.database.app.connect();
    try {
      await client.query('begin');
      await client.query(`select set_config('cairn.project_id', $1, true)`, [product.projectA]);
      const { rows } = await client.query('select action, outcome from cairn.audit_entries where target = $1 order by at', [memory_id]);
      expect(rows).toEqual([
        { action: 'memory.save', outcome: 'done' },
        { action: 'memory.update', outcome: 'not_owned' },
        { action: 'memory.delete', outcome: 'not_owned' },
      ]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('of somebody who may only look reads and writes nothing', async () => {
    expect((await product.tool(product.callers.viewerKey, 'get_memories')).status).toBe(200);
    expect(failureOf(await product.tool(product.callers.viewerKey, 'save_memory', { content: 'x' }))).toEqual(forbidden);
  });
});

describe('credentials', () => {
  const unauthorized = { status: 401, code: 401, error: 'unauthorized', id: null };

  it.each<[Record<string, string>, string]>([
    [{}, 'none'],
    [{ authorization: 'Bearer' }, 'an empty one'],
    [{ authorization: 'Bearer nonsense' }, 'one that cannot be'],
    [{ authorization: `Bearer cairn_${'a'.repeat(48)}` }, 'an unknown one'],
    [{ authorization: 'Basic YTpi' }, 'another scheme'],
  ])('%j is unauthorized (%s)', async (headers) => {
    const answer = await product.send({
      method: 'POST',
      url: '/mcp/tools/call',
      headers: { ...headers, 'content-type': 'application/json' },
      payload: '{}',
    });
    expect(failureOf(answer)).toEqual(unauthorized);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer /);
  });

  it('a session token is refused', async () => {
    expect(failureOf(await product.tool(product.callers.session, 'get_memories'))).toEqual(unauthorized);
  });

  it('two different ones are refused and nothing is written', async () => {
    const before = [await total(), await total(product.callers.b)];
    const answer = await product.send({
      method: 'POST',
      url: `/mcp/tools/call?api_key=${product.callers.b}`,
      as: product.callers.a,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'save_memory', arguments: { content: 'x' } },
      }),
    });
    expect(failureOf(answer)).toEqual({ ...badArguments, id: null });
    expect([await total(), await total(product.callers.b)]).toEqual(before);
  });

  it('a key in the query works and is in no log line', async () => {
    const answer = await product.send({
      method: 'POST',
      url: `/mcp/tools/call?api_key=${product.callers.b}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_memories' } }),
    });
    expect(answer.status).toBe(200);
    expect(product.log.length).toBeGreaterThan(0);
    expect(product.log.join('\n')).not.toContain(product.callers.b.slice(12));
  });
});

describe('the transport', () => {
  it.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('%s is not allowed', async (method) => {
    const answer = await product.send({ method, url: '/mcp/tools/call', as: product.callers.a });
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST']);
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { status: 405 } } });
  });

  it.each(['application/json; charset=iso-8859-1', 'text/plain', 'application/x-www-form-urlencoded', undefined])(
    'a body of type %j is 415',
    async (type) => {
      const answer = await product.send({
        method: 'POST',
        url: '/mcp/tools/call',
        as: product.callers.a,
        headers: type === undefined ? {} : { 'content-type': type },
        payload: Buffer.from('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_memories"}}'),
      });
      expect(answer.status).toBe(415);
      expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { status: 415 } } });
    },
  );

  it('a body over 1 MiB is too large', async () => {
    const answer = await call('save_memory', { content: 'x'.repeat(1_048_576) });
    expect(failureOf(answer)).toEqual({ status: 413, code: 413, error: 'payload_too_large', id: null });
  });

  it('a page of a foreign origin is refused and nothing is done', async () => {
    const before = await total();
    for (const origin of ['https://evil.example', 'null']) {
      const answer = await product.tool(product.callers.a, 'save_memory', { content: 'x' }, { origin });
      expect(failureOf(answer)).toEqual({ ...forbidden, id: null });
    }
    expect(await total()).toBe(before);
  });
});
