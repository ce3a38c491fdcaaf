import { pptxOf, slideShape } from '@cairn/test-kit';
import { expect, it } from 'vitest';
import { shownBlocks } from '../testing/shown-blocks.ts';
import { readSlides } from './read-slides.ts';

const table = (rows: readonly (readonly string[])[]): string => {
  const cells = (row: readonly string[]): string =>
    row.map((text) => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`).join('');
  return `<p:graphicFrame><a:graphic><a:graphicData><a:tbl>${rows.map((row) => `<a:tr>${cells(row)}</a:tr>`).join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
};

it('makes a page of each slide, in the order of the presentation, under its title', async () => {
  const bytes = pptxOf([
    {
      shapes: slideShape('3', 'sldNum') + slideShape('First point\nSecond point', 'body') + slideShape('Plan', 'title'),
      notes: 'Say hello.',
    },
    { shapes: slideShape('Secret', 'title'), hidden: true },
    {
      shapes: `<p:grpSp>${slideShape('Loose words')}</p:grpSp>${table([
        ['Item', 'Price'],
        ['Tea', '4'],
      ])}`,
    },
  ]);
  const document = await readSlides(bytes);
  expect(shownBlocks(document)).toEqual([
    ['heading', '# Plan', 'Plan', 1],
    ['list', '- First point', 'Plan', 1],
    ['list', '- Second point', 'Plan', 1],
    ['paragraph', 'Notes: Say hello.', 'Plan', 1],
    ['paragraph', 'Loose words', '', 3],
    ['table', '| Item | Price |\n| --- | --- |\n| Tea | 4 |', '', 3],
  ]);
  expect(document.warnings).toEqual(['Hidden slides are left out.']);
});

it('makes items of paragraphs with bullets, by their depth', async () => {
  const item = (text: string, level: number): string =>
    `<a:p><a:pPr lvl="${level}"><a:buChar char="•"/></a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`;
  const shapes = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="a"/></p:nvSpPr><p:txBody>${item('one', 0)}${item('deeper', 1)}</p:txBody></p:sp>`;
  expect((await readSlides(pptxOf([{ shapes }]))).text).toBe('- one\n  - deeper');
});

it('joins runs and breaks, and leaves out hidden shapes', async () => {
  const shapes =
    '<p:sp><p:nvSpPr><p:cNvPr id="2" name="a"/></p:nvSpPr><p:txBody><a:p><a:r><a:t>Quar</a:t></a:r><a:r><a:t>terly</a:t></a:r><a:br/><a:fld type="slidenum"><a:t>4</a:t></a:fld><a:r><a:t>result</a:t></a:r></a:p></p:txBody></p:sp>' +
    '<p:sp><p:nvSpPr><p:cNvPr id="3" name="b" hidden="1"/></p:nvSpPr><p:txBody><a:p><a:r><a:t>unseen</a:t></a:r></a:p></p:txBody></p:sp>';
  expect((await readSlides(pptxOf([{ shapes }]))).text).toBe('Quarterly\nresult');
});
