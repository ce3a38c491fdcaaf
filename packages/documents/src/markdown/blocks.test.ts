import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownBlocks } from './blocks.ts';

function read(text: string): [string, string, string][] {
  return markdownBlocks(text).map(({ kind, start, end, headings }) => [kind, text.slice(start, end), headings.join(' > ')]);
}

describe('blocks', () => {
  it('stand under their headings', () => {
    expect(read('# A\n\none\n\nB\n---\n\ntwo\n\n### D ###\n\nthree\n\n## C\n\nfour')).toEqual([
      ['heading', '# A', 'A'],
      ['paragraph', 'one', 'A'],
      ['heading', 'B\n---', 'A > B'],
      ['paragraph', 'two', 'A > B'],
      ['heading', '### D ###', 'A > B > D'],
      ['paragraph', 'three', 'A > B > D'],
      ['heading', '## C', 'A > C'],
      ['paragraph', 'four', 'A > C'],
    ]);
  });

  it('are told apart by kind', () => {
    expect(read('- one\n  - two\n\n> quoted\n\n```js\nlet a;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<div>\nhtml\n</div>\n')).toEqual([
      ['list', 'one', ''],
      ['list', 'two', ''],
      ['paragraph', 'quoted', ''],
      ['code', '```js\nlet a;\n```', ''],
      ['table', '| a | b |\n|---|---|\n| 1 | 2 |', ''],
      ['markup', '<div>\nhtml\n</div>', ''],
    ]);
  });

  it.each(['<!-- note\n\nto self -->', '<script>\n\nalert(1)\n</script>', '<style>\np {}\n</style>', '<!-- open'])('hide %j', (source) => {
    expect(read(source)).toEqual([['hidden', source, '']]);
  });

  it('keep exact offsets with CRLF, tabs and emoji', () => {
    expect(read('# 👩\r\n\r\n\tcode\r\n\r\nfin\r\n')).toEqual([
      ['heading', '# 👩', '👩'],
      ['code', '\tcode', '👩'],
      ['paragraph', 'fin', '👩'],
    ]);
  });

  it('ignore a heading inside a quotation or a list', () => {
    expect(read('> # Quoted\n\ntext').map(([, , path]) => path)).toEqual(['', '']);
  });
});

describe('a heading', () => {
  it.each([
    ['# Use `code` and **bold** [links](http://x.y)', 'Use code and bold links'],
    ['# A &amp; B <br> \\*C\\*', 'A & B *C*'],
    ['# C#', 'C#'],
    ['#', ''],
  ])('reads %j as %j', (source, title) => {
    expect(markdownBlocks(source)[0]?.headings).toEqual(title === '' ? [] : [title]);
  });
});

describe('front matter', () => {
  it('is a block of its own and no heading', () => {
    expect(read('---\ntitle: Guide\ntags: [a]\n---\n\n# A\n')).toEqual([
      ['metadata', '---\ntitle: Guide\ntags: [a]\n---', ''],
      ['heading', '# A', 'A'],
    ]);
  });

  it.each(['---\n\ntext\n', '---\ntitle: never closed\n', 'text\n\n---\na: b\n---\n'])('is not %j', (text) => {
    expect(read(text).map(([kind]) => kind)).not.toContain('metadata');
  });
});

/** For every character that is not blank, what block it is in. */
function labels(text: string, pieceSize: number): string[] {
  const found = Array.from(text, () => '');
  for (const { start, end, kind, headings } of markdownBlocks(text, pieceSize)) found.fill(`${kind} ${headings.join('>')}`, start, end);
  return found.map((label, at) => (text.charAt(at).trim() === '' ? '' : label));
}

it('finds every character in the same block in pieces as in the whole', () => {
  const fragment = constantFrom(
    '# A\n',
    'B\n===\n',
    'text\n',
    'more *text*\n',
    '\n',
    '\n\n',
    '- item\n',
    '  goes on\n',
    '1. one\n',
    '> quote\n',
    '```\n',
    '````js\n',
    '~~~\n',
    '- ```\n',
    '  - nested\n',
    '   ```\n',
    '   # B\n',
    '> ```\n',
    '\t',
    '    indented\n',
    '<!-- c\n',
    'c -->\n',
    '<script>\n',
    '</script>\n',
    '<div>\n',
    '| a |\n|---|\n| b |\n',
    '***\n',
    '[a]: http://x.y\n',
  );
  assert(
    property(array(fragment, { maxLength: 30 }), (fragments) => {
      const text = fragments.join('');
      expect(labels(text, 1)).toEqual(labels(text, Number.POSITIVE_INFINITY));
    }),
    { numRuns: 1000 },
  );
});
