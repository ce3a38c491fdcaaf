import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockSize, decodePositions, decodePostings, encodeEntries, type MemoryEntry } from './memory-entries.ts';

/** As the database joins the rows of a term. */
function joined(entries: readonly MemoryEntry[]): Buffer {
  const blocks = Map.groupBy(entries, ({ position }) => Math.floor(position / blockSize));
  return Buffer.concat(
    Array.from(blocks, ([block, own]) => {
      const bytes = encodeEntries(own);
      const head = Buffer.alloc(8);
      head.writeInt32BE(block, 0);
      head.writeInt32BE(bytes.length, 4);
      return Buffer.concat([head, bytes]);
    }),
  );
}

describe('entries of memories', () => {
  const position = fc.integer({ min: 0, max: 2 ** 21 });
  const entry = fc.record({ position, count: fc.integer({ min: 1, max: 255 }), length: fc.integer({ min: 1, max: 16_383 }) });
  const entries = fc
    .uniqueArray(entry, { selector: (each) => each.position, maxLength: 200 })
    .map((all) => all.toSorted((a, b) => a.position - b.position));

  it('come back as they were', () => {
    fc.assert(
      fc.property(entries, (given) => {
        const { positions, counts, lengths } = decodePostings(joined(given));
        expect([...positions]).toEqual(given.map((each) => each.position));
        expect([...counts]).toEqual(given.map((each) => each.count));
        expect([...lengths]).toEqual(given.map((each) => each.length));
      }),
    );
  });

  it('keep what is too great for them as the greatest', () => {
    const { counts, lengths } = decodePostings(joined([{ position: 1023, count: 1000, length: 1_000_000 }]));
    expect([counts[0], lengths[0]]).toEqual([255, 16_383]);
  });

  it('sort as bytes in the order of their positions', () => {
    fc.assert(
      fc.property(position, position, (one, other) => {
        const [a, b] = [one % blockSize, other % blockSize];
        const bytesOf = (each: number) => encodeEntries([{ position: each, count: 255, length: 16_383 }]);
        expect(Math.sign(Buffer.compare(bytesOf(a), bytesOf(b)))).toBe(Math.sign(a - b));
      }),
    );
  });
});

it('reads positions', () => {
  expect([...decodePositions(Uint8Array.of(0, 0, 0, 7, 0, 1, 0, 0))]).toEqual([7, 65_536]);
});
