import { randomUUID } from 'node:crypto';
import { toolCatalog } from '@cairn/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { form } from '../testing/form.ts';
import type { FormPart } from '../testing/form.ts';
import { problemOf } from '../testing/answers.ts';
import { createProduct } from '../testing/product.ts';
import type { Answered, Product } from '../testing/product.ts';

let product: Product;
beforeAll(async () => {
  product = await createProduct();
});
afterAll(() => product.close());

const url = '/v1/knowledge/documents';
const as = () => ({ as: product.callers.a });
const post = (payload: object, headers: Record<string, string> = {}) => product.send({ method: 'POST', url, ...as(), payload, headers });
const upload = (...parts: readonly FormPart[]) => product.send({ method: 'POST', url, ...as(), ...form(...parts) });
const title = () => `Notes ${randomUUID()}`;
const read = (id: string, rest = '') => product.send({ url: `${url}/${id}${rest}`, ...as() });

async function ready(content = 'The garden has one walnut tree.'): Promise<string> {
  const { body } = await post({ title: title(), content });
  await product.ingestAll();
  return body.document_id;
}

const search = (payload: object, headers: Record<string, string> = {}) =>
  product.send({ method: 'POST', url: '/v1/knowledge/search', ...as(), payload, headers });

const count = async () => (await product.tool(product.callers.a, 'list_knowledge_documents', { limit: 1 })).body.result.total;

