import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { packPosting, unpackPosting } from './posting.ts';

const slot = fc.nat(65_535);

it('gives back what was packed, within its bounds', () => {
  fc.assert(
    fc.property(slot, fc.nat(63), fc.nat(1023), (at, count, length) => {
      expect(unpackPosting(packPosting({ slot: at, count, length }))).toEqual({ slot: at, count, length });
    }),
  );
});

it('keeps what is beyond the bounds as the bound, and sorts by slot', () => {
  expect(unpackPosting(packPosting({ slot: 65_535, count: 1000, length: 100_000 }))).toEqual({ slot: 65_535, count: 63, length: 1023 });
  fc.assert(
    fc.property(slot, slot, fc.nat(100), fc.nat(2000), (a, b, count, length) => {
      fc.pre(a < b);
      expect(packPosting({ slot: a, count, length })).toBeLessThan(packPosting({ slot: b, count: 1, length: 1 }));
    }),
  );
});
