import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsAny, fitsAnyPath } from './pattern.ts';
import { TooMuchWork, Work } from './work.ts';

const piece = fc.constantFrom('a', 'b', '/', '.', '*', '**');
const source = (pattern: string, star: string) =>
  pattern.replaceAll(/[.]/g, String.raw`\.`).replaceAll(/\*+/g, (stars) => (stars.length > 1 ? '.*' : star));

describe('a pattern', () => {
  it('fits what the same regular expression fits', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.array(piece, { maxLength: 8 }), fc.array(piece, { minLength: 30, maxLength: 45 })),
        fc.array(fc.constantFrom('a', 'b', '/', '.'), { maxLength: 10 }),
        (pieces, characters) => {
          const pattern = pieces.join('').replaceAll(/\*{3,}/g, '**');
          const text = characters.join('');
          expect(fitsAny(text, [pattern])).toBe(new RegExp(`^${source(pattern, '.*')}$`, 's').test(text));
          expect(fitsAnyPath(text, [pattern], new Work())).toBe(new RegExp(`^${source(pattern, '[^/]*')}$`, 's').test(text));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('is never slow', () => {
    const begin = performance.now();
    expect(fitsAny('a'.repeat(4000), [`${'*a'.repeat(500)}*b`])).toBe(false);
    expect(fitsAnyPath('a'.repeat(4000), [`${'*a'.repeat(500)}*b`], new Work())).toBe(false);
    expect(() => fitsAnyPath(`${'a'.repeat(4000)}b`, [`${'*a'.repeat(500)}*b`], new Work())).toThrow(TooMuchWork);
    expect(performance.now() - begin).toBeLessThan(5000);
  });
});
