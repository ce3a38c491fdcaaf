import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunk } from './chunk.ts';
import type { Block, BlockKind, StructuredText } from './structured-text.ts';
import { estimateTokens } from './token-estimate.ts';

const cap = 240;
const maxCharacters = 4800;

function documentOf(parts: readonly (readonly [BlockKind, string, string[]?])[]): StructuredText {
  let text = '';
  const blocks: Block[] = [];
  for (const [kind, content, headings = []] of parts) {
    blocks.push({ start: text.length, end: text.length + content.length, kind, headings });
    text += `${content}\n\n`;
  }
  return { text, blocks, warnings: [] };
}

const sentence = 'The quick brown fox jumps over the lazy dog again.';

describe('packing', () => {
  it('fills passages with whole sentences up to the target', () => {
    const passages = chunk(documentOf([['paragraph', Array.from({ length: 60 }, () => sentence).join(' ')]]));
    expect(passages.length).toBeGreaterThan(2);
    for (const { text } of passages) {
      expect(text.startsWith('The quick')).toBe(true);
      expect(text.endsWith('again.')).toBe(true);
      expect(estimateTokens(text)).toBeLessThanOrEqual(cap);
    }
  });

  it('keeps a heading with what follows it', () => {
    const long = Array.from({ length: 17 }, () => sentence).join(' ');
    const passages = chunk(
      documentOf([
        ['paragraph', long],
        ['heading', '# Next', ['Next']],
        ['heading', '## Deeper', ['Next', 'Deeper']],
        ['paragraph', sentence, ['Next', 'Deeper']],
      ]),
    );
    expect(passages.at(-1)).toMatchObject({ text: `# Next\n\n## Deeper\n\n${sentence}`, headings: ['Next', 'Deeper'] });
  });

  it('joins small sections under the headings that they share', () => {
    const passages = chunk(
      documentOf([
        ['heading', '# A', ['A']],
        ['heading', '## B', ['A', 'B']],
        ['paragraph', 'One.', ['A', 'B']],
        ['heading', '## C', ['A', 'C']],
        ['paragraph', 'Two.', ['A', 'C']],
        ['paragraph', 'Three.', ['A', 'C']],
      ]),
    );
    expect(passages.map(({ headings }) => headings)).toEqual([['A']]);
    expect(passages[0]?.sections?.map(({ start, headings }) => [passages[0]?.text.slice(start, start + 4), headings])).toEqual([
      ['# A\n', ['A', 'B']],
      ['## C', ['A', 'C']],
    ]);
  });

  it('ends a passage with its page, also one of a heading alone', () => {
    const { text, blocks } = documentOf([
      ['heading', 'Title', ['Title']],
      ['heading', 'Aims', ['Aims']],
      ['paragraph', 'One.', ['Aims']],
      ['paragraph', 'Two.', ['Aims']],
      ['paragraph', 'Three.', ['Aims']],
    ]);
    const paged = blocks.map((block, at) => ({ ...block, page: [1, 2, 2, 2, 3][at] ?? 1 }));
    expect(chunk({ text, blocks: paged, warnings: [] }).map((passage) => [passage.page, passage.text])).toEqual([
      [1, 'Title'],
      [2, 'Aims\n\nOne.\n\nTwo.'],
      [3, 'Three.'],
    ]);
  });

  it('cuts code between its functions where they fit', () => {
    const body = (name: string): string =>
      [`function ${name}() {`, ...Array.from({ length: 14 }, (_, at) => `  run(${at});`), '}'].join('\n');
    const code = ['one', 'two', 'three', 'four', 'five'].map(body);
    const passages = chunk(documentOf([['code', code.join('\n\n')]]));
    expect(passages.length).toBeGreaterThan(1);
    for (const { text } of passages) expect([text.startsWith('function'), text.endsWith('\n}')]).toEqual([true, true]);
  });

  it('keeps code and tables whole up to the cap and splits larger ones between lines', () => {
    const short = '```\nlet a = 1;\nlet b = 2;\n```';
    const long = Array.from({ length: 100 }, (_, at) => `const value${at} = compute(${at}, "text");`).join('\n');
    expect(chunk(documentOf([['code', short]])).map(({ text }) => text)).toEqual([short]);
    for (const { text } of chunk(documentOf([['code', long]]))) {
      expect(text).toMatch(/^const .*;$/s);
      expect(estimateTokens(text)).toBeLessThanOrEqual(cap);
    }
  });

  it('leaves hidden text out and does not reach across it', () => {
    const passages = chunk(
      documentOf([
        ['paragraph', 'Before.'],
        ['hidden', '<!-- secret -->'],
        ['paragraph', 'After.'],
      ]),
    );
    expect(passages.map(({ text }) => text)).toEqual(['Before.', 'After.']);
  });

  it('gives text between blocks to the next block', () => {
    const text = '- item\n* * *\n';
    const passages = chunk({ text, blocks: [{ start: 2, end: 6, kind: 'list', headings: [] }], warnings: [] });
    expect(passages.map((passage) => passage.text)).toEqual(['- item\n* * *']);
  });

  it('has no passage for a blank text', () => {
    expect(chunk({ text: ' \n ', blocks: [], warnings: [] })).toEqual([]);
  });

  it('does not let blanks make a passage long', () => {
    for (const { text } of chunk(documentOf([['paragraph', `a${'\n'.repeat(50_000)}b${'\u200b'.repeat(50_000)}`]]))) {
      expect(text.length).toBeLessThanOrEqual(maxCharacters);
    }
  });
});

