import { assert, jsonValue, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprintOf } from './fingerprint.ts';

function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reordered(member)]),
  );
}

describe('a fingerprint', () => {
  it('does not depend on the order of keys', () => {
    assert(
      property(jsonValue(), (value) => {
        expect(fingerprintOf('x', reordered(value))).toBe(fingerprintOf('x', value));
      }),
    );
  });

  it('tells any two requests apart', () => {
    const requests = [
      {},
      [],
      null,
      '',
      0,
      false,
      { a: 1 },
      { a: '1' },
      { a: [1] },
      { a: { b: 1 } },
      { 'a:{"b"': 1 },
      ['a', 'b'],
      [['a'], 'b'],
      ['a,b'],
      { b: 1, a: 1 },
    ];
    expect(new Set(requests.map((request) => fingerprintOf('x', request))).size).toBe(requests.length);
    expect(fingerprintOf('x', {})).not.toBe(fingerprintOf('y', {}));
  });

  it('takes an absent member as none', () => {
    expect(fingerprintOf('x', { a: undefined, b: 1 })).toBe(fingerprintOf('x', { b: 1 }));
  });

  it('tells bytes by what they are', () => {
    expect(fingerprintOf('x', { bytes: Buffer.from('a') })).toBe(fingerprintOf('x', { bytes: new Uint8Array([97]) }));
    expect(fingerprintOf('x', { bytes: Buffer.from('a') })).not.toBe(fingerprintOf('x', { bytes: Buffer.from('b') }));
  });
});
