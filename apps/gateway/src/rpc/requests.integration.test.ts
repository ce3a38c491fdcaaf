import { randomUUID } from 'node:crypto';
import { memoryBounds } from '@cairn/core';
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

const remaining = async (payload: string) => Number((await raw(payload)).headers['ratelimit-remaining']);

const badArguments = { status: 400, code: -32602, error: 'invalid_params', id: 1 };

describe('Accept', () => {
  const page = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_memories', arguments: { limit: 1 } } });

  it.each([
    '*/*',
    'application/json',
    'text/event-stream, application/json',
    'application/json;q=0.1, text/event-stream',
    'text/html, */*;q=0.1',
  ])('%s is answered with JSON', async (accept) => {
    const answer = await raw(page, { accept });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(answer.body.result.limit).toBe(1);
  });

  it('of events alone is answered with one event', async () => {
    const answer = await raw(page, { accept: 'text/event-stream' });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/event-stream']);
    expect(answer.text).toMatch(/^event: message\ndata: \{"jsonrpc":"2.0","id":1,"result":\{.*\}\}\n\n$/);
  });

  it.each(['text/html', 'application/json;q=0', 'image/*'])('%s cannot be answered', async (accept) => {
    const before = await total();
    const answer = await raw(page.replace('get_memories', 'save_memory'), { accept });
    expect(failureOf(answer)).toMatchObject({ status: 406, code: -32600, error: 'not_acceptable' });
    expect(answer.text).toContain('application/json or text/event-stream');
    expect(await total()).toBe(before);
  });

  it('of events alone is answered with a refusal in JSON', async () => {
    const answer = await raw('{', { accept: 'text/event-stream' });
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/json; charset=utf-8']);
  });
});