describe('laws', () => {
  const kinds: readonly BlockKind[] = ['heading', 'paragraph', 'list', 'code', 'table', 'markup', 'metadata', 'hidden'];
  const content = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc
      .tuple(fc.constantFrom('word ', 'x', '漢', '👨‍👩‍👧‍👦', 'e\u0301', 'Hi. ', '\n', ' ', '\u0301', '🇩🇪'), fc.integer({ min: 1, max: 900 }))
      .map(([unit, times]) => unit.repeat(times)),
  );
  const part = fc.record({
    gap: fc.oneof(fc.constant(''), content),
    kind: fc.constantFrom(...kinds),
    content,
    headings: fc.array(fc.constantFrom('A', 'B'), { maxLength: 2 }),
  });
  const anyDocument = fc.tuple(fc.array(part, { maxLength: 8 }), content).map(([parts, tail]): StructuredText => {
    let text = '';
    const blocks: Block[] = [];
    for (const { gap, kind, content: inside, headings } of parts) {
      text += gap;
      blocks.push({ start: text.length, end: text.length + inside.length, kind, headings });
      text += inside;
    }
    return { text: text + tail, blocks, warnings: [] };
  });

  it('cuts every visible character that is not blank into exactly one passage, at exact offsets', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const passages = chunk(document);
        const covered = new Uint8Array(document.text.length);
        let cursor = 0;
        for (const { start, end, text } of passages) {
          expect(start).toBeGreaterThanOrEqual(cursor);
          expect(text).toBe(document.text.slice(start, end));
          expect(text).not.toBe('');
          expect(text.trim()).toBe(text);
          expect(text.length).toBeLessThanOrEqual(maxCharacters);
          covered.fill(1, start, end);
          cursor = end;
        }
        for (const { start, end } of document.blocks.filter(({ kind }) => kind === 'hidden')) {
          expect(covered.slice(start, end).includes(1)).toBe(false);
          covered.fill(1, start, end);
        }
        const lost = Array.from({ length: document.text.length }, (_, at) => at).filter(
          (at) => covered[at] === 0 && /\S/.test(document.text.charAt(at)),
        );
        expect(lost).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('does not cut between the halves of a character', () => {
    const text = fc
      .array(fc.constantFrom('👨‍👩‍👧‍👦', 'e\u0301', '🇩🇪', '漢', 'a'), { minLength: 300, maxLength: 900 })
      .map((units) => units.join(''));
    const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
    fc.assert(
      fc.property(text, (whole) => {
        const document: StructuredText = {
          text: whole,
          blocks: [{ start: 0, end: whole.length, kind: 'paragraph', headings: [] }],
          warnings: [],
        };
        const boundaries = new Set(Array.from(graphemes.segment(whole), ({ index }) => index).concat(whole.length));
        for (const { start, end } of chunk(document)) expect([boundaries.has(start), boundaries.has(end)]).toEqual([true, true]);
      }),
      { numRuns: 30 },
    );
  });
});

it('cuts a megabyte in well under a second', () => {
  const document = documentOf(
    Array.from({ length: 2000 }, () => ['paragraph', Array.from({ length: 10 }, () => sentence).join(' ')] as const),
  );
  expect(document.text.length).toBeGreaterThan(1_000_000);
  const begun = performance.now();
  chunk(document);
  expect(performance.now() - begun).toBeLessThan(1500);
});
