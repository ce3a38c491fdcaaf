import { array, assert, asyncProperty, integer, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { walkArray, walkList } from './walk-list.ts';

interface Item {
  readonly createdAt: string;
  readonly id: string;
}

const at = (second: number) => new Date(second * 1000).toISOString();
const idOf = (n: number) => `019a7b2c-0000-7000-8000-${String(n).padStart(12, '0')}`;

const newestFirst = (a: Item, b: Item): number =>
  a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1;

describe('a walk', () => {
  it('visits everything once and in order, whatever the size of its parts', async () => {
    await assert(
      // Few moments, so that many items share one.
      asyncLists(async (items, limit) => {
        const seen: string[] = [];
        let cursor: string | null | undefined;
        while (cursor !== null) {
          const part = await walkList(
            { limit, cursor },
            { scope: ['x'], next: async (walk) => walkArray(items, walk), show: ({ id }) => id },
          );
          seen.push(...part.data);
          cursor = part.next_cursor;
        }
        expect(seen).toEqual(items.map(({ id }) => id));
      }),
    );
  });

  it('has no cursor at its end, even when the last part is full', async () => {
    const items = [{ createdAt: at(1), id: idOf(1) }];
    const part = await walkList({ limit: 1 }, { scope: ['x'], next: async (walk) => walkArray(items, walk), show: ({ id }) => id });
    expect(part).toEqual({ data: [idOf(1)], next_cursor: null });
  });

  it('clamps what is asked for', async () => {
    const asked: number[] = [];
    const next = async ({ limit }: { limit: number }) => {
      asked.push(limit);
      return [];
    };
    await walkList({}, { scope: ['x'], next, show: () => '' });
    await walkList({ limit: 5000 }, { scope: ['x'], next, show: () => '' });
    expect(asked).toEqual([51, 201]);
  });
});

function asyncLists(check: (items: readonly Item[], limit: number) => Promise<void>) {
  return asyncProperty(
    array(tuple(integer({ min: 0, max: 3 }), integer({ min: 0, max: 99 })), { maxLength: 30 }),
    integer({ min: 1, max: 10 }),
    (pairs, limit) => {
      const items = [...new Map(pairs.map(([second, n]) => [n, { createdAt: at(second), id: idOf(n) }])).values()].toSorted(newestFirst);
      return check(items, limit);
    },
  );
}
