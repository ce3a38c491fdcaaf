import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonObject } from './json-object.ts';

const schema = jsonObject({ description: 'x', maxBytes: 100 });
const messageOf = (value: unknown): string | undefined => schema.safeParse(value).error?.issues[0]?.message;

function nested(depth: number): object {
  return depth === 0 ? {} : { a: nested(depth - 1) };
}

it('keeps every small object as it is', () => {
  const wide = jsonObject({ description: 'x', maxBytes: 1_000_000 });
  const object = fc.dictionary(
    fc.string({ unit: 'grapheme' }).filter((key) => key !== '__proto__' && !key.includes('\0')),
    fc.integer(),
  );
  fc.assert(
    fc.property(object, (value) => {
      expect(wide.parse(value)).toEqual(value);
    }),
  );
});

it('counts bytes, not characters', () => {
  expect(messageOf({ a: 'x'.repeat(92) })).toBeUndefined();
  expect(messageOf({ a: 'x'.repeat(93) })).toBe('has 101 bytes as JSON and the limit is 100; shorten it');
  expect(messageOf({ a: '界'.repeat(31) })).toBe('has 101 bytes as JSON and the limit is 100; shorten it');
});

it.each([[{ a: 'b\0' }], [{ 'a\0': 1 }], [{ a: ['\ud800'] }]])('refuses %j', (value) => {
  expect(messageOf(value)).toMatch(/U\+0000/);
});

it('takes a backslash before letters that look like an escape', () => {
  expect(messageOf({ path: 'C:\\u0000' })).toBeUndefined();
});

it('refuses what is nested too deep, without falling over it', () => {
  expect(messageOf(nested(31))).toMatch(/bytes/);
  expect(messageOf(nested(33))).toMatch(/nested/);
  expect(messageOf(nested(3000))).toMatch(/nested/);
});

it.each([[[]], ['text'], [null], [7]])('refuses %j, which is no object', (value) => {
  expect(schema.safeParse(value).success).toBe(false);
});
