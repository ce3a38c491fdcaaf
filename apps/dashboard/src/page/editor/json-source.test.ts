import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeOf, readSource } from './json-source.ts';
import type { JsonNode } from './json-source.ts';

const valueOf = (node: JsonNode | undefined): unknown => {
  if (node?.kind === 'object') return Object.fromEntries(node.members.map(({ name, value }) => [name, valueOf(value)]));
  if (node?.kind === 'array') return node.items.map(valueOf);
  return node?.kind === 'scalar' ? node.value : undefined;
};
const faultsOf = (text: string) => readSource(text).faults.map(({ start, end, message }) => `${text.slice(start, end)} ${message}`);

test('what is JSON is read as JSON reads it, with nothing to say about it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const { root, faults } = readSource(text);
      expect(faults).toEqual([]);
      expect(JSON.stringify(valueOf(root))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test('whatever is written ends, and is told of when it is no JSON', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '1', 'a', ' ', '\u00a0', '\\', '\n'), maxLength: 40 }),
      (text) => {
        const { faults } = readSource(text);
        const isJson = ((): boolean => {
          try {
            JSON.parse(text);
            return true;
          } catch {
            return false;
          }
        })();
        // A name twice is JSON, and a mistake.
        if (!isJson) expect(faults.length).toBeGreaterThan(0);
        else expect(faults.filter(({ message }) => message !== 'stands twice')).toEqual([]);
      },
    ),
  );
});

test.each([
  ['[{"a": 1,}]', [', nothing follows this comma']],
  [
    '[{"a" 1}]',
    ['"a" needs a colon and a value', '1 a comma is missing before this', '1 needs a colon and a value', '1 names need double quotes'],
  ],
  ['[{a: 1}]', ['a names need double quotes']],
  ['[{"a": deny}]', ['deny is no value: a text needs double quotes']],
  ['[{"a": "deny}]', ['"deny}] its closing quote is missing', '{ its } is missing', '[ its ] is missing']],
  ['[{"a": 1, "a": 2}]', ['"a" stands twice']],
  ['', [' a value is missing']],
  ['[] x', ['x nothing may follow here']],
])('in %j the place of what is wrong is told', (text, faults) => {
  expect(faultsOf(text).toSorted()).toEqual(faults.toSorted());
});

test('a path leads to its place, or to where it would be', () => {
  const text = '[{"id": "a", "when": {"kind": ["x"]}}]';
  const { root } = readSource(text);
  const at = (...path: string[]) => {
    const { start, end } = placeOf(root as JsonNode, path);
    return text.slice(start, end);
  };
  expect([at('0', 'id'), at('0', 'when', 'kind', '0'), at('0', 'when', 'tool'), at('0'), at('7'), at('0', 'id', 'x')]).toEqual([
    '"a"',
    '"x"',
    '{',
    '{',
    '[',
    '"a"',
  ]);
});
