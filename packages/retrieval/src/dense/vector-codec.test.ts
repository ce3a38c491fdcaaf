import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeBytes, cosine, packVectors } from './vector-codec.ts';

const unit = (values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
};

const vector = (dimensions: number) =>
  fc
    .array(fc.integer({ min: -1000, max: 1000 }), { minLength: dimensions, maxLength: dimensions })
    .filter((values) => values.some((value) => value !== 0))
    .map(unit);

describe('packed vectors', () => {
  it('keep the sign of each dimension as a bit', () => {
    const { codes } = packVectors([
      Float32Array.of(0.5, -0.5, 0.5, -0.5, 0, 0.1, -0.1, 0.1, 0.3),
      Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0),
    ]);
    expect([...codes]).toEqual([0b1010_0101, 1, 1, 0]);
    expect(codeBytes(9)).toBe(2);
  });

  it('tell the cosine of two vectors to a hundredth', () => {
    fc.assert(
      fc.property(vector(24), vector(24), (query, other) => {
        const exact = query.reduce((sum, value, d) => sum + value * (other.at(d) ?? 0), 0);
        expect(Math.abs(cosine(query, packVectors([other]).vectors) - exact)).toBeLessThan(0.02);
      }),
    );
  });

  it('refuse vectors of several lengths, and compare none', () => {
    expect(() => packVectors([Float32Array.of(1), Float32Array.of(1, 0)])).toThrow(RangeError);
    expect(cosine(Float32Array.of(1, 0), Int8Array.of(127))).toBe(0);
    expect(cosine(Float32Array.of(1), Int8Array.of(0))).toBe(0);
  });
});
