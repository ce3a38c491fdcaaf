import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemOf } from '../testing/answers.ts';
import { createProduct } from '../testing/product.ts';
import type { Answered, Product } from '../testing/product.ts';

let product: Product;
beforeAll(async () => {
  product = await createProduct();
});
afterAll(() => product.close());

const url = '/v1/memories';
const create = (as: string, payload: object, headers: Record<string, string> = {}) =>
  product.send({ method: 'POST', url, as, payload, headers });
const newId = async (as: string, content = 'x'): Promise<string> => (await create(as, { content })).body.id;

/** Follows the cursors to the end. */
async function walk(
  as: string,
  limit: number,
  meanwhile: (seen: readonly string[]) => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const answer: Answered = await product.send({ url: `${url}?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`, as });
    expect(answer.status).toBe(200);
    seen.push(...answer.body.data.map(({ id }: { id: string }) => id));
    cursor = answer.body.next_cursor;
    await meanwhile(seen);
  }
  return seen;
}

const inTools = async (as: string): Promise<string[]> =>
  (await product.tool(as, 'get_memories', { limit: 200 })).body.result.memories.map((memory: { memory_id: string }) => memory.memory_id);

describe('a memory', () => {
  it('is made, read, changed and deleted', async () => {
    const made = await create(product.callers.a, { content: 'the cat', agent_name: 'claude', agent_id: null });
    expect(made.status).toBe(201);
    expect(made.headers['location']).toBe(`${url}/${made.body.id}`);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      content: 'the cat',
      scope: 'agent',
      agent_id: null,
      agent_name: 'claude',
      session_id: null,
      occurred_at: made.body.created_at,
      metadata: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: made.body.created_at,
    });
    const one = { url: `${url}/${made.body.id}`, as: product.callers.a };
    expect((await product.send(one)).body).toEqual(made.body);
    const changed = await product.send({ ...one, method: 'PATCH', payload: { content: 'the dog' } });
    expect(changed.body).toEqual({ ...made.body, content: 'the dog', updated_at: expect.any(String) });
    expect((await product.send({ ...one, method: 'DELETE' })).status).toBe(204);
    expect(problemOf(await product.send(one))).toEqual([404, 'not_found']);
  });

  it('keeps scope, session, time and metadata as they were given', async () => {
    const given = { scope: 'system', session_id: 's 1', metadata: { a: [1, null, { b: 'é' }] } };
    const made = await create(product.callers.a, { content: 'all', ...given, occurred_at: '2026-03-01T09:30+02:00' });
    expect(made.body).toMatchObject({ ...given, occurred_at: '2026-03-01T07:30:00.000Z' });
    expect((await product.send({ url: `${url}/${made.body.id}`, as: product.callers.a })).body).toEqual(made.body);
    expect((await product.send({ url: `${url}?limit=1`, as: product.callers.a })).body.data).toEqual([made.body]);
  });

  it('is patched in content, metadata or both; what is not named stays', async () => {
    const id = await newId(product.callers.a, 'one');
    const patch = (payload: object) => product.send({ method: 'PATCH', url: `${url}/${id}`, as: product.callers.a, payload });
    expect((await patch({ metadata: { k: 1 } })).body).toMatchObject({ content: 'one', metadata: { k: 1 } });
    expect((await patch({ content: 'two' })).body).toMatchObject({ content: 'two', metadata: { k: 1 } });
    expect((await patch({ metadata: null })).body).toMatchObject({ content: 'two', metadata: null });
    expect((await patch({ content: 'three', metadata: {} })).body).toMatchObject({ content: 'three', metadata: {} });
    expect(problemOf(await patch({}))).toEqual([400, 'invalid_params']);
    expect((await patch({ content: null })).body.issues).toEqual([{ path: '', message: 'must name content, metadata or both' }]);
    expect((await patch({ content: 'x', scope: 'system' })).body.issues).toMatchObject([{ path: 'scope' }]);
  });

  it('is the same as the tools see', async () => {
    const id = await newId(product.callers.a, 'seen by both');
    const { body } = await product.tool(product.callers.a, 'get_memories', { limit: 1 });
    expect(body.result.memories).toMatchObject([{ memory_id: id, content: 'seen by both' }]);
  });

  it('of another project is as unknown as one that never was', async () => {
    const id = await newId(product.callers.a);
    const answers = await Promise.all(
      [id, randomUUID()].flatMap((target) => [
        product.send({ url: `${url}/${target}`, as: product.callers.b }),
        product.send({ method: 'PATCH', url: `${url}/${target}`, as: product.callers.b, payload: { content: 'x' } }),
        product.send({ method: 'DELETE', url: `${url}/${target}`, as: product.callers.b }),
      ]),
    );
    for (const answer of answers) expect(problemOf(answer)).toEqual([404, 'not_found']);
    const withoutRequest = answers.map(({ body }) => ({ ...body, request_id: '', instance: '' }));
    expect(withoutRequest.slice(0, 3)).toEqual(withoutRequest.slice(3));
  });

  it('of another key of the project is read and not changed; its person changes it in a session', async () => {
    const id = await newId(product.callers.a);
    const one = { url: `${url}/${id}` };
    expect((await product.send({ ...one, as: product.callers.a2 })).status).toBe(200);
    expect(problemOf(await product.send({ ...one, method: 'PATCH', as: product.callers.a2, payload: { content: 'x' } }))).toEqual([
      403,
      'forbidden',
    ]);
    expect(problemOf(await product.send({ ...one, method: 'DELETE', as: product.callers.a2 }))).toEqual([403, 'forbidden']);
    const session = { ...one, as: product.callers.session, project: product.projectA };
    expect((await product.send({ ...session, method: 'PATCH', payload: { content: 'by its person' } })).body.content).toBe('by its person');
    expect((await product.send({ ...session, method: 'DELETE' })).status).toBe(204);
  });

  it('is not made by somebody who may only look', async () => {
    const viewer = { as: product.callers.viewer, project: product.projectA };
    expect((await product.send({ url, ...viewer })).status).toBe(200);
    expect(problemOf(await product.send({ method: 'POST', url, ...viewer, payload: { content: 'x' } }))).toEqual([403, 'forbidden']);
  });
});