describe('a document', () => {
  it('sent as JSON is queued, then ready, read and found', async () => {
    const name = title();
    const sent = await post({ title: name, content: '# Garden\n\nThe garden has one quince tree.', media_type: 'text/markdown' });
    expect(sent.status).toBe(202);
    expect(sent.body).toEqual({ document_id: expect.stringMatching(/^[0-9a-f-]{36}$/), status: 'queued' });
    expect(sent.headers['location']).toBe(`${url}/${sent.body.document_id}`);
    const id: string = sent.body.document_id;
    expect((await read(id)).body).toEqual({
      id,
      title: name,
      media_type: 'text/markdown',
      size_bytes: 41,
      status: 'queued',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      progress: 0,
      error: null,
      warnings: [],
    });
    expect(problemOf(await read(id, '/content'))).toEqual([409, 'conflict']);
    await product.ingestAll();
    expect((await read(id)).body).toMatchObject({ status: 'ready', progress: 100 });
    expect((await read(id, '/content')).body).toEqual({
      document_id: id,
      title: name,
      content: '# Garden\n\nThe garden has one quince tree.',
      total_characters: 41,
      next_offset: null,
    });
    const found = await product.send({ method: 'POST', url: '/v1/knowledge/search', ...as(), payload: { query: 'quince tree' } });
    expect(found.body.results[0]).toMatchObject({ document_id: id, title: name, heading: 'Garden' });
  });

  it('sent as a file keeps its name and bytes', async () => {
    const data = Buffer.from('\ufeffcafé\r\n\0\u2028 end');
    const sent = await upload({ name: 'file', fileName: 'notes.md', type: 'application/octet-stream', data });
    expect(sent.status).toBe(202);
    expect((await read(sent.body.document_id)).body).toMatchObject({
      title: 'notes.md',
      media_type: 'text/markdown',
      size_bytes: data.length,
    });
    const original = await product.app.inject({
      url: `${url}/${sent.body.document_id}/original`,
      headers: { authorization: `Bearer ${product.callers.a}` },
    });
    expect(original.rawPayload.equals(data)).toBe(true);
    expect(original.headers).toMatchObject({
      'content-type': 'text/markdown',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="notes.md"; filename*=UTF-8''notes.md`,
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('sent as a file may have a title before or after it', async () => {
    const first = title();
    const second = `日本語 "${title()}"`;
    const file: FormPart = { name: 'file', fileName: 'x.txt', type: 'text/plain', data: 'one' };
    const before = await upload({ name: 'title', data: first }, file);
    const after = await upload(file, { name: 'title', data: second });
    expect((await read(before.body.document_id)).body.title).toBe(first);
    expect((await read(after.body.document_id)).body.title).toBe(second);
    const { headers } = await read(after.body.document_id, '/original');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="_{3} _Notes [\w-]+_"; filename\*=UTF-8''%E6%97%A5%E6%9C%AC%E8%AA%9E%20%22Notes%20[\w-]+%22$/,
    );
  });

  it('is the same when the same bytes come again, and a new version when others do', async () => {
    const name = title();
    const first = await post({ title: name, content: 'same' });
    const again = await post({ title: name, content: 'same' });
    expect([again.status, again.body.document_id]).toEqual([202, first.body.document_id]);
    const other = await post({ title: name, content: 'other words' });
    expect(other.body.document_id).toBe(first.body.document_id);
    await product.ingestAll();
    expect((await read(first.body.document_id, '/content')).body.content).toBe('other words');
  });

  it('is deleted with all that was found in it', async () => {
    const id = await ready('The zeppelin is in hangar nine.');
    const zeppelins = () => product.tool(product.callers.a, 'search_knowledge', { query: 'zeppelin' });
    expect((await zeppelins()).body.result.total).toBe(1);
    expect((await product.send({ method: 'DELETE', url: `${url}/${id}`, ...as() })).status).toBe(204);
    expect((await zeppelins()).body.result).toMatchObject({ total: 0, results: [], answer_kind: 'none', citations: [] });
    for (const rest of ['', '/content', '/original', '/events']) expect(problemOf(await read(id, rest))).toEqual([404, 'not_found']);
    expect(problemOf(await product.send({ method: 'DELETE', url: `${url}/${id}`, ...as() }))).toEqual([404, 'not_found']);
  });

  it('that fails says why and can be retried', async () => {
    const { body } = await upload({ name: 'file', fileName: 'blank.txt', type: 'text/plain', data: ' \n\n ' });
    expect(problemOf(await product.send({ method: 'POST', url: `${url}/${body.document_id}/retry`, ...as() }))).toEqual([409, 'conflict']);
    await product.ingestAll();
    expect((await read(body.document_id)).body).toMatchObject({
      status: 'failed',
      error: { code: 'no_text', message: expect.any(String) },
    });
    const listed = await product.tool(product.callers.a, 'list_knowledge_documents', { limit: 1 });
    expect(listed.body.result.documents).toMatchObject([{ document_id: body.document_id, status: 'failed', error: { code: 'no_text' } }]);
    const retried = await product.send({ method: 'POST', url: `${url}/${body.document_id}/retry`, ...as() });
    expect([retried.status, retried.body]).toEqual([202, { document_id: body.document_id, status: 'queued' }]);
  });

  it('of another project is unknown', async () => {
    const id = await ready();
    const other = { as: product.callers.b };
    const answers = await Promise.all([
      ...['', '/content', '/original', '/events'].map((rest) => product.send({ url: `${url}/${id}${rest}`, ...other })),
      product.send({ method: 'DELETE', url: `${url}/${id}`, ...other }),
      product.send({ method: 'POST', url: `${url}/${id}/retry`, ...other }),
      product.tool(product.callers.b, 'get_document_full_content', { document_id: id }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await product.tool(product.callers.b, 'search_knowledge', { query: 'walnut', document_ids: [id] })).body.result.total).toBe(0);
    expect((await read(id)).status).toBe(200);
  });

  it('is not added or deleted by somebody who may only look', async () => {
    const id = await ready();
    const viewer = { as: product.callers.viewer, project: product.projectA };
    expect((await product.send({ url: `${url}/${id}`, ...viewer })).status).toBe(200);
    const answers = await Promise.all([
      product.send({ method: 'POST', url, ...viewer, payload: { title: 'x', content: 'x' } }),
      product.send({ method: 'DELETE', url: `${url}/${id}`, ...viewer }),
      product.send({ method: 'POST', url: `${url}/${id}/retry`, ...viewer }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});

describe('its text', () => {
  it('is read in slices that never cut a character', async () => {
    const text = 'a😀b界c\n'.repeat(50);
    const id = await ready(text);
    const parts: string[] = [];
    let offset: number | null = 0;
    while (offset !== null) {
      const slice: Answered = await read(id, `/content?offset=${offset}&max_characters=7`);
      expect(slice.body.content.isWellFormed()).toBe(true);
      parts.push(slice.body.content);
      offset = slice.body.next_offset;
    }
    expect(parts.join('')).toBe(text);
    const whole = await product.tool(product.callers.a, 'get_document_full_content', { document_id: id });
    expect(whole.body.result).toMatchObject({ success: true, content: text, next_offset: null, total_characters: text.length });
  });

  it('past its end is empty', async () => {
    const id = await ready();
    expect((await read(id, '/content?offset=9007199254740991')).body).toMatchObject({ content: '', next_offset: null });
  });

  it.each(['offset=-1', 'offset=1.5', 'max_characters=0', 'max_characters=x', 'offset=1e20'])('%s is refused', async (query) => {
    expect(problemOf(await read(await ready(), `/content?${query}`))).toEqual([400, 'invalid_params']);
  });
});

describe('the list', () => {
  it('is walked with a cursor, newest first', async () => {
    await Promise.all([1, 2, 3].map(() => post({ title: title(), content: 'x' })));
    const all = await product.send({ url: `${url}?limit=200`, ...as() });
    const first = await product.send({ url: `${url}?limit=2`, ...as() });
    const next = await product.send({ url: `${url}?limit=200&cursor=${first.body.next_cursor}`, ...as() });
    expect([...first.body.data, ...next.body.data]).toEqual(all.body.data);
    const moments = all.body.data.map((document: { created_at: string }) => document.created_at);
    expect(moments).toEqual(moments.toSorted().toReversed());
  });
});

describe('an upload', () => {
  const text: FormPart = { name: 'file', fileName: 'a.txt', type: 'text/plain', data: 'x' };

  it.each([
    [[], 'no part'],
    [[{ name: 'title', data: 'x' }], 'a title alone'],
    [[{ ...text, data: '' }], 'an empty file'],
    [[text, { ...text, fileName: 'b.txt' }], 'two files'],
    [[text, { name: 'title', data: 'x' }, { name: 'title', data: 'y' }], 'two titles'],
    [[text, { name: 'owner', data: 'x' }], 'an unknown part'],
    [[{ ...text, name: 'document' }], 'another file part'],
    [[text, { name: 'title', data: '' }], 'an empty title'],
    [[text, { name: 'title', data: 'x'.repeat(513) }], 'too long a title'],
    [[text, { name: 'title', data: 'x'.repeat(5000) }], 'far too long a title'],
    [[text, { name: 'title', data: 'a\nb' }], 'a title of two lines'],
    [[text, { name: 'title', data: '\u202egpj.exe' }], 'a title that turns direction'],
    [[text, { name: 'title', data: Buffer.from([0x61, 0x97]) }], 'a title that is not UTF-8'],
    [[{ ...text, fileName: '' }], 'no name at all'],
    [[{ ...text, fileName: 'a\0b.md' }], 'a name with U+0000'],
    [[text, { name: '__proto__', data: 'x' }], 'a part named as the prototype'],
  ] satisfies [FormPart[], string][])('is refused (%#: %j)', async (parts) => {
    expect(problemOf(await upload(...parts))).toEqual([400, 'invalid_params']);
  });

  it('is refused when it is cut or no multipart body', async () => {
    const { payload, headers } = form(text);
    const send = (body: Buffer, type = headers['content-type'] ?? '') =>
      product.send({ method: 'POST', url, ...as(), payload: body, headers: { 'content-type': type } });
    expect(problemOf(await send(payload.subarray(0, payload.length - 20)))).toEqual([400, 'invalid_params']);
    expect(problemOf(await send(Buffer.from('nonsense')))).toEqual([400, 'invalid_params']);
    expect(problemOf(await send(payload, 'multipart/form-data'))).toEqual([400, 'invalid_params']);
    expect((await send(payload, 'multipart/mixed; boundary=x')).status).toBe(415);
  });

  it('keeps only the last part of a path, and nothing that turns the line around', async () => {
    for (const fileName of ['../../etc/passwd.txt', 'C:\\\\temp\\\\passwd.txt', '/passwd.txt', '..\\\\/pass\u202ewd.txt\u2069']) {
      const { body } = await upload({ ...text, fileName, data: fileName });
      expect((await read(body.document_id)).body.title).toBe('passwd.txt');
    }
  });

  it.each([
    ['PK\u0003\u0004', 'a.txt', 'text/plain'],
    ['\u0089PNG\r\n\u001a\n\u0000', 'a.pdf', 'application/pdf'],
    ['<?xml version="1.0"?><a/>', 'a.md', 'text/markdown'],
  ])('is judged by its bytes: %j is 415', async (data, fileName, type) => {
    expect(problemOf(await upload({ name: 'file', fileName, type, data: Buffer.from(data, 'latin1') }))).toEqual([
      415,
      'unsupported_media_type',
    ]);
  });

  it('larger than the limit is 413 and says the limit', async () => {
    const answer = await upload({ ...text, data: Buffer.alloc(2_500_001, 'x') });
    expect(problemOf(answer)).toEqual([413, 'payload_too_large']);
    expect(answer.body.detail).toContain('2500000');
    expect(problemOf(await post({ title: title(), content: 'x'.repeat(2_500_001) }))).toEqual([413, 'payload_too_large']);
    expect((await upload({ ...text, fileName: `${title()}.txt`, data: Buffer.alloc(2_500_000, 'x') })).status).toBe(202);
  });

  it('that is refused early leaves nothing behind', async () => {
    const before = await count();
    await upload({ name: 'wrong', fileName: 'a.txt', type: 'text/plain', data: Buffer.alloc(900_000, 'x') });
    await upload(text, { name: 'owner', data: 'x' });
    expect(await count()).toBe(before);
  });

  it.each([
    [{ title: 'x' }, 'content'],
    [{ content: 'x' }, 'title'],
    [{ title: 'x', content: '' }, 'content'],
    [{ title: 'x', content: 'a\0' }, 'content'],
    [{ title: 'x\u202e', content: 'x' }, 'title'],
    [{ title: 'x', content: 'x', url: 'http://x' }, 'url'],
  ])('as JSON %j is refused, naming %s', async (payload, path) => {
    const answer = await post(payload);
    expect(problemOf(answer)).toEqual([400, 'invalid_params']);
    expect(answer.body.issues).toMatchObject([{ path }]);
  });

  it('as JSON of another kind is 415', async () => {
    expect(problemOf(await post({ title: 'x', content: 'x', media_type: 'application/pdf' }))).toEqual([415, 'unsupported_media_type']);
  });

  it('as JSON may be greater than a tool call may', async () => {
    const answer = await post({ title: title(), content: 'many words '.repeat(200_000) });
    expect(answer.status).toBe(202);
  });

  it('with an Idempotency-Key is kept once, whichever way it is sent', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const name = title();
    const sent = form({ name: 'file', fileName: `${name}.txt`, type: 'text/plain', data: 'once' });
    const send = () => product.send({ method: 'POST', url, ...as(), payload: sent.payload, headers: { ...sent.headers, ...headers } });
    const first = await send();
    await product.ingestAll();
    const second = await send();
    expect([second.status, second.text]).toEqual([202, first.text]);
    expect(problemOf(await post({ title: `${name}.txt`, content: 'other' }, headers))).toEqual([409, 'conflict']);
  });
});

describe('a search', () => {
  it('answers as the tool does, in the shape of its contract', async () => {
    const id = await ready('Deep in the forest lives an okapi.\n\nIt eats leaves.');
    const byRest = await search({ query: 'Where does the okapi live?' });
    const byTool = await product.tool(product.callers.a, 'search_knowledge', { query: 'Where does the okapi live?' });
    expect(byRest.body).toEqual(byTool.body.result);
    const result = toolCatalog.search_knowledge.result.parse(byRest.body);
    const { content } = (await read(id, '/content')).body;
    expect(result.citations.length).toBeGreaterThan(0);
    for (const { document_id, start, end, quote, marker } of result.citations) {
      expect([document_id, content.slice(start, end)]).toEqual([id, quote]);
      expect(result.answer).toContain(`[${marker}]`);
    }
    for (const { document_id, start, end, passage } of result.results) {
      expect([document_id, content.slice(start, end)]).toEqual([id, passage]);
    }
  });

  it('without synthesis has passages and no answer', async () => {
    await ready('The narwhal swims under the ice.');
    expect((await search({ query: 'narwhal', synthesize: false })).body).toMatchObject({
      success: true,
      total: 1,
      answer: null,
      answer_kind: 'none',
      citations: [],
    });
  });

  it('clamps its limit', async () => {
    await ready(
      Array.from({ length: 80 }, (_, i) => `# Part ${i}\n\nThe pangolin number ${i} sleeps. ${'It dreams of ants. '.repeat(60)}`).join(
        '\n\n',
      ),
    );
    const { body } = await search({ query: 'pangolin', limit: 1000 });
    expect(body.results).toHaveLength(50);
    expect(body.total).toBeGreaterThan(50);
    expect((await search({ query: 'pangolin' })).body.results).toHaveLength(8);
  });

  it.each([
    {},
    { query: '' },
    { query: ' ' },
    { query: 'x', limit: -1 },
    { query: 'x', document_ids: ['nope'] },
    { query: 'x', operator: 'and' },
  ])('%j is refused', async (payload) => {
    expect(problemOf(await search(payload))).toEqual([400, 'invalid_params']);
  });

  it.each([
    "What's & | ! ( ) :*",
    '"unbalanced',
    'auth|admin',
    '100%',
    'file_name',
    "'; DROP TABLE documents;--",
    'the of and',
    '\\',
    '%',
    '_',
  ])('takes %j as plain text', async (query) => {
    expect((await search({ query })).status).toBe(200);
  });

  it('with an Idempotency-Key is answered as the first time', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await search({ query: 'axolotl' }, headers);
    await ready('An axolotl regrows its legs.');
    expect((await search({ query: 'axolotl' }, headers)).text).toBe(first.text);
  });
});

