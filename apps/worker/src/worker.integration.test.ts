// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresDatabase } from '@cairn/test-kit';
import type { TestDatabase } from '@cairn/test-kit';
import { openProduct, testMasterKey } from './testing/product.ts';
import type { TestProduct } from './testing/product.ts';

describe.for(['redis', 'postgres'] as const)('a worker over %s', (kind) => {
  let database: TestDatabase;
  let product: TestProduct;

  beforeAll(async () => {
    database = await createPostgresDatabase(process.env['CAIRN_TEST_DATABASE_URL'] ?? '');
    const redisUrl = kind === 'redis' ? process.env['CAIRN_TEST_REDIS_URL'] : undefined;
    product = await openProduct({ kind: 'postgres', url: database.url }, redisUrl);
  });
  afterEach(() => product.closeWorkers());
  afterAll(async () => {
    await product.close();
    await database.drop();
  });

  test('makes a submitted document searchable, soon', async () => {
    const worker = product.work();
    await worker.probes.queue();
    const started = performance.now();
    const id = await product.submit('Badgers', 'A zorilla is no badger.');
    expect(await product.until(id, 'ready')).toMatchObject({ progress: 100, error: null });
    expect(performance.now() - started).toBeLessThan(3000);
    expect(await product.found('zorilla')).toBe(1);
  });

  test('fails a document that cannot be read, in words, and takes it again when asked to', async () => {
    product.work();
    const id = await product.submit('Latin', Buffer.from([0x66, 0xfc, 0x72]));
    const failed = await product.until(id, 'failed');
    expect(failed.error?.code).toBe('not_utf8');
    expect(failed.error?.message).toMatch(/UTF-8/);
    const retried = await product.repositories.stores.documents.retry(product.cast.a, id);
    expect(retried).toMatchObject({ status: 'queued', error: null });
    expect((await product.until(id, 'failed')).error?.code).toBe('not_utf8');
  });

  test('makes each of many documents searchable once, with several workers at it', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => product.submit(`Many ${n}`, `manifold number ${n}`)));
    for (let n = 0; n < 3; n += 1) product.work();
    await Promise.all(ids.map((id) => product.until(id, 'ready')));
    expect(await product.found('manifold')).toBe(12);
  });

  test('lets a document be deleted while it works on it', async () => {
    product.work();
    const text = 'vanishing act in many words. '.repeat(60_000);
    const id = await product.submit('Gone', text);
    await product.until(id, 'parsing');
    expect(await product.repositories.stores.documents.remove(product.cast.a, id)).toBe(true);
    const after = await product.submit('After', 'afterwards');
    await product.until(after, 'ready');
    await sleep(1500);
    expect(await product.get(id)).toBeUndefined();
    expect(await product.found('vanish')).toBe(0);
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
    expect(await product.found('relay')).toBeGreaterThan(0);
  });

  test('is replaced by another when it is killed, and nothing is there twice', async () => {
    const paragraphs = Array.from({ length: 20_000 }, (_, n) => `Paragraph ${n} tells of okapis.`).join('\n\n');
    const id = await product.submit('Killed', paragraphs);
    const script = fileURLToPath(new URL('testing/worker-process.ts', import.meta.url));
    const settings = JSON.stringify({ url: database.url, carrier: product.carrier, masterKey: testMasterKey.toString('base64') });
    const doomed = spawn(process.execPath, ['--conditions=@cairn/source', script, settings], { stdio: 'inherit' });
    await product.until(id, 'parsing');
    doomed.kill('SIGKILL');
    expect(await product.found('okapi')).toBe(0);
    product.work();
    await product.until(id, 'ready');
    const { postings } = await product.repositories.stores.passages.lookup(product.cast.a, ['okapi']);
    const ordinals = (postings.get('okapi') ?? []).map((posting) => posting.ordinal);
    expect(ordinals.length).toBeGreaterThan(10);
    expect(new Set(ordinals).size).toBe(ordinals.length);
    const content = await product.repositories.stores.documents.content(product.cast.a, id, { offset: 0 });
    expect(content).toMatchObject({ content: paragraphs });
  });
});
