import { CairnError } from '@cairn/core';
import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { fromTextCursor, toTextCursor } from './text-cursor.ts';

const scope = ['memory agents', 'project', 'user'];

it('leads back to its name, whichever it is', () => {
  assert(
    property(string({ unit: 'grapheme' }), (name) => {
      expect(fromTextCursor(scope, toTextCursor(scope, name))).toBe(name);
    }),
  );
});

it('fits into a query as it is, even of the longest name', () => {
  expect(toTextCursor(scope, '😀'.repeat(256))).toMatch(/^[\w-]{1,2048}$/);
});

it('is refused in another list, and when anything else was sent', () => {
  expect(() => fromTextCursor(['memory agents', 'project', 'other'], toTextCursor(scope, 'a'))).toThrow(CairnError);
  assert(
    property(string(), (text) => {
      expect(() => fromTextCursor(scope, text)).toThrow('pass a next_cursor as it came');
    }),
  );
});
