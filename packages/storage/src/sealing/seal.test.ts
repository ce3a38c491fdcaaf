import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newKey, open, openText, seal, sealText } from './seal.ts';

describe('sealing', () => {
  const key = newKey();
  const bytes = fc.uint8Array({ maxLength: 300 });

  test('opens to what was sealed, in its place only', () => {
    fc.assert(
      fc.property(bytes, fc.string(), fc.string(), (plain, place, other) => {
        const sealed = seal(key, place, plain);
        expect(Buffer.from(open(key, place, sealed)).equals(Buffer.from(plain))).toBe(true);
        if (other !== place) expect(() => open(key, other, sealed)).toThrow(`${other} does not open`);
      }),
    );
  });

  test('any changed byte is refused', () => {
    fc.assert(
      fc.property(bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (plain, at, change) => {
        const sealed = seal(key, 'place', plain);
        const index = at % sealed.length;
        sealed[index] = sealed.readUInt8(index) ^ change;
        expect(() => open(key, 'place', sealed)).toThrow();
      }),
    );
  });

  test('a shortened text, an empty one and another key are refused', () => {
    const sealed = sealText(key, 'place', 'content');
    expect(() => open(key, 'place', sealed.subarray(0, -1))).toThrow();
    expect(() => open(key, 'place', new Uint8Array(0))).toThrow('place does not open: it is not sealed bytes');
    expect(() => open(newKey(), 'place', sealed)).toThrow();
  });

  test('no nonce is used twice', () => {
    const nonces = Array.from({ length: 1000 }, () => sealText(key, 'place', 'x').subarray(1, 25).toString('hex'));
    expect(new Set(nonces).size).toBe(1000);
  });

  test('the same text sealed twice shows no likeness', () => {
    expect(sealText(key, 'place', 'same').equals(sealText(key, 'place', 'same'))).toBe(false);
    expect(openText(key, 'place', sealText(key, 'place', '日本語 😀'))).toBe('日本語 😀');
  });
});
