import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeEntries, encodeEntries } from './posting-codec.ts';

test('entries come back as they were written', () => {
  const number = fc.integer({ min: 0, max: 2 ** 31 - 1 });
  const entries = fc
    .uniqueArray(fc.record({ ordinal: fc.integer({ min: 0, max: 2 ** 30 }), count: number, length: number }), {
      selector: (entry) => entry.ordinal,
    })
    .map((list) => list.toSorted((a, b) => a.ordinal - b.ordinal));
  fc.assert(
    fc.property(entries, (list) => {
      expect(decodeEntries(encodeEntries(list))).toEqual(list);
    }),
  );
});

test('an entry of an ordinary passage takes few bytes', () => {
  expect(encodeEntries([{ ordinal: 3, count: 1, length: 90 }])).toHaveLength(3);
});
