import { encodedAs, pdfOf, type PdfText } from '@cairn/test-kit';
import { describe, expect, it } from 'vitest';
import { shownBlocks } from '../testing/shown-blocks.ts';
import { readPdf } from './read-pdf.ts';

/** Lines under each other, 14 points apart. */
const column = (lines: readonly string[], place: Omit<PdfText, 'text'>): PdfText[] =>
  lines.map((text, at) => ({ ...place, text, y: place.y - at * 14 }));

const sentence = (topic: string, at: number): string => `Line ${at} of the column about ${topic} goes on`;

it('gives every block its page, headings by size and fonts, and paragraphs by their gaps', async () => {
  const body = column(['Refunds are paid within thirty days of the', 'request. They go to the card that was used.'], {
    text: '',
    x: 72,
    y: 650,
  } as PdfText);
  const pages = [
    [
      { text: 'Billing report', x: 72, y: 700, size: 20, font: 'bold' } as const,
      { text: '1 Refunds', x: 72, y: 675, size: 10, font: 'bold' } as const,
      ...body,
      { text: 'A new paragraph.', x: 72, y: 600 },
    ],
    [{ text: 'Second page.', x: 72, y: 700 }],
  ];
  expect(shownBlocks(await readPdf(pdfOf(pages)))).toEqual([
    ['heading', '# Billing report', 'Billing report', 1],
    ['heading', '## 1 Refunds', 'Billing report > 1 Refunds', 1],
    [
      'paragraph',
      'Refunds are paid within thirty days of the request. They go to the card that was used.',
      'Billing report > 1 Refunds',
      1,
    ],
    ['paragraph', 'A new paragraph.', 'Billing report > 1 Refunds', 1],
    ['paragraph', 'Second page.', 'Billing report > 1 Refunds', 2],
  ]);
});

it('reads columns one after the other, and what runs across them where it stands', async () => {
  const left = column(
    Array.from({ length: 8 }, (_, at) => sentence('cats', at)),
    { x: 60, y: 650, size: 9 },
  );
  const right = column(
    Array.from({ length: 8 }, (_, at) => sentence('dogs', at)),
    { x: 330, y: 650, size: 9 },
  );
  // Row by row, as some programs write: the order of the file is not the order of reading.
  const mixed = left.flatMap((line, at) => [line, right[at] ?? line]);
  const { text } = await readPdf(
    pdfOf([[{ text: 'A title that runs across both of the columns of the page', x: 100, y: 720, size: 14 }, ...mixed]]),
  );
  expect(text.startsWith('# A title that runs')).toBe(true);
  expect(text.indexOf('Line 7 of the column about cats')).toBeLessThan(text.indexOf('Line 0 of the column about dogs'));
  expect(text).toContain('Line 0 of the column about cats goes on Line 1 of the column about cats');
});

it('joins words that a line end parts, keeps hyphens that belong, and spells ligatures out', async () => {
  const lines = [
    'The con\ufb01guration of a well-known system is an exam-',
    'ple of what we call a well-',
    'known problem in this docu-',
    'ment.',
  ];
  const { text } = await readPdf(pdfOf([column(lines, { x: 72, y: 700, font: 'unicode' })]));
  expect(text).toBe('The configuration of a well-known system is an example of what we call a well-known problem in this document.');
});

it('reads right to left, and down the page', async () => {
  const hebrew = await readPdf(pdfOf([[{ text: 'םולש', x: 400, y: 700, font: 'unicode' }]]));
  expect(hebrew.text).toBe('שלום');
  const japanese = await readPdf(
    pdfOf([
      [
        { text: '吾輩は猫である。', x: 500, y: 700, font: 'vertical' },
        { text: '名前はまだ無い。', x: 484, y: 700, font: 'vertical' },
        { text: 'どこで生れたか', x: 468, y: 700, font: 'vertical' },
      ],
    ]),
  );
  expect(japanese.text).toBe('吾輩は猫である。名前はまだ無い。どこで生れたか');
});

it('leaves out what nobody can see, and says once what is drawn twice', async () => {
  const page: PdfText[] = [
    { text: 'Seen words', x: 72, y: 700 },
    { text: 'Seen words', x: 72.3, y: 700 },
    { text: 'beyond the page', x: 700, y: 650 },
    { text: 'too small to see', x: 72, y: 600, size: 0.5 },
  ];
  expect((await readPdf(pdfOf([page]))).text).toBe('Seen words');
});

