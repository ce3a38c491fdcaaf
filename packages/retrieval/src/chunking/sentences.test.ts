import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentences } from './sentences.ts';

function read(text: string): string[] {
  return sentences(text).map(({ start, end }) => text.slice(start, end));
}

it('splits by the rules of any language', () => {
  expect(read('It works. Does it? Yes!')).toEqual(['It works.', 'Does it?', 'Yes!']);
  expect(read('犬がいる。猫もいる。')).toEqual(['犬がいる。', '猫もいる。']);
});

it('does not end a sentence at an abbreviation, an initial or a number of a list', () => {
  expect(read('Dr. Smith met J. Doe, e.g. Monday. Then he left.')).toEqual(['Dr. Smith met J. Doe, e.g. Monday.', 'Then he left.']);
  expect(read('1. First do this. 2. Then that.')).toEqual(['1. First do this.', '2. Then that.']);
});

it('leaves marks of notes with the sentence that they are of', () => {
  expect(read('It lives in the north.[3] It eats fish.[4][5] Its tusk is long.[^a] It fights.[note 1] “It dives.”[6] It swims')).toEqual([
    'It lives in the north.[3]',
    'It eats fish.[4][5]',
    'Its tusk is long.[^a]',
    'It fights.[note 1]',
    '“It dives.”[6]',
    'It swims',
  ]);
});

it('ends no sentence in a link or an image', () => {
  expect(read('See ![Stop. Go!](http://a.example/b.png) and [Why? How?](c.html) here. Then rest.')).toEqual([
    'See ![Stop. Go!](http://a.example/b.png) and [Why? How?](c.html) here.',
    'Then rest.',
  ]);
});

describe('lines', () => {
  it('joins a paragraph that was wrapped by hand', () => {
    const text = 'The quick brown fox jumps over the lazy dog and then\nGermany wins again. It was a long and a very dark day\nindeed.';
    expect(read(text)).toEqual([
      'The quick brown fox jumps over the lazy dog and then\nGermany wins again.',
      'It was a long and a very dark day\nindeed.',
    ]);
  });

  it('leaves short lines and list items apart', () => {
    expect(read('Get started\nModels\nPricing')).toEqual(['Get started', 'Models', 'Pricing']);
    expect(read('- one thing\n- another thing\n  that goes on')).toEqual(['- one thing', '- another thing\n  that goes on']);
  });

  it('tells headings, code, rows and markup from prose, with any line ends', () => {
    const text = '# Title\r\nProse here.\r\n```js\r\nlet a. B\r\n```\r\n| a | b |\r\n|---|---|\r\n<br/>\r\n';
    expect(sentences(text).map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['heading', '# Title'],
      ['prose', 'Prose here.'],
      ['markup', '```js'],
      ['code', 'let a. B'],
      ['markup', '```'],
      ['row', '| a | b |'],
      ['markup', '|---|---|'],
      ['markup', '<br/>'],
    ]);
  });
});

it('covers every character that is not blank, in order and once', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('. ', '\n', '\n\n', '- ', '```\n', '# a\n', 'Dr. ', '3. ', '。', '\r\n', '.[3] ', '![A. B](c) '),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      let cursor = 0;
      for (const { start, end } of sentences(text)) {
        expect(start).toBeGreaterThanOrEqual(cursor);
        expect(text.slice(cursor, start).trim()).toBe('');
        expect(text.slice(start, end).trim()).toHaveLength(end - start);
        cursor = end;
      }
      expect(text.slice(cursor).trim()).toBe('');
    }),
  );
});

it.each(['Hi. ', '1. ', 'A. ', 'Dr. ', '.', 'a', 'a\n', '👨‍👩‍👧‍👦', '```\n', '" '])('takes linear time over a megabyte of %j', (unit) => {
  const text = unit.repeat(Math.ceil(1_000_000 / Buffer.byteLength(unit)));
  const begun = performance.now();
  sentences(text);
  expect(performance.now() - begun).toBeLessThan(5000);
});

it('ends short lines only where Unicode ends a sentence', () => {
  const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });
  const characters = Array.from({ length: 0xd800 - 0x20 }, (_, at) => String.fromCharCode(at + 0x20));
  const lines = [...characters, '\ufe52', '\uff01', '\uff0e', '\uff1f', '\uff61'].map((character) => `Foo${character} Bar`);
  const ending = lines.filter((line) => [...segmenter.segment(line)].length > 1);
  expect(ending.length).toBeGreaterThan(50);
  expect(ending.filter((line) => read(line).length === 1)).toEqual([]);
});

it('reads two hundred thousand one-word paragraphs in a second or two', () => {
  const begun = performance.now();
  expect(sentences('word\n\n'.repeat(200_000))).toHaveLength(200_000);
  expect(performance.now() - begun).toBeLessThan(4000);
});