describe('every tool', () => {
  it('answers in the shape of its contract', async () => {
    const document_id = await ready();
    const { memory_id } = (await product.tool(product.callers.a, 'save_memory', { content: 'x' })).body.result;
    const deleted = (await product.tool(product.callers.a, 'save_memory', { content: 'x' })).body.result;
    const calls = [
      ['save_memory', { content: 'x', agent_id: 'a', agent_name: 'b' }],
      ['get_memories', {}],
      ['update_memory', { memory_id, content: 'y' }],
      ['delete_memory', { memory_id: deleted.memory_id }],
      ['search_knowledge', { query: 'walnut' }],
      ['list_knowledge_documents', {}],
      ['get_document_full_content', { document_id }],
    ] as const;
    const shapes = await Promise.all(
      calls.map(async ([name, args]) => {
        const { result } = (await product.tool(product.callers.a, name, args)).body;
        return [name, toolCatalog[name].result.safeParse(result).success, Object.keys(result)[0]];
      }),
    );
    expect(shapes).toEqual(calls.map(([name]) => [name, true, 'success']));
  });
});

it('no log line, at any level, holds a credential or content', async () => {
  await upload({ name: 'file', fileName: 'secret.txt', type: 'text/plain', data: 'xylophone-content' });
  await post({ title: title(), content: 'xylophone-content' });
  await product.tool(product.callers.a, 'search_knowledge', { query: 'xylophone-content' });
  await product.send({ url: `${url}?api_key=${product.callers.b}` });
  const log = product.log.join('\n');
  // The multipart reader would write the request's headers at this level.
  expect(log).toContain('Providing options to busboy');
  for (const secret of [product.callers.a.slice(12), product.callers.b.slice(12), product.callers.session.slice(14), 'xylophone']) {
    expect(log).not.toContain(secret);
  }
});
