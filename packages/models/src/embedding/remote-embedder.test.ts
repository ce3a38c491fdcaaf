import { startModelServer, type ModelServer, type Move } from '@cairn/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRemoteEmbedder } from './remote-embedder.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
beforeEach(() => server.reset());
afterAll(() => server.close());

const apiKey = 'sk-very-secret';
const embedder = (options: Partial<Parameters<typeof createRemoteEmbedder>[0]> = {}) =>
  createRemoteEmbedder({ baseUrl: server.baseUrl, apiKey, model: 'embed-1', ...options });
const passages = { kind: 'passage' } as const;

const vector = (...values: readonly number[]) => ({ object: 'embedding', embedding: values });
const base64Of = (...values: readonly number[]) => Buffer.from(Float32Array.from(values).buffer).toString('base64');
const data = (...entries: readonly object[]): Move => ({ body: { object: 'list', data: entries } });

describe('vectors', () => {
  it('are of unit length and in the order of the texts, whatever order they come in', async () => {
    server.script(data({ ...vector(0, 2), index: 1 }, { ...vector(3, 4), index: 0 }));
    const vectors = await embedder().embed(['a', 'b'], passages);
    expect(vectors.map((values) => [...values])).toEqual([
      [expect.closeTo(0.6), expect.closeTo(0.8)],
      [0, 1],
    ]);
  });

  it('are the same in base64', async () => {
    const plain = await embedder().embed(['one two'], passages);
    server.answerWith({ base64: true });
    expect(await embedder().embed(['one two'], passages)).toEqual(plain);
  });

  it('are asked for in batches of 64', async () => {
    const texts = Array.from({ length: 130 }, (_, at) => `text ${at}`);
    const vectors = await embedder().embed(texts, passages);
    expect(server.requests.map(({ body }) => body.input.length)).toEqual([64, 64, 2]);
    expect(vectors[129]).toEqual((await embedder().embed(['text 129'], passages))[0]);
  });

  it('of a query are asked for once', async () => {
    const remote = embedder();
    const first = await remote.embed(['what?'], { kind: 'query' });
    expect(await remote.embed(['what?'], { kind: 'query' })).toEqual(first);
    expect(server.requests).toHaveLength(1);
  });

  it('are asked for with the key, the model and the dimensions', async () => {
    server.answerWith({ dimensions: 4 });
    const remote = embedder({ dimensions: 4 });
    await remote.embed(['a'], passages);
    expect(server.requests[0]).toMatchObject({
      path: '/embeddings',
      headers: { authorization: `Bearer ${apiKey}` },
      body: { model: 'embed-1', dimensions: 4, input: ['a'] },
    });
    expect(remote.modelId).toBe('remote/embed-1/4');
  });
});

it('cuts a text to 8,000 bytes, and shorter when the model rejects that', async () => {
  server.script({ status: 400 });
  await embedder().embed(['é'.repeat(20_000)], passages);
  expect(server.requests.map(({ body }) => Buffer.byteLength(body.input[0]))).toEqual([8000, 1000]);
});

describe('an endpoint that takes no more than it says', () => {
  const tooLong = (status: number, most: number) => (body: { input: string[] }) =>
    body.input.some((text) => Buffer.byteLength(text) > most) ? { status } : undefined;

  it.each([400, 413, 422])('gets texts that it takes, of 8,191 tokens or of 1,000 (status %d)', async (status) => {
    const texts = ['short', 'é'.repeat(20_000), '語'.repeat(3000), '😀'.repeat(9000), 'one '.repeat(9000)];
    for (const most of [8191, 1000]) {
      server.always(tooLong(status, most));
      expect(await embedder().embed(texts, passages)).toHaveLength(texts.length);
    }
  });

  it.each<[string, (input: readonly string[]) => boolean]>([
    ['counts the texts of a request together', (input) => input.join('').length > 8191],
    ['takes fewer texts in a request', (input) => input.length > 16],
  ])('gets them one by one when it %s', async (_, isTooMuch) => {
    server.always(({ input }) => (isTooMuch(input) ? { status: 413 } : undefined));
    const texts = Array.from({ length: 40 }, (_text, at) => `text${at} `.repeat(300));
    const vectors = await embedder().embed(texts, passages);
    server.always(undefined);
    expect(vectors).toEqual(await embedder().embed(texts, passages));
  });

  it('is asked no more than four times for texts when it takes none', async () => {
    server.always({ status: 400 });
    const texts = Array.from({ length: 64 }, () => 'word '.repeat(2000));
    await expect(embedder().embed(texts, passages)).rejects.toThrow('rejected the request (status 400)');
    expect(server.requests).toHaveLength(4);
  });
});

