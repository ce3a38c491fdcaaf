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
      provider.always(undefined);
      expect(await settled(caller, id)).toMatchObject({ status: 'ready' });
    });

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

onEmbedded([suite], {
  env: {
    CAIRN_EMBEDDING_BASE_URL: provider.baseUrl,
    CAIRN_EMBEDDING_API_KEY: providerKey,
    CAIRN_EMBEDDING_MODEL: 'embed-1',
    CAIRN_LOG_LEVEL: 'debug',
  },
});
