import { startModelServer } from '@cairn/test-kit';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { added, documents, settled, shown, submit } from '../knowledge/documents.ts';
import { callThrough } from '../product/doors.ts';
import { onEmbedded } from '../product/stage.ts';
import type { Suite } from '../product/stage.ts';
import { providerKey } from './provider.ts';

const provider = await startModelServer();
afterAll(() => provider.close());

const embeddings = () => provider.requests.filter(({ path }) => path === '/embeddings');

const suite: Suite = (stage) => {
  describe('an embeddings endpoint', () => {
    beforeEach(() => provider.reset());

    test('is told in readiness, and gets the passages with its key', async () => {
      const { caller } = await stage.newProject();
      await added(caller, 'ships.md', 'The ships are counted at noon.');
      expect((await caller.rest('GET', '/readyz')).body).toMatchObject({ status: 'ready', notes: { embedding: 'remote' } });
      expect(embeddings()[0]).toMatchObject({
        headers: { authorization: `Bearer ${providerKey}` },
        body: { model: 'embed-1', input: [expect.stringContaining('The ships are counted at noon.')] },
      });
      expect(stage.product.output().includes(providerKey)).toBe(false);
    });

    test('that is busy once holds a document up no longer than it asks', async () => {
      provider.script({ status: 429, headers: { 'retry-after': '2' } });
      const { caller } = await stage.newProject();
      await added(caller, 'ships.md', 'The ships are counted at noon.');
      const [first, second] = embeddings();
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2000);
    });

    test.each([
      ['fails', { status: 500 }],
      ['gives vectors of changing length', { body: { data: [{ index: 0, embedding: [1, 2] }] } }],
      ['answers no JSON', { body: '<html>' }],
    ])('that %s keeps a document waiting, never ready without vectors, until it is well again', async (_, move) => {
      const { caller } = await stage.newProject();
      provider.always(move);
      const id = await submit(caller, 'ships.md', 'The ships are counted at noon.');
      await expect.poll(() => embeddings().length, { timeout: 10_000 }).toBeGreaterThanOrEqual(1);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      expect(['queued', 'indexing', 'parsing']).toContain((await shown(caller, id)).status);
      await expect
        .poll(async () => (await shown(caller, id)).warnings, { timeout: 10_000 })
        .toEqual([expect.stringMatching(/embedding model.*model endpoint/)]);
      expect((await shown(caller, id)).error).toBeNull();
      const notes = async () => (await caller.rest('GET', '/readyz')).body.notes;
      expect(await notes()).toMatchObject({
        embedding: 'remote',
        embedding_fault: expect.stringMatching(/^the model endpoint .*; since \d{4}-/),
      });
      provider.always(undefined);
      expect(await settled(caller, id)).toMatchObject({ status: 'ready', warnings: [] });
      expect(await notes()).toEqual({ embedding: 'remote' });
    });

    test('that stays away makes a document fail with the reason, and a retry works when it is back', async () => {
      const { caller } = await stage.newProject();
      provider.always({ status: 503 });
      const id = await submit(caller, 'ships.md', 'The ships are counted at noon.');
      expect(await settled(caller, id, 110_000)).toMatchObject({
        status: 'failed',
        error: { code: 'embedding_unavailable', message: expect.stringMatching(/retry.*status 503/i) },
        warnings: [],
      });
      provider.always(undefined);
      expect((await caller.rest('POST', `${documents}/${id}/retry`)).status).toBe(202);
      expect(await settled(caller, id)).toMatchObject({ status: 'ready', error: null, warnings: [] });
      const { result } = await callThrough('plain', caller, 'search_knowledge', { query: 'when are ships counted' });
      expect(result.results).toMatchObject([{ document_id: id }]);
    }, 120_000);

    test('that is away does not keep what is there from being found', async () => {
      const { caller } = await stage.newProject();
      const id = await added(caller, 'ships.md', 'The ships are counted at noon.');
      for (const fault of ['hang', 'half'] as const) {
        provider.always({ fault });
        const startedAt = performance.now();
        const { result } = await callThrough('plain', caller, 'search_knowledge', { query: `when are ships counted (${fault})` });
        expect(result.results).toMatchObject([{ document_id: id }]);
        expect(performance.now() - startedAt).toBeLessThan(5000);
      }
      expect((await caller.rest('DELETE', `${documents}/${id}`)).status).toBe(204);
    });
  });
};

const rerankSuite: Suite = (stage) => {
  test('a rerank endpoint orders what was found, and costs nothing when it fails', async () => {
    provider.reset();
    const { caller } = await stage.newProject();
    const ids = [
      await added(caller, 'ships.md', 'Ships and ships: the ships are counted at noon.'),
      await added(caller, 'boats.md', 'Boats, and now and then a ship, are painted in spring.'),
    ];
    const order = async (): Promise<unknown[]> => {
      const { result } = await callThrough('plain', caller, 'search_knowledge', { query: 'ships', synthesize: false });
      return result.results.map(({ document_id: id }: { document_id: string }) => id);
    };
    provider.answerWith({ relevance: (_, document) => (document.includes('spring') ? 0.9 : 0.1) });
    expect(await order()).toEqual(ids.toReversed());
    const asked = provider.requests.find(({ path }) => path === '/rerank');
    expect(asked).toMatchObject({ headers: { authorization: `Bearer ${providerKey}` }, body: { model: 'rerank-1', query: 'ships' } });
    for (const move of [{ status: 500 }, { body: { results: [] } }, { body: 'no' }]) {
      provider.always(move);
      expect(await order()).toHaveLength(2);
    }
  });
};

onEmbedded([suite, rerankSuite], {
  env: {
    CAIRN_EMBEDDING_BASE_URL: provider.baseUrl,
    CAIRN_EMBEDDING_API_KEY: providerKey,
    CAIRN_EMBEDDING_MODEL: 'embed-1',
    CAIRN_RERANK_BASE_URL: provider.baseUrl,
    CAIRN_RERANK_API_KEY: providerKey,
    CAIRN_RERANK_MODEL: 'rerank-1',
    CAIRN_LOG_LEVEL: 'debug',
  },
});
