import type { Actor, CodePage, PassageIndex } from '@cairn/core';
import { expect, it } from 'vitest';
import { createCodeCache } from './code-cache.ts';

const actorOf = (projectId: string): Actor => ({ projectId }) as Actor;
const actor = actorOf('p');

interface Row {
  readonly generation: number;
  readonly block: number;
}

/** Codes in pages of two rows of 100 passages each; counts what was read. */
class Codes {
  rows: Row[] = [];
  live = 0;
  newest = 0;
  asked: number[] = [];

  publish(block: number): void {
    this.newest += 1;
    this.live += 100;
    this.rows.push({ generation: this.newest, block });
  }

  get index(): PassageIndex {
    const codes = (_actor: Actor, _model: string, since: number): Promise<CodePage> => {
      this.asked.push(since);
      const rows = this.rows.filter(({ generation }) => generation > since).slice(0, 2);
      const spans = rows.map(({ block }) => ({ block, slot: 0, passages: 100, documentId: 'd', codes: new Uint8Array(600) }));
      return Promise.resolve({ spans, upto: rows.at(-1)?.generation, more: rows.length === 2, newest: this.newest, passages: this.live });
    };
    return { codes } as unknown as PassageIndex;
  }
}

const blocksOf = async (cache: ReturnType<typeof createCodeCache>, store: Codes, by = actor): Promise<number[]> =>
  (await cache.of(store.index, by, 'm')).map(({ block }) => block);

it('reads everything once and then what is new', async () => {
  const store = new Codes();
  const cache = createCodeCache(1_000_000);
  for (const block of [1, 2, 3]) store.publish(block);
  expect(await blocksOf(cache, store)).toEqual([1, 2, 3]);
  store.publish(4);
  expect(await blocksOf(cache, store)).toEqual([1, 2, 3, 4]);
  expect(store.asked).toEqual([0, 2, 3]);
});

it('reads anew when most of what it knows is gone, or the database is another one', async () => {
  const store = new Codes();
  const cache = createCodeCache(10_000_000);
  for (let block = 0; block < 20; block += 1) store.publish(block);
  await blocksOf(cache, store);
  store.rows = store.rows.slice(15);
  store.live = 500;
  expect(await blocksOf(cache, store)).toEqual([15, 16, 17, 18, 19]);
  store.newest = 1;
  store.rows = [{ generation: 1, block: 7 }];
  expect(await blocksOf(cache, store)).toEqual([7]);
});

it('lets searches that come at once share the reading', async () => {
  const store = new Codes();
  const cache = createCodeCache(1_000_000);
  store.publish(1);
  const all = await Promise.all([blocksOf(cache, store), blocksOf(cache, store), blocksOf(cache, store)]);
  expect(all).toEqual([[1], [1], [1]]);
  expect(store.asked).toEqual([0]);
});

it('keeps no more bytes than it may, the projects asked for last', async () => {
  const store = new Codes();
  const cache = createCodeCache(1000);
  store.publish(1);
  await blocksOf(cache, store, actorOf('a'));
  await blocksOf(cache, store, actorOf('b'));
  store.asked = [];
  await blocksOf(cache, store, actorOf('b'));
  await blocksOf(cache, store, actorOf('a'));
  expect(store.asked).toEqual([1, 0]);
});

it('keeps the oldest part of a project that is larger than all it may keep', async () => {
  const store = new Codes();
  const cache = createCodeCache(1500);
  for (const block of [1, 2, 3, 4, 5, 6]) store.publish(block);
  expect(await blocksOf(cache, store)).toEqual([1, 2]);
  expect(await blocksOf(cache, store)).toEqual([1, 2]);
  expect(store.asked).toEqual([0, 2, 2]);
});
