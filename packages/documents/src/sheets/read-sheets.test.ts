import { xlsxOf } from '@cairn/test-kit';
import { describe, expect, it } from 'vitest';
import { shownBlocks } from '../testing/shown-blocks.ts';
import type { XmlElement } from '../xml/element.ts';
import { numberKinds, shownNumber } from './number-formats.ts';
import { readSheets } from './read-sheets.ts';

const styles =
  '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="#,##0.00&quot; d&quot;"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="165"/></cellXfs>';

it('writes each row as a record that names its columns, under the name of its sheet', async () => {
  const rows = [
    '<row r="1"><c r="A1" t="s"><v>0</v></c></row>',
    '<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" t="inlineStr"><is><r><t>Due</t></r><r><t> date</t></r></is></c><c r="D3" t="str"><v>Share</v></c></row>',
    '<row r="4"><c r="A4" t="s"><v>2</v></c><c r="B4" s="1"><v>45382</v></c><c r="D4" s="3"><f>1/4</f><v>0.25</v></c></row>',
    '<row r="5"><c r="A5" t="b"><v>1</v></c><c r="B5" s="2"><v>45382.604166666664</v></c><c r="D5" s="4"><v>0.30000000000000004</v></c></row>',
    '<row r="6" hidden="1"><c r="A6" t="str"><v>unseen</v></c></row>',
    '<row r="7"><c r="A7" t="e"><v>#DIV/0!</v></c><c r="B7"/><c r="D7"><v>12</v></c></row>',
  ];
  const strings =
    '<si><t>Budget 2024</t></si><si><t>It</t><rPh sb="0" eb="1"><t>イット</t></rPh></si><si><r><t>Te</t></r><r><t>a &amp; milk</t></r></si>';
  const document = await readSheets(
    xlsxOf({
      strings,
      styles,
      sheets: [
        { name: 'Costs', rows: rows.join('') },
        { name: 'Old', rows: '<row r="1"><c t="str"><v>unseen</v></c></row>', state: 'hidden' },
      ],
    }),
  );
  expect(shownBlocks(document)).toEqual([
    ['heading', '# Costs', 'Costs'],
    ['paragraph', 'Budget 2024', 'Costs'],
    ['table', 'It: Tea & milk; Due date: 2024-03-31; Share: 25%', 'Costs'],
    ['table', 'It: TRUE; Due date: 2024-03-31 14:30; Share: 0.3', 'Costs'],
    ['table', 'It: #DIV/0!; Share: 12', 'Costs'],
  ]);
  expect(document.warnings).toEqual(['Hidden sheets are left out.']);
});

it('fills cells that are merged downwards, and begins anew after an empty row with names of its own', async () => {
  const text = (reference: string, value: string): string => `<c r="${reference}" t="str"><v>${value}</v></c>`;
  const rows = [
    `<row r="1">${text('A1', 'Area')}${text('B1', 'Item')}</row>`,
    `<row r="2">${text('A2', 'North')}${text('B2', 'Tea')}</row>`,
    `<row r="3">${text('B3', 'Milk')}</row>`,
    `<row r="9">${text('A9', 'Month')}${text('B9', 'Rain')}${text('C9', 'Sun')}</row>`,
    `<row r="10">${text('A10', 'May')}<c r="B10"><v>3</v></c><c r="C10"><v>7</v></c></row>`,
  ];
  const after = '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>';
  expect(
    (await readSheets(xlsxOf({ sheets: [{ name: 'S', rows: rows.join(''), after }] }))).text.split('\n').filter((line) => line !== ''),
  ).toEqual(['# S', 'Area: North; Item: Tea', 'Area: North; Item: Milk', 'Month: May; Rain: 3; Sun: 7']);
});

it('holds nothing when its sheets are empty', async () => {
  expect((await readSheets(xlsxOf({ sheets: [{ name: 'Sheet1', rows: '' }] }))).text).toBe('');
});

describe('a number', () => {
  it.each([
    ['1', 'date', false, '1900-01-01'],
    ['61', 'date', false, '1900-03-01'],
    ['0', 'date', true, '1904-01-01'],
    ['0.5', 'time', false, '12:00'],
    ['1.25', 'time', false, '30 h'],
    ['-3', 'date', false, '-3'],
    ['', 'number', false, ''],
    ['1E3', 'number', false, '1000'],
  ] as const)('%s as %s (1904: %s) is shown as %s', (value, kind, epoch1904, shown) => {
    expect(shownNumber(value, kind, epoch1904)).toBe(shown);
  });

  it.each([
    ['General', 'number'],
    ['0.00%', 'percent'],
    ['yyyy-mm-dd', 'date'],
    ['[$-407]d. mmmm yyyy;@', 'date'],
    ['h:mm AM/PM', 'time'],
    ['[h]:mm', 'time'],
    ['m/d/yy h:mm', 'date-time'],
    ['0.0 "days"', 'number'],
    ['#,##0\\ "€"', 'number'],
  ])('in the format %s is a %s', (code, kind) => {
    const element = (name: string, attributes: Record<string, string>, children: XmlElement[] = []): XmlElement => ({
      name,
      attributes,
      children,
    });
    const formats = element('numFmts', {}, [element('numFmt', { numFmtId: '170', formatCode: code })]);
    const cells = element('cellXfs', {}, [element('xf', { numFmtId: '170' })]);
    expect(numberKinds(element('styleSheet', {}, [formats, cells]))).toEqual([kind]);
  });
});