describe('what is no call', () => {
  const parseError = { status: 400, code: -32700, error: 'parse_error', id: null };
  const invalidRequest = { status: 400, code: -32600, error: 'invalid_request', id: null };

  it.each<[string | Buffer, string]>([
    ['', 'an empty body'],
    ['{', 'half an object'],
    ['{"jsonrpc":"2.0",}', 'a comma too many'],
    ["{'jsonrpc':'2.0'}", 'single quotes'],
    ['{"__proto__":{"a":1}}', 'a key that would reach the prototype'],
    [
      Buffer.from(
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"save_memory","arguments":{"content":"a\u0097b"}}}',
        'latin1',
      ),
      'a legacy code page',
    ],
    [Buffer.from('{"jsonrpc":"2.0","id":1}', 'utf16le'), 'UTF-16'],
    [`{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'endless nesting'],
  ])('%j is a parse error (%s)', async (payload) => {
    const before = await total();
    expect(failureOf(await raw(payload))).toEqual(parseError);
    expect(await total()).toBe(before);
  });

  it.each([
    ['[]'],
    ['[1]'],
    ['[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]'],
    [
      JSON.stringify(
        Array.from({ length: 900 }, (_, id) => ({
          jsonrpc: '2.0',
          id,
          method: 'tools/call',
          params: { name: 'save_memory', arguments: { content: 'x' } },
        })),
      ),
    ],
    ['1'],
    ['"text"'],
    ['null'],
    ['true'],
    ['{}'],
    ['{"jsonrpc":"2.0","method":"tools/call","params":{"name":"save_memory","arguments":{"content":"x"}}}'],
    ['{"jsonrpc":"2.0","id":null,"method":"tools/call"}'],
    ['{"jsonrpc":"2.0","id":1.5,"method":"tools/call"}'],
    ['{"jsonrpc":"2.0","id":1e300,"method":"tools/call"}'],
    ['{"jsonrpc":"2.0","id":{},"method":"tools/call"}'],
    ['{"jsonrpc":"2.0","id":[1],"method":"tools/call"}'],
    ['{"jsonrpc":"2.0","id":true,"method":"tools/call"}'],
  ])('%s is an invalid request without an id', async (payload) => {
    const before = await total();
    expect(failureOf(await raw(payload))).toEqual(invalidRequest);
    expect(await total()).toBe(before);
  });

  it('counts a batch as one request and answers it once', async () => {
    const before = await remaining('{}');
    const batch = JSON.stringify(
      Array.from({ length: 900 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'get_memories' } })),
    );
    expect(await remaining(batch)).toBe(before - 1);
  });

  it.each([
    { jsonrpc: '1.0' },
    { jsonrpc: 2 },
    { jsonrpc: undefined },
    { method: undefined },
    { method: 5 },
    { method: null },
    { method: ['tools/call'] },
  ])('%j is an invalid request with its id', async (fields) => {
    expect(failureOf(await message({ params: { name: 'get_memories' }, ...fields }))).toEqual({ ...invalidRequest, id: 1 });
  });

  it.each(['tools/cal', 'TOOLS/LIST', 'tools/list', '', 'tools/call ', 'tools/c\u0430ll', 'initialize'])(
    'the method %j is not found',
    async (method) => {
      expect(failureOf(await message({ method, params: { name: 'get_memories' } }))).toEqual({
        status: 400,
        code: -32601,
        error: 'method_not_found',
        id: 1,
      });
    },
  );
});

describe('params', () => {
  it.each([
    'no_such',
    'Save_Memory',
    'save_memory ',
    ' save_memory',
    'save_memory\u200b',
    's\u0430ve_memory',
    '',
    '__proto__',
    'constructor',
  ])('there is no tool %j', async (name) => {
    const before = await total();
    const answer = await call(name, { content: 'x' });
    expect(failureOf(answer)).toEqual(badArguments);
    expect(answer.body.error.data.issues).toEqual([{ path: 'params.name', message: expect.stringContaining('not a tool') }]);
    expect(answer.text).toMatch(/^[\x20-\x7e]*$/);
    expect(await total()).toBe(before);
  });

  it('a name is escaped and cut where it is shown', async () => {
    const answer = await call(`<b>\u202e${'n'.repeat(10_000)}`);
    expect(answer.body.error.message).toContain('<b>\\u202ennn');
    expect(answer.text.length).toBeLessThan(600);
  });

  it.each([
    { params: undefined },
    { params: null },
    { params: [] },
    { params: 'x' },
    { params: {} },
    { params: { name: 7 } },
    { params: { name: null } },
  ])('%j names no tool', async (fields) => {
    expect(failureOf(await message(fields))).toEqual(badArguments);
  });

  it.each([[[]], ['x'], [7], [true]])('arguments that are %j are refused', async (args) => {
    const answer = await call('get_memories', args);
    expect(failureOf(answer)).toEqual(badArguments);
    expect(answer.body.error.data.issues).toEqual([{ path: 'params.arguments', message: 'must be an object' }]);
  });

  it('members beside name, arguments and _meta are refused by name', async () => {
    const answer = await message({ params: { name: 'get_memories', arguments: {}, project_id: 'x', '\u200b': 1 } });
    expect(answer.body.error.data.issues.map(({ path }: { path: string }) => path)).toEqual(['params.project_id', 'params.\\u200b']);
  });
});

describe('arguments', () => {
  it.each([
    ['save_memory', { content: 'a\0b' }, 'content'],
    ['save_memory', { content: 'x', agent_name: '\0' }, 'agent_name'],
    ['save_memory', { content: 'x', agent_id: 'a\ud800' }, 'agent_id'],
    ['save_memory', { content: '\udc00' }, 'content'],
    ['update_memory', { memory_id: randomUUID(), content: 'a\0' }, 'content'],
    ['search_knowledge', { query: 'a\0b' }, 'query'],
    ['search_knowledge', { query: '' }, 'query'],
    ['search_knowledge', { query: '   ' }, 'query'],
    ['search_knowledge', {}, 'query'],
    ['search_knowledge', { query: 'x'.repeat(4001) }, 'query'],
    ['search_knowledge', { query: 'x', limit: -1 }, 'limit'],
    ['search_knowledge', { query: 'x', document_ids: ['nope'] }, 'document_ids.0'],
    ['update_memory', { memory_id: 'not-a-uuid', content: 'x' }, 'memory_id'],
    ['delete_memory', { memory_id: 'not-a-uuid' }, 'memory_id'],
    ['get_document_full_content', { document_id: 'not-a-uuid' }, 'document_id'],
    ['save_memory', { content: 'x', api_key: 'KB' }, 'api_key'],
    ['save_memory', { content: 'x', project_id: randomUUID() }, 'project_id'],
    ['save_memory', { content: 'x', user_id: 'b' }, 'user_id'],
    ['save_memory', { content: 'x', 'a\0': 1 }, 'a\\u0000'],
    ['save_memory', {}, 'content'],
    ['save_memory', { content: '' }, 'content'],
  ])('%s refuses %j, naming %s', async (name, args, path) => {
    const before = [await total(), await total(product.callers.b)];
    const answer = await call(name, args);
    expect(failureOf(answer)).toEqual(badArguments);
    expect(answer.body.error.data.issues).toEqual([{ path, message: expect.stringMatching(/\w{3}/) }]);
    expect([await total(), await total(product.callers.b)]).toEqual(before);
  });

  it.each([
    '{"limit":-1}',
    '{"offset":-1}',
    '{"limit":0}',
    '{"limit":1.5}',
    '{"limit":"1.5"}',
    '{"limit":"ten"}',
    '{"limit":true}',
    '{"limit":[7]}',
    '{"offset":1e20}',
    '{"limit":1e400}',
  ])('get_memories refuses %s, naming it', async (args) => {
    const answer = await raw(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_memories","arguments":${args}}}`);
    expect(failureOf(answer)).toEqual(badArguments);
    expect(answer.body.error.data.issues).toEqual([{ path: Object.keys(JSON.parse(args))[0], message: expect.any(String) }]);
  });

  it.each([
    [{ limit: '10' }, { limit: 10, offset: 0 }],
    [{ limit: null }, { limit: 50, offset: 0 }],
    [{ limit: 1_000_000_000 }, { limit: 200, offset: 0 }],
    [{ offset: 9_007_199_254_740_991 }, { limit: 50, offset: 9_007_199_254_740_991, memories: [] }],
    [
      { limit: 1, offset: '1' },
      { limit: 1, offset: 1 },
    ],
  ])('get_memories reads %j as %j', async (args, page) => {
    await save(product.callers.a, 'one more');
    const answer = await call('get_memories', args);
    expect(answer.status).toBe(200);
    expect(answer.body.result).toMatchObject({ ...page, total: await total() });
  });

  it.each([
    'a'.repeat(memoryBounds.maxContentBytes),
    '😀 مرحبا '.repeat(3500),
    '# md\n'.repeat(3200),
    '\r\n\t \u2028\ufeff',
    '\u202e\u200d',
  ])('keeps a content exactly (%#)', async (content) => {
    const id = await save(product.callers.a, content);
    const { memories } = (await call('get_memories', { limit: 1 })).body.result;
    expect(memories).toMatchObject([{ memory_id: id, content }]);
  });

  it('refuses a longer content with the limit and what came', async () => {
    const answer = await call('save_memory', { content: 'é'.repeat(memoryBounds.maxContentBytes / 2 + 1) });
    expect(answer.body.error.data.issues).toEqual([
      { path: 'content', message: 'has 65538 bytes of UTF-8 and the limit is 65536; shorten it or split it' },
    ]);
  });

  it('drops a byte order mark before the body and keeps one inside', async () => {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'save_memory', arguments: { content: '\ufeffx' } },
    });
    expect((await raw(`\ufeff${body}`)).status).toBe(200);
    expect((await call('get_memories', { limit: 1 })).body.result.memories[0].content).toBe('\ufeffx');
  });
});
