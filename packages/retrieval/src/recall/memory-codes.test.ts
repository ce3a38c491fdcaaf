import type { Actor, MemoryCodePack, MemoryCodes, MemoryIndex } from '@cairn/core';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { packVectors } from '../dense/vector-codec.ts';
import { createMemoryCodeCache } from './memory-codes.ts';

const actor: Actor = {
  kind: 'api_key',
  credentialId: 'c',
  ownerId: 'o',
  userId: 'u',
  projectId: 'p',
  workspaceId: 'w',
  plan: 'free',
  role: 'owner',
  requestId: 'r',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
};

const modelId = 'm';
const vectorOf = (bits: number): Float32Array => Float32Array.from({ length: 8 }, (_, d) => (bits & (1 << d) ? 1 : -1) / Math.sqrt(8));

function packsOf(bits: ReadonlyMap<number, number>): MemoryCodePack[] {
  const packs = Map.groupBy(
    [...bits].toSorted(([a], [b]) => a - b),
    ([position]) => Math.floor(position / 64),
  );
  return Array.from(packs, ([pack, entries]) => ({
    pack,
    slots: Uint8Array.from(entries, ([position]) => position % 64),
    codes: Uint8Array.from(entries.flatMap(([, each]) => [...packVectors([vectorOf(each)]).codes])),
  }));
}

function serving(answers: readonly MemoryCodes[]) {
  const since: number[] = [];
  const index: Pick<MemoryIndex, 'codes'> = {
    codes: async (_actor, _model, from) => {
      since.push(from);
      return answers[since.length - 1] ?? { packs: [], version: 0, complete: true };
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest of the port is not used here
  return { since, index: index as MemoryIndex };
}

it('finds what lies nearest among what is allowed, wherever the gaps are', async () => {
  const positions = fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(positions, fc.array(fc.boolean(), { minLength: 201, maxLength: 201 }), fc.nat(255), async (all, lets, asked) => {
      const bits = new Map(all.map((position) => [position, (position * 37) % 256]));
      const allowed = new Set(all.filter((position) => lets[position]));
      const { index } = serving([{ packs: packsOf(bits), version: 1, complete: true }]);
      const search = { modelId, vector: vectorOf(asked), limit: 500, version: 1, allowed };
      const found = await createMemoryCodeCache(1_000_000).nearest(index, actor, search);
      expect(new Set(found)).toEqual(allowed);
      const apart = (position: number): number => ((bits.get(position) ?? 0) ^ asked).toString(2).replaceAll('0', '').length;
      const distances = found.map(apart);
      expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    }),
  );
});

it('reads only what changed, and everything anew when that is what it is told', async () => {
  const { since, index } = serving([
    {
      packs: packsOf(
        new Map([
          [1, 3],
          [70, 3],
        ]),
      ),
      version: 5,
      complete: true,
    },
    {
      packs: packsOf(
        new Map([
          [70, 3],
          [71, 3],
        ]),
      ),
      version: 6,
      complete: false,
    },
    { packs: packsOf(new Map([[2, 3]])), version: 9, complete: true },
  ]);
  const cache = createMemoryCodeCache(1_000_000);
  const at = async (version: number): Promise<readonly number[]> =>
    (await cache.nearest(index, actor, { modelId, vector: vectorOf(3), limit: 10, version, allowed: undefined })).toSorted((a, b) => a - b);
  expect(await at(5)).toEqual([1, 70]);
  expect(await at(5)).toEqual([1, 70]);
  expect(await at(6)).toEqual([1, 70, 71]);
  expect(await at(9)).toEqual([2]);
  expect(since).toEqual([0, 5, 6]);
});
