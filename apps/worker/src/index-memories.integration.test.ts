import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Actor, Embedder, NewMemory, RecallFilter } from '@cairn/core';
import { createQueryVectors, createRecallKeep, recallMemories } from '@cairn/retrieval';
import { memoryIndexFaultsAt } from '@cairn/test-kit';
import type { Cast } from '@cairn/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryIndexHandler } from './index-memories.ts';
import { createPlace, placeKinds } from './testing/places.ts';
import type { PlaceKind } from './testing/places.ts';
import { openProduct } from './testing/product.ts';
import type { ProductPlace, TestProduct } from './testing/product.ts';

/** Words that mean the same, one list each. */
const meanings = [
  ['car', 'automobile', 'vehicle'],
  ['doctor', 'physician', 'surgeon'],
  ['happy', 'glad', 'joyful'],
  ['house', 'home', 'cottage'],
];

/** Texts are as close as the meanings that they name. */
function embedderOf(modelId: string): Embedder & { calls: number; fails: boolean } {
  return {
    modelId,
    calls: 0,
    fails: false,
    async embed(texts) {
      this.calls += 1;
      if (this.fails) throw new Error('the model is away');
      return texts.map((text) => {
        const vector = Float32Array.from(meanings, (list) => list.filter((word) => text.toLowerCase().includes(word)).length + 0.01);
        const length = Math.hypot(...vector);
        return vector.map((value) => value / length);
      });
    },
  };
}

const context = { signal: new AbortController().signal, goesOn: () => {}, attempt: 1, lastAttempt: false, jobId: 'job' };

describe('the job that indexes memories', () => {
  let product: TestProduct;
  let place: Awaited<ReturnType<typeof createPlace>>;
  let owner: Actor;
  let embedder: ReturnType<typeof embedderOf>;
  beforeAll(async () => {
    place = await createPlace('embedded');
    product = await openProduct(place.place);
  });
  afterAll(async () => {
    await product.close();
    await place.remove();
  });
  beforeEach(() => {
    owner = { ...product.place.cast.a, userId: crypto.randomUUID() };
    embedder = embedderOf('stand-in 1');
  });

  const save = (content: string, rest: Partial<NewMemory> = {}) => product.repositories.stores.memories.save(owner, { content, ...rest });
  const work = (model: Embedder | undefined = embedder) =>
    createMemoryIndexHandler({ memoryIndexing: product.repositories.memoryIndexing, embedder: model })(owner, context);
  const keep = createRecallKeep(1_000_000);
  const recall = async (query: string, filter: RecallFilter = {}, model: Embedder = embedder): Promise<readonly string[]> => {
    const deps = { index: product.repositories.stores.memoryIndex, keep, queries: createQueryVectors({ embedder: model }) };
    return (await recallMemories(deps, owner, { query, limit: 10, filter })).map(({ memory }) => memory.content);
  };

  it('makes memories found by what they mean', async () => {
    await save('My physician called.');
    await save('The automobile is red.', { sessionId: 'garage' });
    expect(await recall('doctor')).toEqual([]);
    await work();
    expect(await recall('doctor')).toEqual(['My physician called.']);
    expect(await recall('vehicle')).toEqual(['The automobile is red.']);
  });

  it('finds by meaning what a filter lets through, however many others are nearer', async () => {
    for (let i = 0; i < 320; i++) await save(`glad ${i}`, { agentId: 'loud' });
    await save('joyful house', { agentId: 'rare' });
    await work();
    expect(await recall('happy', { agentId: 'rare' })).toEqual(['joyful house']);
  });

  it('embeds anew what changed, and forgets the meaning that was', async () => {
    const { id } = await save('a cottage');
    await work();
    await product.repositories.stores.memories.update(owner, id, { content: 'a surgeon' });
    expect(await recall('home')).toEqual([]);
    expect(await recall('doctor')).toEqual([]);
    await work();
    expect(await recall('home')).toEqual([]);
    expect(await recall('doctor')).toEqual(['a surgeon']);
    await product.repositories.stores.memories.remove(owner, id);
    expect(await recall('doctor')).toEqual([]);
  });

  it('never compares vectors of two models', async () => {
    await save('My physician called.');
    await work();
    const next = embedderOf('stand-in 2');
    expect(await recall('doctor', {}, next)).toEqual([]);
    await work(next);
    expect(await recall('doctor', {}, next)).toEqual(['My physician called.']);
    expect(await recall('doctor')).toEqual([]);
  });

  it('indexes words although the model is away, fails for another attempt, and embeds with it', async () => {
    await save('My physician called.');
    embedder.fails = true;
    await expect(work()).rejects.toThrow('the model is away');
    expect((await product.repositories.memoryIndexing.pending(owner, 5)).length).toBe(0);
    expect(await recall('physician')).toEqual(['My physician called.']);
    embedder.fails = false;
    await work();
    expect(await recall('doctor')).toEqual(['My physician called.']);
  });

  it('does nothing when nothing is left to do', async () => {
    await save('glad', { sessionId: 's' });
    await save('home', { sessionId: 's' });
    await work();
    const { calls } = embedder;
    await work();
    expect(embedder.calls).toBe(calls);
  });

  it('works by words alone without a model', async () => {
    await save('My physician called.');
    await work(undefined);
    expect(await recall('physician')).toEqual(['My physician called.']);
  });
});

describe.each(placeKinds)('a worker with %s that is killed in the middle', (kind: PlaceKind) => {
  it('is followed by one that indexes the rest, each memory once', async () => {
    const made = await createPlace(kind);
    const { place } = made;
    const { count, cast } = await killedWhileIndexing(place);
    const product = await openProduct({ ...place, cast });
    const { memoryIndex } = product.repositories.stores;
    const size = async (): Promise<number> => (await memoryIndex.lookup(cast.a, [], { filter: {}, unindexed: 0 })).size.memories;
    try {
      expect(await size()).toBeLessThan(count);
      const found = await recallMemories({ index: memoryIndex, keep: createRecallKeep(1_000_000) }, cast.a, {
        query: 'memory 699',
        limit: 3,
        filter: {},
      });
      expect(found[0]?.memory.content).toBe('memory 699 of many');
      product.work();
      await expect.poll(size, { timeout: 30_000, interval: 50 }).toBe(count);
      if (place.location.kind === 'postgres') expect(await memoryIndexFaultsAt(place.location.url)).toEqual([]);
    } finally {
      await product.close();
      await made.remove();
    }
  }, 90_000);
});

async function killedWhileIndexing(place: ProductPlace): Promise<{ count: number; cast: Cast }> {
  const script = fileURLToPath(new URL('testing/doomed-indexer.ts', import.meta.url));
  const doomed = spawn(process.execPath, ['--conditions=@cairn/source', script, JSON.stringify(place)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { value } = await createInterface(doomed.stdout)[Symbol.asyncIterator]().next();
  doomed.kill('SIGKILL');
  await once(doomed, 'exit');
  return JSON.parse(value ?? '');
}
