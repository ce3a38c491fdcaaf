import { expect, test } from 'vitest';
import { parseArguments, selectsTestsByName } from './arguments.ts';

test('a plain run passes nothing on and does not insist on services', () => {
  expect(parseArguments([], {})).toEqual({ requireServices: false, forVitest: [] });
});

test('what is not ours goes to vitest, in order', () => {
  expect(parseArguments(['memories', '--require-services', '-t', 'paging'], {})).toEqual({
    requireServices: true,
    forVitest: ['memories', '-t', 'paging'],
  });
});

test.each([
  ['true', true],
  ['1', true],
  ['false', false],
  ['', false],
])('CI=%s', (value, requireServices) => {
  expect(parseArguments([], { CI: value }).requireServices).toBe(requireServices);
});

test('only a selection by name lets tests be skipped', () => {
  expect(selectsTestsByName(['memories'])).toBe(false);
  expect(selectsTestsByName(['memories', '-t', 'paging'])).toBe(true);
  expect(selectsTestsByName(['--testNamePattern=paging'])).toBe(true);
});
