import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLine } from './read-line.ts';

test('any JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json(), (line) => {
      expect(readLine(line)).toEqual(JSON.parse(line));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['at the top', '{"a":1,"a":1}'],
  ['within', '{"a":{"b":1,"b":2}}'],
  ['in a list', '[{"a":[{"b":1 , "b" :2}]}]'],
  ['in other letters', String.raw`{"a":1,"\u0061":2}`],
  ['by the name of the prototype', '{"__proto__":1,"__proto__":2}'],
  ['before one that hides it', '{"a":{"b":1},"a":2}'],
])('a name that comes twice %s is no line', (_where, line) => {
  expect(readLine(line)).toBeUndefined();
});

test('an object in a list of any depth is read', () => {
  const depth = 5000;
  expect(readLine(`${'['.repeat(depth)}{":\\"":":"}${']'.repeat(depth)}`)).toBeDefined();
});

test('what is no JSON is no line', () => {
  expect(readLine('{"a":')).toBeUndefined();
});
