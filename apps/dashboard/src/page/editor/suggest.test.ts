import { expect, test } from 'vitest';
import { checkSource } from './check-source.ts';
import { readSource } from './json-source.ts';
import type { Schema } from './schema.ts';
import { suggest } from './suggest.ts';

const condition = (op: Schema, value?: Schema): Schema => ({
  type: 'object',
  properties: { path: { type: 'string', minLength: 1 }, op, ...(value && { value }) },
  required: ['path', 'op', ...(value ? ['value'] : [])],
  additionalProperties: false,
});
const schema: Schema = {
  type: 'array',
  maxItems: 3,
  items: {
    type: 'object',
    properties: {
      id: { type: 'string', pattern: '^[a-z]+$' },
      effect: { type: 'string', enum: ['allow', 'deny'], description: 'What it does.' },
      when: {
        type: 'object',
        properties: {
          kind: { type: 'array', items: { type: 'string', enum: ['shell.exec', 'file.write'] } },
          args: {
            type: 'array',
            items: { oneOf: [condition({ enum: ['gt'] }, { type: 'number' }), condition({ const: 'exists' })] },
          },
        },
        additionalProperties: false,
      },
      count: { type: 'integer', minimum: 1 },
      free: { type: 'object', additionalProperties: {} },
      on: { type: 'boolean' },
    },
    required: ['id', 'effect'],
    additionalProperties: false,
  },
};

/** The labels for the place of the bar, and the text once the first is taken, with a bar where the caret is. */
function at(marked: string): { readonly labels: readonly string[]; readonly taken: string | undefined } {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = suggest(schema, readSource(text), { text, offset });
  const [first] = found;
  const taken =
    first &&
    `${text.slice(0, first.replaces.start)}${first.text.slice(0, first.caret)}|${first.text.slice(first.caret)}${text.slice(first.replaces.end)}`;
  return { labels: found.map(({ label }) => label), taken };
}

test.each([
  ['[{|}]', ['id', 'effect', 'when', 'count', 'free', 'on'], '[{"id": "|"}]'],
  ['[{"id": "a", "ef|}]', ['effect'], '[{"id": "a", "effect": "|"}]'],
  ['[{"id": "a", "w|": {}}]', ['when'], '[{"id": "a", "when"|: {}}]'],
  ['[{"effect": |}]', ['allow', 'deny'], '[{"effect": "allow"|}]'],
  ['[{"effect": "d|"}]', ['deny'], '[{"effect": "deny"|}]'],
  ['[{"when": {"kind": [|]}}]', ['shell.exec', 'file.write'], '[{"when": {"kind": ["shell.exec"|]}}]'],
  ['[{"when": {"kind": ["shell.exec", "w|"]}}]', ['file.write'], '[{"when": {"kind": ["shell.exec", "file.write"|]}}]'],
  ['[{"when": {"args": [{"op": "exists", |}]}}]', ['path'], '[{"when": {"args": [{"op": "exists", "path": "|"}]}}]'],
  ['[{"when": {"args": [{"op": "|"}]}}]', ['gt', 'exists'], '[{"when": {"args": [{"op": "gt"|}]}}]'],
  ['[{"on": |}]', ['true', 'false'], '[{"on": true|}]'],
  ['[{"when": |}]', ['{ … }'], '[{"when": {|}}]'],
  ['[{"id": "|"}]', [], undefined],
  ['[{"free": {|}}]', [], undefined],
])('at %j there is %j to choose from', (marked, labels, taken) => {
  expect(at(marked)).toEqual({ labels, taken });
});

test.each([
  ['[{"id": "a", "effect": "deny", "when": {"args": [{"path": "/x", "op": "gt", "value": 1}]}, "free": {"x": [1]}}]', []],
  ['{}', ['{ must be a list: [ … ]']],
  ['[{"id": "A"}]', ['{ needs effect', '"A" "id" must match ^[a-z]+$']],
  ['[{"id": "a", "effect": "alow"}]', ['"alow" "effect" must be one of "allow", "deny"']],
  ['[{"id": "a", "effect": "deny", "wehn": {}}]', ['"wehn" "wehn" is not known here; known are id, effect, when, count, free, on']],
  ['[{"id": "a", "effect": "deny", "count": 0}]', ['0 "count" must be at least 1']],
  ['[{"id": "a", "effect": "deny", "count": 1.5}]', ['1.5 "count" must be a whole number']],
  ['[{"id": "a", "effect": "deny", "when": {"args": [{"path": "/x", "op": "gt"}]}}]', ['{ needs value']],
  ['[{"id": "a", "effect": "deny", "when": {"args": [{"path": "", "op": "exists"}]}}]', ['"" "path" must not be empty']],
  ['[{"id": "a", "effect": "deny", "when": {"args": [{"op": "lt", "value": 1}]}}]', ['"lt" "op" must be one of "gt", "exists"']],
  ['[1, 2, 3, 4]', ['[ takes at most 3', ...[1, 2, 3, 4].map((one) => `${one} must be an object: { … }`)]],
])('of %j is said at its place what is wrong', (text, expected) => {
  const { root } = readSource(text);
  expect(root && checkSource(schema, root).map(({ start, end, message }) => `${text.slice(start, end)} ${message}`)).toEqual(expected);
});