describe('an answer that is not what was asked for', () => {
  it.each<[string, Move]>([
    ['is no JSON', { body: '<html>' }],
    ['is other JSON', { body: { object: 'list' } }],
    ['has too few vectors', data(vector(1))],
    ['has two vectors for one text', data({ ...vector(1), index: 0 }, { ...vector(1), index: 0 })],
    ['has vectors of different length', data(vector(1), vector(1, 2))],
    ['has no numbers', data(vector(), vector())],
    ['has a number that is not finite', { body: '{"data":[{"embedding":[1e999]},{"embedding":[1]}]}' }],
    ['has a number that is not finite in base64', data({ embedding: base64Of(1, Number.NaN) }, { embedding: base64Of(1, 1) })],
    ['has a number too large for what is kept', data(vector(1e39), vector(1))],
    ['has a vector of zeros alone', data(vector(1, 0), vector(0, 0))],
    ['has vectors of zeros alone in base64', data({ embedding: base64Of(0, 0) }, { embedding: base64Of(-0, 0) })],
    ['has an index that was not asked for', data({ ...vector(1), index: 0 }, { ...vector(1), index: 2 })],
    ['breaks off', { fault: 'half' }],
    ['has no end', { fault: 'flood' }],
  ])('is refused when it %s', async (_, move) => {
    server.always(move);
    await expect(embedder().embed(['a', 'b'], passages)).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringMatching(/^the model endpoint (?:answered with something else|cannot be reached)/),
    });
  });

  it('is refused when the length changes from call to call', async () => {
    const remote = embedder();
    await remote.embed(['a'], passages);
    server.answerWith({ dimensions: 9 });
    await expect(remote.embed(['b'], passages)).rejects.toThrow('9 dimensions instead of 8');
  });

  it('is not the measure of the answers after it when it was the first and has another length', async () => {
    const remote = embedder();
    server.answerWith({ dimensions: 9 });
    await remote.embed(['a'], passages);
    server.answerWith({ dimensions: 8 });
    await expect(remote.embed(['b'], passages)).rejects.toThrow('8 dimensions instead of 9');
    expect(remote.dimensions).toBeUndefined();
    for (const text of ['b', 'c']) expect((await remote.embed([text], passages))[0]).toHaveLength(8);
    expect(remote.dimensions).toBe(8);
    server.answerWith({ dimensions: 9 });
    for (const text of ['d', 'e']) await expect(remote.embed([text], passages)).rejects.toThrow('9 dimensions instead of 8');
  });
});

describe('an endpoint that fails', () => {
  it.each<[string, Move, number]>([
    ['takes no more requests for now (status 429)', { status: 429 }, 2],
    ['failed (status 503)', { status: 503 }, 2],
    ['refuses the API key that the operator set (status 401)', { status: 401 }, 1],
    ['redirects elsewhere, which is not followed (status 307)', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, 1],
    ['rejected the request (status 422)', { status: 422 }, 1],
  ])('%s', async (told, move, requests) => {
    server.always(move);
    const failed = embedder().embed(['a'], passages);
    await expect(failed).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE', message: `the model endpoint ${told}` });
    const error = await failed.catch((reason: Error) => reason);
    expect(`${(error as Error).stack} ${JSON.stringify(error)}`).not.toContain(apiKey);
    expect(server.requests).toHaveLength(requests);
  });

  it('is waited for as long as it asks, once', async () => {
    server.script({ status: 429, headers: { 'retry-after': '1' } });
    await embedder().embed(['a'], passages);
    const [first, second] = server.requests;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1000);
  });

  it('is given up with the reason of a caller that does not wait for it', async () => {
    server.always({ status: 429, headers: { 'retry-after': '10' } });
    const embedded = embedder().embed(['a'], { kind: 'query', signal: AbortSignal.timeout(300) });
    await expect(embedded).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('is not waited for longer than the time there is', async () => {
    server.always({ status: 429, headers: { 'retry-after': '60' } });
    await expect(embedder().embed(['a'], passages)).rejects.toMatchObject({ retryAfter: 60 });
    expect(server.requests).toHaveLength(1);
  });

  it.each(['hang', 'drip'] as const)('does not hold a caller up by a %s', async (fault) => {
    server.always({ fault });
    await expect(embedder({ timeoutMs: 300 }).embed(['a'], passages)).rejects.toThrow('did not answer in time');
  });

  it('may not be there', async () => {
    await expect(embedder({ baseUrl: 'http://127.0.0.1:1/v1' }).embed(['a'], passages)).rejects.toThrow('cannot be reached');
  });
});

it('ends the request when the caller goes', async () => {
  server.always({ fault: 'hang' });
  const controller = new AbortController();
  const failed = embedder().embed(['a'], { ...passages, signal: controller.signal });
  await expect.poll(() => server.requests.length).toBe(1);
  controller.abort(new Error('gone'));
  await expect(failed).rejects.toThrow('gone');
  await expect.poll(() => server.requests[0]?.goneAt).toBeDefined();
});
