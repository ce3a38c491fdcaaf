import { expect, it } from 'vitest';
import { chunk } from './chunk.ts';
import { longRecordsIn } from './long-records.ts';
import { sentences } from './sentences.ts';

const read = (text: string) =>
  longRecordsIn(text).map(({ start, end, fields }) => [text.slice(start, end), fields.map((at) => text.slice(at).split(':', 1)[0])]);

it.each([
  ['one record', 'item: tea\nprice: 4', [['item: tea\nprice: 4', ['item', 'price']]]],
  ['values of several lines', 'item: tea\nnote: one\ntwo\nprice: 4', [['item: tea\nnote: one\ntwo\nprice: 4', ['item', 'note', 'price']]]],
  [
    'several records, of which fields lack',
    'item: tea\nnote: a\nprice: 4\nitem: milk\nprice: 5',
    [
      ['item: tea\nnote: a\nprice: 4', ['item', 'note', 'price']],
      ['item: milk\nprice: 5', ['item', 'price']],
    ],
  ],
  ['what two people say', 'Ann: yes.\nBob: no.\nAnn: well.\nBob: fine.', []],
  ['prose', 'Note: use salt.\nAnd pepper.', []],
  ['lists', '- item: tea\n- price: 4', []],
])('tells %s', (_, text, expected) => {
  expect(read(text)).toEqual(expected);
});

it('tells where one ends in which the text begins, by the name of its first field', () => {
  const text = 'the rest.\nprice: 4\nitem: milk\nprice: 5';
  expect(longRecordsIn(text, 'item').map(({ start, end }) => text.slice(start, end))).toEqual(['price: 4', 'item: milk\nprice: 5']);
});

it('keeps the fields apart as sentences, whatever they begin with', () => {
  const text = 'item: tea\nprice: 40 francs\nabout: it is strong. It is dark.';
  expect(sentences(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'item: tea',
    'price: 40 francs',
    'about: it is strong.',
    'It is dark.',
  ]);
});

it('gives each later passage of a record its first field', () => {
  const text = `item: Assam tea\nabout: ${Array.from({ length: 300 }, (_, at) => `Word ${at} of it.`).join(' ')}\norigin: north`;
  const passages = chunk({ text, blocks: [{ start: 0, end: text.length, kind: 'table', headings: [] }], warnings: [] });
  expect(passages.length).toBeGreaterThan(3);
  expect(passages.map(({ columns }) => columns)).toEqual([undefined, ...passages.slice(1).map(() => 'item: Assam tea')]);
});

it.each(['a: b\n', 'a: b\nc: d\n', 'a\n', ': \n', 'a: \n\n'])('takes linear time over half a megabyte of %j', (unit) => {
  const begun = performance.now();
  longRecordsIn(unit.repeat(Math.ceil(500_000 / unit.length)));
  expect(performance.now() - begun).toBeLessThan(10_000);
});
