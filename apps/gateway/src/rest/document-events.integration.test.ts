import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProduct } from '../testing/product.ts';
import type { Product } from '../testing/product.ts';

let product: Product;
let origin: string;
beforeAll(async () => {
  product = await createProduct();
  origin = await product.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => {
  // The test's own client keeps connections open that it never used.
  product.app.server.closeAllConnections();
  return product.close();
});

async function submit(content = 'The heron fishes at dawn.'): Promise<string> {
  const payload = { title: `Notes ${performance.now()}`, content };
  return (await product.send({ method: 'POST', url: '/v1/knowledge/documents', as: product.callers.a, payload })).body.document_id;
}

const watch = (id: string, { as = product.callers.a, signal }: { as?: string; signal?: AbortSignal } = {}) =>
  fetch(`${origin}/v1/knowledge/documents/${id}/events`, {
    headers: { authorization: `Bearer ${as}` },
    ...(signal === undefined ? {} : { signal }),
  });

const eventsOf = (text: string): unknown[] =>
  text
    .split('\n\n')
    .filter((event) => event.startsWith('event: progress\ndata: '))
    .map((event) => JSON.parse(event.slice('event: progress\ndata: '.length)));

describe('the events of a document', () => {
  it('tell how far it is and end when it is ready', async () => {
    const id = await submit();
    const answer = await watch(id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-accel-buffering')).toBe('no');
    await sleep(50);
    await product.ingestAll();
    expect(eventsOf(await answer.text())).toEqual([
      { document_id: id, status: 'queued', stage: 'queued', percent: 0 },
      { document_id: id, status: 'parsing', stage: 'parsing', percent: 5 },
      { document_id: id, status: 'indexing', stage: 'indexing', percent: 20 },
      { document_id: id, status: 'ready', stage: 'ready', percent: 100 },
    ]);
  });

  it('of a finished document are one', async () => {
    const id = await submit();
    await product.ingestAll();
    expect(eventsOf(await (await watch(id)).text())).toMatchObject([{ status: 'ready', percent: 100 }]);
  });

  it('of a failed document say why', async () => {
    const id = await submit('   \n');
    await product.ingestAll();
    expect(eventsOf(await (await watch(id)).text())).toMatchObject([{ status: 'failed', error: { code: 'no_text' } }]);
  });

  it('end when the document is deleted', async () => {
    const id = await submit();
    const answer = await watch(id);
    await product.send({ method: 'DELETE', url: `/v1/knowledge/documents/${id}`, as: product.callers.a });
    expect(eventsOf(await answer.text())).toMatchObject([{ status: 'queued' }]);
  });

  it('end when the credential is revoked', async () => {
    const id = await submit();
    const session = { as: product.callers.session, project: product.projectA };
    const made = await product.send({ method: 'POST', url: '/v1/api-keys', ...session, payload: { name: 'k' } });
    const answer = await watch(id, { as: made.body.key });
    await product.send({ method: 'DELETE', url: `/v1/api-keys/${made.body.id}`, ...session });
    expect(eventsOf(await answer.text())).toMatchObject([{ status: 'queued' }]);
  });

  it('are not given without end to one credential, and a closed stream gives its place back', async () => {
    const id = await submit();
    const abort = new AbortController();
    const open = await Promise.all(Array.from({ length: 8 }, () => watch(id, { as: product.callers.a2, signal: abort.signal })));
    expect(open.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const refused = await watch(id, { as: product.callers.a2 });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    const other = await watch(id, { signal: abort.signal });
    expect(other.status).toBe(200);
    abort.abort();
    await sleep(100);
    const again = await watch(id, { as: product.callers.a2, signal: AbortSignal.timeout(5000) });
    expect(again.status).toBe(200);
    await again.body?.cancel();
  });

  it('end when the service closes', async () => {
    const other = await createProduct();
    const url = await other.app.listen({ port: 0, host: '127.0.0.1' });
    const { body } = await other.send({
      method: 'POST',
      url: '/v1/knowledge/documents',
      as: other.callers.a,
      payload: { title: 'x', content: 'x' },
    });
    const answer = await fetch(`${url}/v1/knowledge/documents/${body.document_id}/events`, {
      headers: { authorization: `Bearer ${other.callers.a}` },
    });
    const text = answer.text();
    const began = performance.now();
    await other.close();
    expect(eventsOf(await text)).toMatchObject([{ status: 'queued' }]);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
