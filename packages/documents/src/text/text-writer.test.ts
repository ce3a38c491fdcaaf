import { describe, expect, it } from 'vitest';
import { readLimits } from '../limits.ts';
import { shownBlocks } from '../testing/shown-blocks.ts';
import { TextWriter } from './text-writer.ts';

function written(write: (writer: TextWriter) => void): (string | number)[][] {
  const writer = new TextWriter();
  write(writer);
  return shownBlocks(writer.finish());
}

describe('a table', () => {
  it.each([
    [
      [
        ['a', 'b'],
        ['1', '2'],
      ],
      ['| a | b |\n| --- | --- |\n| 1 | 2 |'],
    ],
    [
      [
        ['', 'Q1'],
        ['Tea', '4'],
      ],
      ['|  | Q1 |\n| --- | --- |\n| Tea | 4 |'],
    ],
    [
      [
        ['1', '2'],
        ['3', '4'],
      ],
      ['| 1 | 2 |\n| 3 | 4 |'],
    ],
    [
      [['only'], ['one'], [' ']],
      ['only', 'one'],
    ],
    [[[' ', ''], ['']], []],
    [
      [
        ['a', 'b', ''],
        ['1', 'x\ny', ''],
      ],
      ['| a | b |\n| --- | --- |\n| 1 | x y |'],
    ],
  ])('%j is %j', (rows, texts) => {
    expect(written((writer) => writer.table(rows)).map(([, text]) => text)).toEqual(texts);
  });

  it('without names is its rows where it is large', () => {
    const rows = Array.from({ length: 200 }, (_, at) => [String(at), String(at * 2)]);
    expect(written((writer) => writer.table(rows)).at(-1)).toEqual(['table', '199 | 398', '']);
  });

  it('of one row too long for a line has a field a line', () => {
    const [block] = written((writer) =>
      writer.table(
        [
          ['a', 'b'],
          ['x'.repeat(700), 'y'],
        ],
        { records: true },
      ),
    );
    expect(block?.[1]).toBe(`a: ${'x'.repeat(700)}\nb: y`);
  });
});

it('stores nothing that would not be seen, and no half characters', () => {
  expect(written((writer) => writer.paragraph('so\u00adft\u0000 \ufeffa\r\nb\u0085c \ud83d'))).toEqual([
    ['paragraph', 'soft a\nb\nc \ufffd', ''],
  ]);
});

it('fences code by more marks than it holds', () => {
  expect(written((writer) => writer.code('\n```\nx')).map(([, text]) => text)).toEqual(['````\n```\nx\n````']);
});

it('ends before a text grows over its limit', () => {
  const writer = new TextWriter();
  const part = 'x'.repeat(readLimits.characters / 4);
  expect(() => Array.from({ length: 5 }, () => writer.paragraph(part))).toThrow(expect.objectContaining({ code: 'too_large' }));
});
