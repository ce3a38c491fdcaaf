import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { WorkerEmbedder } from './embed-passages.ts';
import { HashEmbedder } from './testing/hash-embedder.ts';
import { createPlace, placeKinds } from './testing/places.ts';
import { openProduct } from './testing/product.ts';
import type { ProductPlace, TestProduct } from './testing/product.ts';

describe.for(placeKinds)('a worker over %s', (kind) => {
  let place: Awaited<ReturnType<typeof createPlace>>;
  let product: TestProduct;

  beforeAll(async () => {
    place = await createPlace(kind);
    product = await openProduct(place.place);
  });
  afterEach(() => product.closeWorkers());
  afterAll(async () => {
    await product.close();
    await place.remove();
  });

  test('makes a submitted document searchable, soon', async () => {
    const worker = product.work();
    await worker.probes.queue();
    const started = performance.now();
    const id = await product.submit('Badgers', 'A zorilla is no badger.');
    expect(await product.until(id, 'ready')).toMatchObject({ progress: 100, error: null });
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(await product.found('zorilla')).toHaveLength(1);
  });

  test('fails a document that cannot be read, in words, and takes it again when asked to', async () => {
    product.work();
    const id = await product.submit('Blank', Buffer.from(' \n'));
    const failed = await product.until(id, 'failed');
    expect(failed.error?.code).toBe('no_text');
    expect(failed.error?.message).toMatch(/no text/);
    const retried = await product.repositories.stores.documents.retry(product.place.cast.a, id);
    expect(retried).toMatchObject({ status: 'queued', error: null });
    expect((await product.until(id, 'failed')).error?.code).toBe('no_text');
  });

  test('makes each of many documents searchable once, with several workers at it', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => product.submit(`Many ${n}`, `manifold number ${n}`)));
    for (let n = 0; n < 3; n += 1) product.work();
    await Promise.all(ids.map((id) => product.until(id, 'ready')));
    expect(await product.found('manifold')).toHaveLength(12);
  });

  test('lets a document be deleted while it works on it', async () => {
    product.work();
    const id = await product.submit('Gone', 'vanishing act in many words. '.repeat(60_000));
    await product.until(id, 'parsing');
    expect(await product.repositories.stores.documents.remove(product.place.cast.a, id)).toBe(true);
    const after = await product.submit('After', 'afterwards');
    await product.until(after, 'ready');
    await sleep(1500);
    expect(await product.get(id)).toBeUndefined();
    expect(await product.found('vanish')).toEqual([]);
  });

  test('hands a document back when it closes, and another worker makes it ready', async () => {
    const worker = product.work(0);
    const id = await product.submit('Handed over', 'relay race in many words. '.repeat(200_000));
    await product.until(id, 'parsing');
    const started = performance.now();
    await worker.close();
    expect(performance.now() - started).toBeLessThan(7000);
    expect(await product.get(id)).toMatchObject({ status: 'queued' });
    product.work();
    await product.until(id, 'ready');
    expect(await product.found('relay')).not.toEqual([]);
  });
});

describe.for(placeKinds)('a worker with an embedding model over %s', (kind) => {
  let place: Awaited<ReturnType<typeof createPlace>>;
  let product: TestProduct;

  beforeAll(async () => {
    place = await createPlace(kind);
    product = await openProduct(place.place);
  });
  afterEach(() => product.closeWorkers());
  afterAll(async () => {
    await product.close();
    await place.remove();
  });

  const text = (word: string): string => Array.from({ length: 400 }, (_, n) => `# ${n}\n\n${`${word} of ${n}. `.repeat(40)}`).join('\n\n');

  test('embeds before a document is ready, goes on where another worker stopped, and takes another model for what is there', async () => {
    const stopping = new HashEmbedder('one');
    stopping.stopAt = 1;
    const worker = product.work(0, stopping);
    const id = await product.submit('Long', text('quokka'));
    await stopping.reached;
    expect(await product.get(id)).toMatchObject({ status: 'indexing' });
    await worker.close();
    expect(await product.embedded('one')).toBe(0);

    const going = new HashEmbedder('one');
    product.work(2000, going);
    expect(await product.until(id, 'ready')).toMatchObject({ progress: 100 });
    const passages = (await product.found('quokka')).length;
    expect(passages).toBeGreaterThan(256);
    expect(await product.embedded('one')).toBe(passages);
    expect(going.texts).toBe(passages - 128);
    await product.closeWorkers();

    product.work(2000, new HashEmbedder('two'));
    await expect.poll(() => product.embedded('two'), { timeout: 30_000 }).toBe(passages);
    expect(await product.embedded('one')).toBe(0);
    expect(await product.found('quokka')).toHaveLength(passages);
  });

  /** Half of each right vector, as an endpoint may give once by mistake. */
  const halved = (modelId: string): WorkerEmbedder => {
    const right = new HashEmbedder(modelId);
    const embed: WorkerEmbedder['embed'] = async (texts, options) =>
      (await right.embed(texts, options)).map((vector) => vector.subarray(0, vector.length / 2));
    return { modelId, embed };
  };
  /** Bytes of the code of a passage, for each part of the vectors of a model that searches see. */
  const codeSizes = async (modelId: string, of?: string): Promise<readonly number[]> => {
    const { spans } = await product.repositories.stores.passages.codes(product.place.cast.a, modelId, 0);
    return spans.filter(({ documentId }) => !of || documentId === of).map(({ codes, passages }) => codes.length / passages);
  };
  const memoryCodeSizes = async (modelId: string): Promise<readonly number[]> => {
    const { packs } = await product.repositories.stores.memoryIndex.codes(product.place.cast.a, modelId, 0);
    return packs.map(({ slots, codes }) => codes.length / slots.length);
  };

  test('embeds anew, in the background, what has vectors of another length than the model', async () => {
    product.work(2000, halved('sure'));
    const id = await product.submit('Short', 'A bilby digs.');
    await product.until(id, 'ready');
    await product.repositories.stores.memories.save(product.place.cast.a, { content: 'A bilby was here.' });
    await expect.poll(async () => new Set(await codeSizes('sure')), { timeout: 60_000 }).toEqual(new Set([2]));
    await expect.poll(() => memoryCodeSizes('sure'), { timeout: 60_000 }).toEqual([2]);
    await product.closeWorkers();

    const right = new HashEmbedder('sure');
    product.work(2000, { modelId: 'sure', dimensions: 32, embed: (texts, options) => right.embed(texts, options) });
    await expect.poll(async () => new Set(await codeSizes('sure')), { timeout: 60_000 }).toEqual(new Set([4]));
    await expect.poll(() => memoryCodeSizes('sure'), { timeout: 60_000 }).toEqual([4]);
    expect(await product.get(id)).toMatchObject({ status: 'ready' });
  });

  test('embeds anew, when asked to, what has vectors of another length than the model', async () => {
    product.work(2000, halved('asked'));
    const id = await product.submit('Asked', 'A potoroo digs.');
    await product.until(id, 'ready');
    await product.closeWorkers();
    expect(await codeSizes('asked', id)).toEqual([2]);
    const right = new HashEmbedder('asked');
    product.work(2000, right);
    await product.repositories.stores.documents.reindex(product.place.cast.a, id);
    await product.until(id, 'ready');
    expect(await codeSizes('asked', id)).toEqual([4]);
  });
});

