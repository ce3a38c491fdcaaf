import { startModelServer, type ModelServer } from '@cairn/test-kit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createReranker } from './reranker.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
beforeEach(() => server.reset());
afterAll(() => server.close());

const reranker = () => createReranker({ baseUrl: server.baseUrl, apiKey: 'k', model: 'rerank-1' });

it('scores the texts in the order given', async () => {
  expect(await reranker().rerank('blue cat', ['a dog', 'a blue cat', 'a cat'])).toEqual([0, 2, 1]);
  expect(server.requests[0]).toMatchObject({
    path: '/rerank',
    headers: { authorization: 'Bearer k' },
    body: { model: 'rerank-1', query: 'blue cat', documents: ['a dog', 'a blue cat', 'a cat'], top_n: 3 },
  });
});

it('puts what was not scored last', async () => {
  server.script({ body: { results: [{ index: 1, relevance_score: 0.5 }] } });
  expect(await reranker().rerank('q', ['a', 'b'])).toEqual([-1, 0.5]);
});

it('asks nothing about nothing', async () => {
  expect(await reranker().rerank('q', [])).toEqual([]);
  expect(server.requests).toEqual([]);
});

it.each([
  ['no scores', { results: 'none' }],
  ['a text that was not given', { results: [{ index: 2, relevance_score: 1 }] }],
  [
    'a text twice',
    {
      results: [
        { index: 0, relevance_score: 1 },
        { index: 0, relevance_score: 1 },
      ],
    },
  ],
])('refuses an answer with %s', async (_, body) => {
  server.script({ body });
  await expect(reranker().rerank('q', ['a', 'b'])).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
});
