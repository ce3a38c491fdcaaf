import { setTimeout as sleep } from 'node:timers/promises';
import type { Document } from '@cairn/core';
import { createCast, ingestedFrom, type Cast } from '@cairn/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backends, openStore, type TestStore } from './testing/backends.ts';

const by = { analyser: 1, modelId: undefined };

/** Long enough for a call to come to the lock that the change holds. */
const meanwhileMs = 150;

describe.each(backends)('a document that is replaced at the same moment, on %s', (backend) => {
  let store: TestStore;
  let cast: Cast;
  beforeAll(async () => {
    store = await openStore(backend);
    cast = await createCast(store.ports);
  });
  afterAll(() => store.close());

  const put = (title: string, text: string) => ({ title, mediaType: 'text/plain' as const, bytes: Buffer.from(text) });

  /** A document whose newest version was read, or could not be. */
  async function added(title: string, how: 'ready' | 'failed'): Promise<Document> {
    const { stores, ingestion } = store.ports;
    const { document } = await stores.documents.submit(cast.a, put(title, title));
    const newest = await stores.documents.newest(cast.a, { id: document.id });
    const claim = await ingestion.claim(cast.a.projectId, newest?.version ?? '');
    if (!claim) throw new Error('it cannot be claimed');
    if (how === 'ready') await ingestion.publish(claim, ingestedFrom(title), by);
    else await ingestion.fail(claim, { code: 'no_text', message: 'It holds no text.' });
    return document;
  }

  /** What a call answers that begins while the document is replaced and comes to its end once it was. */
  async function whileReplaced<Answer>(title: string, call: () => Promise<Answer>): Promise<Answer> {
    let answer: Promise<Answer> | undefined;
    await store.ports.stores.together(cast.a, async (own) => {
      await own.documents.submit(cast.a, put(title, `${title}, replaced`));
      answer = call();
      await sleep(meanwhileMs);
    });
    if (answer === undefined) throw new Error('nothing was called');
    return answer;
  }

  test('is read anew all the same', async () => {
    const { id } = await added('reindexed', 'ready');
    const { documents } = store.ports.stores;
    expect(await whileReplaced('reindexed', () => documents.reindex(cast.a, id))).toMatchObject({ id, status: 'queued' });
  });

  test('has not failed any more', async () => {
    const { id } = await added('retried', 'failed');
    const { documents } = store.ports.stores;
    expect(await whileReplaced('retried', () => documents.retry(cast.a, id))).toBe('not_failed');
  });

  test('gives the original that has replaced the one before', async () => {
    const { id } = await added('handed out', 'ready');
    const { documents } = store.ports.stores;
    const original = await whileReplaced('handed out', () => documents.original(cast.a, id));
    expect(Buffer.from(original?.bytes ?? []).toString()).toBe('handed out, replaced');
  });

  test('gives the text of the version that goes live just then', async () => {
    const { id } = await added('told', 'ready');
    const { stores, ingestion } = store.ports;
    await stores.documents.submit(cast.a, put('told', 'told otherwise'));
    const newest = await stores.documents.newest(cast.a, { id });
    const claim = await ingestion.claim(cast.a.projectId, newest?.version ?? '');
    if (!claim) throw new Error('it cannot be claimed');
    const client = await store.database.app.connect();
    await client.query('begin');
    await client.query("select set_config('cairn.project_id', $1, true)", [cast.a.projectId]);
    const at = [cast.a.projectId, claim.versionId];
    await client.query('update cairn.document_versions set characters = 0 where project_id = $1 and id = $2', at);
    await client.query('update cairn.documents set live_version = $2 where project_id = $1 and latest_version = $2', at);
    const answer = stores.documents.content(cast.a, id, { offset: 0 });
    await sleep(meanwhileMs);
    await client.query('commit');
    client.release();
    expect(await answer).toMatchObject({ documentId: id, totalCharacters: 0 });
  });
});
