import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newKey } from './seal.ts';
import { createKeyedDigest, hashTerm, keyedDigest, subkey } from './term-hash.ts';

test('a term hashes to the same bigint under one key and to another under another', () => {
  const [one, two] = [newKey(), newKey()];
  fc.assert(
    fc.property(fc.string(), (term) => {
      const hash = hashTerm(one, term);
      expect(hash).toBe(hashTerm(one, term));
      expect(BigInt.asIntN(64, BigInt(hash)).toString()).toBe(hash);
      expect(hashTerm(two, term)).not.toBe(hash);
    }),
  );
});

test('no two of a hundred thousand terms collide', () => {
  const key = newKey();
  expect(new Set(Array.from({ length: 100_000 }, (_, i) => hashTerm(key, `term${i}`))).size).toBe(100_000);
});

test('keys derived for two purposes differ, and so do digests of other bytes', () => {
  const key = newKey();
  expect(subkey(key, 'a').equals(subkey(key, 'b'))).toBe(false);
  expect(keyedDigest(key, Buffer.from('a')).equals(keyedDigest(key, Buffer.from('a')))).toBe(true);
  expect(keyedDigest(key, Buffer.from('a')).equals(keyedDigest(key, Buffer.from('b')))).toBe(false);
});

test('a digest of pieces is that of the whole, wherever it is cut', () => {
  const key = newKey();
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 500 }), fc.nat(), (bytes, at) => {
      const cut = at % bytes.length;
      const digest = createKeyedDigest(key);
      digest.add(bytes.subarray(0, cut));
      digest.add(bytes.subarray(cut));
      expect(digest.end().equals(keyedDigest(key, bytes))).toBe(true);
    }),
  );
});
