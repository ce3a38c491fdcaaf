import { expect, it } from 'vitest';
import { asksForIdentifiers } from './identifiers.ts';

it.each([
  ['file_name', true],
  ['what is max_connections?', true],
  ['fooBar v1.2.3', true],
  ['E1042', true],
  ['$49.99', true],
  ['C++', true],
  ['node.js', true],
  ['filename', false],
  ['the file_name setting', false],
  ['state-of-the-art', false],
  ['E1042 エラー', false],
  ['HTTP', false],
  ['', false],
  ['what is the', false],
])('%j: %j', (query, expected) => {
  expect(asksForIdentifiers(query)).toBe(expected);
});
