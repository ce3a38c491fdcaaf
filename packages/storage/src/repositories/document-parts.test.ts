import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wholeCharacterEnd, wholeCharacterStart } from './document-parts.ts';

test('a cut never splits a surrogate pair and moves by one unit at most', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.nat(), (text, at) => {
      const wish = 1 + (at % text.length);
      const end = wholeCharacterEnd(text, wish);
      expect(end - wish).toBeLessThanOrEqual(1);
      expect(text.slice(0, end).isWellFormed()).toBe(true);
      const start = wholeCharacterStart(text, wish);
      expect(wish - start).toBeLessThanOrEqual(1);
      expect(text.slice(start).isWellFormed()).toBe(true);
    }),
  );
});
