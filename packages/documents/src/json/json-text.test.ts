import { expect, it } from 'vitest';
import { shownBlocks } from '../testing/shown-blocks.ts';
import { jsonText } from './json-text.ts';

const shown = (value: unknown) => shownBlocks(jsonText(JSON.stringify(value)) ?? { text: '', blocks: [], warnings: [] });

it('writes fields as records, and what is nested under its path', () => {
  expect(
    shown({
      name: 'Shop',
      open: true,
      tags: ['a', 'b'],
      owner: { name: 'Ann', address: { town: 'Köln' } },
      orders: [
        { id: 1, sum: 4.5 },
        { id: 2, sum: null },
      ],
    }),
  ).toEqual([
    ['table', 'name: Shop; open: true; tags: a, b', ''],
    ['heading', '# owner', 'owner'],
    ['table', 'name: Ann', 'owner'],
    ['heading', '# owner.address', 'owner > address'],
    ['table', 'town: Köln', 'owner > address'],
    ['heading', '# orders', 'orders'],
    ['table', 'id: 1; sum: 4.5', 'orders'],
    ['table', 'id: 2; sum: null', 'orders'],
  ]);
});

it('numbers the nested items of a list, and reads rows under names', () => {
  expect(shown([{ id: 1, lines: [{ item: 'Tea' }] }, 'loose'])).toEqual([
    ['heading', '# [0]', '[0]'],
    ['table', 'id: 1', '[0]'],
    ['heading', '# [0].lines', '[0] > lines'],
    ['table', 'item: Tea', '[0] > lines'],
    ['table', 'loose', ''],
  ]);
  expect(
    shown([
      ['item', 'price'],
      ['Tea', 4],
    ]),
  ).toEqual([['table', 'item: Tea; price: 4', '']]);
});

it('keeps the digits of numbers that a double cannot hold', () => {
  expect(jsonText('{"id": 12345678901234567890, "n": 1.0}')?.text).toBe('id: 12345678901234567890; n: 1.0');
});

it('reads JSON line by line', () => {
  expect(jsonText('{"a": 1}\r\n\r\n{"a": 2}\n')?.text).toBe('a: 1\na: 2');
});

it('is no text that is neither', () => {
  for (const text of ['{"a": 1', 'a: 1', '{"a": 1}\nnot json']) expect(jsonText(text)).toBeUndefined();
});

it('bears any depth, and a key of any name', () => {
  const deep = `${'['.repeat(100_000)}"end"${']'.repeat(100_000)}`;
  expect(jsonText(deep)?.text).toContain('end');
  expect(jsonText('{"__proto__": {"a": 1}, "constructor": "x", "s": "half \\ud800"}')?.text).toBe(
    'constructor: x; s: half \ufffd\n\n# __proto__\n\na: 1',
  );
});
