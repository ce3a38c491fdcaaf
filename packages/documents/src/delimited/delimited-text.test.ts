import { chunk } from '@cairn/retrieval';
import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownBlocks } from '../testing/shown-blocks.ts';
import { delimitedText } from './delimited-text.ts';
import { delimitedRecords } from './records.ts';

const texts = (csv: string): string[] => shownBlocks(delimitedText(csv)).map(([, text]) => String(text));

it('keeps quoted delimiters, quotes and line ends in their field, and formulas as text', () => {
  const csv = '"name, full","note"\r\n"Doe, J","line1\nline2 ""q"""\r\n"=HYPERLINK(""http://x"")","5"\r\n';
  expect(texts(csv)).toEqual(['name, full: Doe, J\nnote: line1\nline2 "q"', 'name, full: =HYPERLINK("http://x"); note: 5']);
  expect(delimitedText(csv).warnings).toEqual([]);
});

it.each([
  ['a;b\n1,5;2\n2,5;3', ['a: 1,5; b: 2', 'a: 2,5; b: 3']],
  ['a\tb\n1,2\t3', ['a: 1,2; b: 3']],
  ['a|b\n1|2', ['a: 1; b: 2']],
  ['sep=;\r\na;b\r\n1;2', ['a: 1; b: 2']],
  ['a,,c\n1,2,3\n\n,,\n4,5,', ['a: 1; column 2: 2; c: 3', 'a: 4; column 2: 5']],
  ['only,names\r\n', ['only | names']],
  ['one\n\ntwo', ['one: two']],
])('reads %j', (csv, records) => {
  expect(texts(csv)).toEqual(records);
});

it('says where rows are ragged or a quotation mark is never closed, and loses nothing', () => {
  const ragged = delimitedText('a,b\n1\n2,3,4\n5,6');
  expect(ragged.text).toBe('a: 1\na: 2; b: 3; column 3: 4\na: 5; b: 6');
  expect(ragged.warnings).toEqual(['2 rows were read with another number of fields than the first: lines 2, 3.']);
  const unclosed = delimitedText('a,b\n1,2\n"3,4\n5,6');
  expect(unclosed.text).toBe('a: 1; b: 2\na: "3; b: 4\na: 5; b: 6');
  expect(unclosed.warnings).toEqual(['A quotation mark is never closed and was read as a character: line 3.']);
});

it('gives each passage its header, however many rows and columns there are', () => {
  const long = `Name,Town,Score\n${Array.from({ length: 500 }, (_, at) => `Person ${at},Town ${at},${at}`).join('\n')}`;
  const passages = chunk(delimitedText(long));
  expect(passages.length).toBeGreaterThan(20);
  for (const { text } of passages) expect(text).toMatch(/^Name: Person \d+; Town: Town \d+; Score: \d+/);
  const wide = `${Array.from({ length: 10_000 }, (_, at) => `col${at}`).join(',')}\n${Array.from({ length: 10_000 }, (_, at) => at).join(',')}`;
  for (const { text } of chunk(delimitedText(wide))) expect(text).toMatch(/^col(\d+): \1\n/);
});

it('repeats the names over groups of rows where a table is great', () => {
  const rows = Array.from({ length: 120_000 }, (_, at) => `"Person, ${at}","Town of the\nhill ${at}",${'x'.repeat(40)} ${at}`);
  const document = delimitedText(`Name,Town,Note\n${rows.join('\n')}`);
  expect(document.text.length).toBeLessThan(rows.join('\n').length * 1.3);
  expect(document.text).toContain('Person, 119999 | Town of the hill 119999 | ');
  const passages = chunk({ ...document, blocks: document.blocks.slice(0, 500) });
  for (const { text } of passages.slice(0, 400)) expect(text.startsWith('Name | Town | Note\nPerson, ')).toBe(true);
});

describe('records', () => {
  it('are what was written, in any delimiter', () => {
    const field = string({ unit: constantFrom('a', '"', ',', ';', '\n', '\r', ' ', 'é') });
    assert(
      property(
        array(array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        constantFrom(',', ';'),
        (rows, delimiter) => {
          const csv = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(delimiter)).join('\r\n');
          const read = Array.from(
            delimitedRecords(csv, delimiter, () => expect.unreachable()),
            ({ fields }) => fields,
          );
          expect(read).toEqual(rows);
        },
      ),
    );
  });

  it('take linear time over quotes that never close', () => {
    const started = performance.now();
    expect([...delimitedRecords('"a\n'.repeat(200_000), ',', () => undefined)].length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