it.each([
  ['90ms-RKSJ-H', 'Japan1', 'shift_jis', '吾輩は猫である。名前はまだ無い。'],
  ['EUC-H', 'Japan1', 'euc-jp', '吾輩は猫である。'],
  ['GBK-EUC-H', 'GB1', 'gb18030', '中华人民共和国的首都是北京。'],
  ['ETen-B5-H', 'CNS1', 'big5', '中華民國的首都是台北。'],
  ['KSCms-UHC-H', 'Korea1', 'euc-kr', '대한민국의 수도는 서울이다.'],
  ['UniJIS-UCS2-H', 'Japan1', 'utf-16be', '東京の天気'],
  ['UniGB-UTF16-H', 'GB1', 'utf-16be', '北京的天气'],
])('reads text in the map %s that the file only names', async (name, ordering, encoding, text) => {
  const encode = (each: string) => (encoding === 'utf-16be' ? Buffer.from(each, 'utf16le').swap16() : encodedAs(each, encoding));
  const bytes = pdfOf([[{ text, x: 72, y: 700, font: 'unicode' }]], { namedMap: { name, ordering, encode } });
  expect((await readPdf(bytes)).text).toBe(text);
});

it('takes its bytes in any form, and leaves them as they are', async () => {
  const bytes = Buffer.from(pdfOf([[{ text: 'words', x: 72, y: 700 }]]));
  const before = Buffer.from(bytes);
  expect((await readPdf(bytes)).text).toBe('words');
  expect(bytes.equals(before)).toBe(true);
});

it('reads tables by their columns', async () => {
  const row = (cells: readonly string[], y: number): PdfText[] => cells.map((text, at) => ({ text, x: 72 + at * 120, y }));
  const page = [
    { text: 'Prices of the year:', x: 72, y: 720 },
    ...row(['Item', 'Price', 'Stock'], 690),
    ...row(['Tea', '4.00', '12'], 676),
    ...row(['Milk', '2.50', '30'], 662),
  ];
  expect(shownBlocks(await readPdf(pdfOf([page]))).at(-1)).toEqual([
    'table',
    '| Item | Price | Stock |\n| --- | --- | --- |\n| Tea | 4.00 | 12 |\n| Milk | 2.50 | 30 |',
    '',
    1,
  ]);
});

it('leaves out running heads and page numbers', async () => {
  const pages = Array.from({ length: 6 }, (_, at) => [
    { text: `Annual report ${at + 11}`, x: 72, y: 760, size: 8 },
    ...column([`What page ${at} says is only here, in the first`, 'of its lines, and goes on in the second.', 'Then comes a third.'], {
      text: '',
      x: 72,
      y: 700,
    } as PdfText),
    { text: `${at + 1}`, x: 300, y: 30 },
  ]);
  const { text, warnings } = await readPdf(pdfOf(pages));
  expect(text).not.toMatch(/Annual report/);
  expect(text).not.toMatch(/^\d+$/m);
  expect(text).toContain('What page 5 says');
  expect(warnings).toEqual(['Running heads and page numbers are left out.']);
});

describe('a PDF that cannot be searched', () => {
  it.each([
    ['is encrypted', pdfOf([[{ text: 'secret', x: 72, y: 700 }]], { encrypted: true }), 'encrypted', /password/],
    ['is a picture', pdfOf([[]], { picture: true }), 'no_text', /OCR/],
    ['is blank', pdfOf([[]]), 'no_text', /blank/],
    ['is cut off, as a Buffer', Buffer.from(pdfOf([[]])).subarray(0, 100), 'parse_failed', /could not be read/],
    ['is cut off', pdfOf([[{ text: 'words', x: 72, y: 700 }]]).subarray(0, 200), 'parse_failed', /could not be read/],
  ])('%s', async (_, bytes, code, message) => {
    await expect(readPdf(bytes)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('in part says which pages', async () => {
    const { warnings } = await readPdf(pdfOf([[{ text: 'words', x: 72, y: 700 }], []], { picture: true }));
    expect(warnings).toEqual(['Pages without text that can be read (blank, or pictures): 2.']);
  });
});
