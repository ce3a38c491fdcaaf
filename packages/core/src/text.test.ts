import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textFault } from './text.ts';

test('text without U+0000 and without lone surrogates can be stored', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const stored = Buffer.from(text).toString();
      expect(textFault(text) === undefined).toBe(stored === text && !text.includes('\0'));
    }),
  );
});

test('each fault names itself', () => {
  expect(textFault('a\0b')).toContain('U+0000');
  expect(textFault('\ud83d')).toContain('surrogate');
  expect(textFault('😀')).toBeUndefined();
});