describe('the agents that one has memories of', () => {
  it('are listed in parts, whatever their ids are', async () => {
    const ids = ['', '\u{1f600}'.repeat(256), 'a'.repeat(256), 'b'];
    for (const id of ids) await create(product.callers.b, { content: 'x', agent_id: id, agent_name: `named ${id.length}` });
    const seen: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const answer: Answered = await product.send({
        url: `${url}/agents?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
        as: product.callers.b,
      });
      expect(answer.status).toBe(200);
      seen.push(...answer.body.data);
      cursor = answer.body.next_cursor;
    }
    expect(seen).toHaveLength(ids.length);
    expect(seen).toEqual(expect.arrayContaining(ids.map((id) => ({ id, name: `named ${id.length}` }))));
    const { body } = await product.send({ url: `${url}/agents?limit=1`, as: product.callers.b });
    expect(problemOf(await product.send({ url: `${url}/agents?cursor=${body.next_cursor}`, as: product.callers.a }))).toEqual([
      400,
      'invalid_params',
    ]);
  });
});

describe('a search', () => {
  it('goes on where the answer before ended, to the last that is about it', async () => {
    const word = 'quincunx';
    const count = 170;
    for (let at = 0; at < count; at += 1) await create(product.callers.a, { content: `${word} of the orchard, row ${at}` });
    const seen = new Set<string>();
    const offsets: number[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      offsets.push(offset);
      const payload = { query: word, limit: 60, offset };
      const answer: Answered = await product.send({ method: 'POST', url: `${url}/search`, as: product.callers.a, payload });
      expect(answer.status).toBe(200);
      for (const { id } of answer.body.data) seen.add(id);
      offset = answer.body.next_offset;
    }
    expect(offsets).toEqual([0, 60, 120]);
    expect(seen.size).toBe(count);
    const beyond = { method: 'POST', url: `${url}/search`, as: product.callers.a, payload: { query: word, offset: 1001 } } as const;
    expect(problemOf(await product.send(beyond))).toEqual([400, 'invalid_params']);
  });
});

describe('what is sent', () => {
  it.each([
    [{}, 'content'],
    [{ content: '' }, 'content'],
    [{ content: 'a\0' }, 'content'],
    [{ content: 7 }, 'content'],
    [{ content: 'x', kind: 'agent' }, 'kind'],
    [{ content: 'x', scope: 'project' }, 'scope'],
    [{ content: 'x', scope: ['agent'] }, 'scope'],
    [{ content: 'x', session_id: '' }, 'session_id'],
    [{ content: 'x', session_id: 's'.repeat(257) }, 'session_id'],
    [{ content: 'x', session_id: 's\0' }, 'session_id'],
    [{ content: 'x', occurred_at: 'yesterday' }, 'occurred_at'],
    [{ content: 'x', occurred_at: '2026-02-30' }, 'occurred_at'],
    [{ content: 'x', occurred_at: 1_767_225_600 }, 'occurred_at'],
    [{ content: 'x', metadata: [] }, 'metadata'],
    [{ content: 'x', metadata: 'text' }, 'metadata'],
    [{ content: 'x', metadata: { a: 'b\0' } }, 'metadata'],
    [{ content: 'x', metadata: { a: 'x'.repeat(16_384) } }, 'metadata'],
    [{ content: 'x', agent_id: 'a'.repeat(257) }, 'agent_id'],
    [{ content: 'é'.repeat(32_769) }, 'content'],
  ])('%j is refused, naming %s', async (payload, path) => {
    const answer = await create(product.callers.a, payload);
    expect(problemOf(answer)).toEqual([400, 'invalid_params']);
    expect(answer.body.issues).toEqual([{ path, message: expect.any(String) }]);
  });

  it.each(['{', '', '[]', '"x"', '{"content":"\\ud800"}', '{"__proto__":1}'])('the body %j is refused', async (payload) => {
    const answer = await product.send({
      method: 'POST',
      url,
      as: product.callers.a,
      headers: { 'content-type': 'application/json' },
      payload,
    });
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  });

  it.each(['not-a-uuid', '1', '%00', '..%2f..'])('the id %s is refused', async (id) => {
    expect(problemOf(await product.send({ url: `${url}/${id}`, as: product.callers.a }))).toEqual([400, 'invalid_params']);
  });

  it('another method is not allowed', async () => {
    const answer = await product.send({ method: 'PUT', url, as: product.callers.a, payload: {} });
    expect(problemOf(answer)).toEqual([405, 'method_not_allowed']);
    expect(answer.headers['allow']).toBe('GET, HEAD, POST');
  });
});

describe('the list', () => {
  it('is walked whole, newest first, whatever the size of a part', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, i) => newId(product.callers.b, `m${i}`)));
    const all = await inTools(product.callers.b);
    expect(all.length).toBeGreaterThanOrEqual(12);
    for (const limit of [1, 5, all.length, 200]) expect(await walk(product.callers.b, limit)).toEqual(all);
  });

  it('hides and repeats nothing when memories are made and deleted on the way', async () => {
    const before = await inTools(product.callers.b);
    const gone: string[] = [];
    const seen = await walk(product.callers.b, 3, async (sofar) => {
      await newId(product.callers.b, 'made on the way');
      const last = sofar.at(-1);
      if (last === undefined || gone.length > 2) return;
      gone.push(last);
      await product.send({ method: 'DELETE', url: `${url}/${last}`, as: product.callers.b });
    });
    expect(seen).toEqual(before);
  });

  it('takes digits for its limit and clamps it', async () => {
    expect((await product.send({ url: `${url}?limit=1000000`, as: product.callers.a })).status).toBe(200);
  });

  it.each([
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'limit=ten',
    'limit=',
    'limit=1&limit=2',
    'limit=1e3',
    'cursor=',
    'cursor=x',
    'cursor=%00',
    `cursor=${'x'.repeat(600)}`,
  ])('%s is refused', async (query) => {
    const answer = await product.send({ url: `${url}?${query}`, as: product.callers.a });
    expect(problemOf(answer)).toEqual([400, 'invalid_params']);
    expect(answer.body.issues).toMatchObject([{ path: query.split('=')[0] }]);
  });

  it.each([
    ['limit=-1', 'must be at least 1, not -1'],
    ['limit=1.5', 'must be a whole number'],
    ['limit=1&limit=2', 'is given more than once; give it once'],
    ['limit%5B%5D=5', 'is not known; accepted are limit, cursor, scope, agent_id, session_id, from, to, metadata'],
  ])('says of %s that it %s', async (query, message) => {
    const answer = await product.send({ url: `${url}?${query}`, as: product.callers.a });
    expect(answer.body.issues).toMatchObject([{ message }]);
  });

  it('refuses every parameter that it does not know, by name', async () => {
    const answer = await product.send({ url: `${url}?limit=1&owner=x&kind=y&__proto__=z`, as: product.callers.a });
    expect(problemOf(answer)).toEqual([400, 'invalid_params']);
    expect(answer.body.issues.map(({ path }: { path: string }) => path).toSorted()).toEqual(['__proto__', 'kind', 'owner']);
  });

  it('keeps to a scope, an agent and a session through all its pages', async () => {
    const own = { agent_id: 'filter agent', session_id: 'filter session' };
    const made: string[] = [];
    for (const scope of ['system', 'agent', 'system', 'system'])
      made.unshift((await create(product.callers.a, { content: scope, scope, ...own })).body.id);
    await create(product.callers.a, { content: 'other', scope: 'system', agent_id: 'another', session_id: 'filter session' });
    const walkFiltered = async (filter: string): Promise<string[]> => {
      const ids: string[] = [];
      for (let cursor = ''; ;) {
        const { body } = await product.send({ url: `${url}?limit=2&${filter}${cursor}`, as: product.callers.a });
        ids.push(...body.data.map(({ id }: { id: string }) => id));
        if (body.next_cursor === null) return ids;
        cursor = `&cursor=${body.next_cursor}`;
      }
    };
    expect(await walkFiltered('agent_id=filter%20agent')).toEqual(made);
    expect(await walkFiltered('session_id=filter%20session&agent_id=filter%20agent')).toEqual(made);
    expect(await walkFiltered('scope=system&agent_id=filter%20agent')).toEqual(made.filter((_, i) => i !== 2));
    expect(await walkFiltered('scope=agent&session_id=filter%20session')).toEqual([made[2]]);
    expect(await walkFiltered('agent_id=nobody')).toEqual([]);
    const { body } = await product.send({ url: `${url}?limit=1&scope=system`, as: product.callers.a });
    const other = await product.send({ url: `${url}?limit=1&scope=agent&cursor=${body.next_cursor}`, as: product.callers.a });
    expect(other.body.issues).toMatchObject([{ path: 'cursor' }]);
  });

  it('refuses a cursor that was altered or is of another list', async () => {
    await newId(product.callers.a);
    await newId(product.callers.a);
    const cursor: string = (await product.send({ url: `${url}?limit=1`, as: product.callers.a })).body.next_cursor;
    const altered = Array.from(
      { length: cursor.length },
      (_, at) => cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1),
    );
    const answers = await Promise.all(altered.map((bad) => product.send({ url: `${url}?cursor=${bad}`, as: product.callers.a })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    expect((await product.send({ url: `${url}?cursor=${cursor}`, as: product.callers.b })).status).toBe(400);
    expect((await product.send({ url: `/v1/knowledge/documents?cursor=${cursor}`, as: product.callers.a })).status).toBe(400);
    expect((await product.send({ url: `${url}?cursor=${cursor}`, as: product.callers.a2 })).status).toBe(200);
  });
});

describe('credentials', () => {
  it('a session names its project', async () => {
    expect(problemOf(await product.send({ url, as: product.callers.session }))).toEqual([400, 'invalid_params']);
    expect(problemOf(await product.send({ url, as: product.callers.session, project: randomUUID() }))).toEqual([403, 'forbidden']);
    expect((await product.send({ url, as: product.callers.session, project: product.projectA })).status).toBe(200);
  });

  it('a key may repeat its own project and no other', async () => {
    expect((await product.send({ url, as: product.callers.a, project: product.projectA })).status).toBe(200);
    expect(problemOf(await product.send({ url, as: product.callers.a, project: product.projectB }))).toEqual([403, 'forbidden']);
  });

  it('none is unauthorized', async () => {
    const answer = await product.send({ url });
    expect(problemOf(answer)).toEqual([401, 'unauthorized']);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer /);
  });
});

describe('Idempotency-Key', () => {
  it('makes one memory and repeats the answer, its status and its location', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await create(product.callers.a, { content: 'once' }, headers);
    const second = await create(product.callers.a, { content: 'once' }, headers);
    expect([second.status, second.text, second.headers['location']]).toEqual([201, first.text, first.headers['location']]);
    expect(problemOf(await create(product.callers.a, { content: 'twice' }, headers))).toEqual([409, 'conflict']);
  });

  it('repeats the answer of a save also when the memory was changed since', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { content: 'as it was', metadata: { b: 1, a: [true, null] }, session_id: 's', occurred_at: '2024-02-03' };
    const first = await create(product.callers.a, body, headers);
    await product.send({ method: 'PATCH', url: `/v1/memories/${first.body.id}`, as: product.callers.a, payload: { content: 'as it is' } });
    expect((await create(product.callers.a, body, headers)).text).toBe(first.text);
  });

  it('tells of a memory that was deleted since its id alone', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await create(product.callers.a, { content: 'not for long', metadata: { kept: 'no' } }, headers);
    const own = `/v1/memories/${first.body.id}`;
    const restore = () =>
      product.send({
        method: 'POST',
        url: `${own}/restore`,
        as: product.callers.a,
        payload: { version: 1 },
        headers: { 'idempotency-key': 'r1' },
      });
    await product.send({ method: 'PATCH', url: own, as: product.callers.a, payload: { content: 'changed' } });
    const restored = await restore();
    expect(restored.body).toMatchObject({ content: 'not for long' });
    expect((await restore()).text).toBe(restored.text);
    await product.send({ method: 'DELETE', url: own, as: product.callers.a });
    const again = await create(product.callers.a, { content: 'not for long', metadata: { kept: 'no' } }, headers);
    expect([again.status, again.headers['location'], again.body]).toEqual([201, own, { id: first.body.id }]);
    const { status, body } = await restore();
    expect([status, body]).toEqual([200, { id: first.body.id }]);
  });

  it('is shared by the ways to call, so one key is one request', async () => {
    const key = randomUUID();
    await product.tool(product.callers.a, 'save_memory', { content: 'x' }, { 'idempotency-key': key });
    expect(problemOf(await create(product.callers.a, { content: 'x' }, { 'idempotency-key': key }))).toEqual([409, 'conflict']);
  });
});
