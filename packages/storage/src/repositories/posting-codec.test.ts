import { packPosting } from '@cairn/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutEntries, decodeBlocks, decodeSpans, encodeEntries, keepSpans, packTerms, unpackTerms } from './posting-codec.ts';

const slots = fc.uniqueArray(fc.nat(4095), { maxLength: 60 }).map((list) => list.toSorted((a, b) => a - b));
const packed = (list: readonly number[]): number[] => list.map((slot) => packPosting({ slot, count: 1 + (slot % 9), length: slot % 700 }));

/** As the database joins them. */
function joined(blocks: readonly { block: number; entries: readonly number[] }[]): Buffer {
  return Buffer.concat(
    blocks.flatMap(({ block, entries }) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(block, 0);
      head.writeUInt32BE(entries.length, 4);
      return [head, encodeEntries(entries)];
    }),
  );
}

test('entries come back as they were written', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), slots)), (blocks) => {
      const given = blocks.map(([block, list]) => ({ block, entries: packed(list) }));
      // Odd bytes before them: what the server sends begins anywhere.
      const bytes = Buffer.concat([Buffer.of(1), joined(given)]).subarray(1);
      expect(decodeBlocks(bytes)).toEqual(given.map(({ block, entries }) => ({ block, postings: Uint32Array.from(entries) })));
    }),
  );
});

test('a cut leaves what is outside of it', () => {
  fc.assert(
    fc.property(slots, fc.nat(4100), fc.nat(4100), (list, from, to) => {
      const left = list.filter((slot) => slot < from || slot >= Math.max(from, to));
      expect(Buffer.from(cutEntries(encodeEntries(packed(list)), from, Math.max(from, to)))).toEqual(encodeEntries(packed(left)));
    }),
  );
});

test('hashes of terms come back as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })), (hashes) => {
      const texts = hashes.map(String);
      expect(unpackTerms(packTerms(texts))).toEqual(texts);
    }),
  );
});

describe('spans of documents', () => {
  test('are read', () => {
    const bytes = Buffer.alloc(24);
    [7, 10, 5, 8, 0, 1024].forEach((value, at) => bytes.writeUInt32BE(value, at * 4));
    expect(decodeSpans(bytes)).toEqual([
      { block: 7, from: 10, to: 15 },
      { block: 8, from: 0, to: 1024 },
    ]);
  });

  test('keep what is in them', () => {
    const block = { block: 7, postings: Uint32Array.from(packed([3, 10, 14, 15, 90])) };
    const spans = [
      { block: 7, from: 10, to: 15 },
      { block: 7, from: 90, to: 91 },
    ];
    expect(keepSpans(block, spans)).toEqual({ block: 7, postings: Uint32Array.from(packed([10, 14, 90])) });
    expect(keepSpans(block, [])).toEqual({ block: 7, postings: new Uint32Array() });
  });
});