test.for(placeKinds)('a worker over %s reads a small document while long ones hold all its other slots', async (kind) => {
  const created = await createPlace(kind);
  const product = await openProduct(created.place);
  const stuck = new HashEmbedder('one');
  stuck.stopAt = 0;
  const vectors = new HashEmbedder('one');
  const long = 'The glacier is long. '.repeat(8000);
  const held: string[] = [];
  product.work(100, {
    modelId: 'one',
    embed(texts, options) {
      if (!texts.some((text) => text.includes('glacier'))) return vectors.embed(texts, options);
      held.push(texts[0] ?? '');
      return stuck.embed(texts, options);
    },
  });
  for (const title of ['A', 'B', 'C']) await product.submit(title, long);
  await expect.poll(() => held.length, { timeout: 20_000 }).toBe(2);
  const id = await product.submit('Small', 'A quoll is small.');
  expect(await product.until(id, 'ready')).toMatchObject({ progress: 100 });
  expect(await product.found('glacier')).toEqual([]);
  stuck.goOn();
  await product.close();
  await created.remove();
});

test.for(placeKinds)('a worker over %s that is killed is replaced by another, and nothing is there twice', async (kind) => {
  const created = await createPlace(kind);
  const text = Array.from({ length: 20_000 }, (_, n) => `Paragraph ${n} tells of okapis.`).join('\n\n');
  const { id, cast } = await killedWhileReading(created.place, text);
  const product = await openProduct({ ...created.place, cast });
  expect(await product.found('okapi')).toEqual([]);
  product.work();
  await product.until(id, 'ready');
  const ordinals = await product.found('okapi');
  expect(ordinals.length).toBeGreaterThan(10);
  expect(new Set(ordinals).size).toBe(ordinals.length);
  const passages = ordinals.length;
  expect(await product.rows(id)).toEqual({ versions: 1, passages, places: passages, counted: passages, submitted: 1 });
  const content = await product.repositories.stores.documents.content(cast.a, id, { offset: 0 });
  expect(content).toMatchObject({ content: text });
  await product.close();
  await created.remove();
});

test.for(placeKinds)('two runs of one job over %s leave the passages of one, and the slower one writes nothing', async (kind) => {
  const created = await createPlace(kind);
  const product = await openProduct(created.place);
  const id = await product.submit('Twice', Array.from({ length: 400 }, (_, n) => `# ${n}\n\n${`numbat ${n}. `.repeat(60)}`).join('\n\n'));
  const slow = new HashEmbedder('one');
  slow.stopAt = 1;
  const stuck = product.ingest(id, slow);
  await slow.reached;
  // Its lock is lost while it is stuck, so that the job is given to another.
  expect(await product.found('numbat')).toEqual([]);
  await product.ingest(id, new HashEmbedder('one'));
  expect((await product.get(id))?.status).toBe('ready');
  const passages = (await product.found('numbat')).length;
  const rows = { versions: 1, passages, places: passages, counted: passages, submitted: 1 };
  expect(await product.rows(id)).toEqual(rows);

  slow.goOn();
  await stuck;
  expect(await product.rows(id)).toEqual(rows);
  expect(await product.embedded('one')).toBe(passages);
  await product.close();
  await created.remove();
});

async function killedWhileReading(place: ProductPlace, text: string): Promise<{ id: string; cast: TestProduct['place']['cast'] }> {
  const script = fileURLToPath(new URL('testing/doomed-process.ts', import.meta.url));
  const args = ['--conditions=@cairn/source', script, JSON.stringify(place)];
  const doomed = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  doomed.stdin.end(text);
  const { value } = await createInterface(doomed.stdout)[Symbol.asyncIterator]().next();
  doomed.kill('SIGKILL');
  await once(doomed, 'exit');
  return JSON.parse(value ?? '');
}
