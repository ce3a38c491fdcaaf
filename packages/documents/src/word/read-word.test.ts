import { docxOf, textZip, wordParagraph } from '@cairn/test-kit';
import { expect, it } from 'vitest';
import { shownBlocks } from '../testing/shown-blocks.ts';
import { readWord } from './read-word.ts';

const run = (text: string, properties = ''): string => `<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const cell = (text: string, properties = ''): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${wordParagraph(text)}</w:tc>`;
const row = (cells: string, properties = ''): string => `<w:tr>${properties}${cells}</w:tr>`;

it('knows headings by the English name of their style, whatever its id, and by outline level', async () => {
  const body =
    wordParagraph('Handbuch', 'Titel') +
    wordParagraph('Einleitung', 'berschrift1') +
    wordParagraph('Ein Absatz.') +
    wordParagraph('Eigene', 'Eigen') +
    `<w:p><w:pPr><w:outlineLvl w:val="2"/></w:pPr>${run('Tief')}</w:p>${wordParagraph('Ende.')}`;
  const styles = '<w:style w:styleId="Eigen"><w:name w:val="Mine"/><w:basedOn w:val="berschrift2"/></w:style>';
  expect(shownBlocks(await readWord(docxOf({ body, styles })))).toEqual([
    ['heading', '# Handbuch', 'Handbuch'],
    ['heading', '# Einleitung', 'Handbuch > Einleitung'],
    ['paragraph', 'Ein Absatz.', 'Handbuch > Einleitung'],
    ['heading', '## Eigene', 'Handbuch > Einleitung > Eigene'],
    ['heading', '### Tief', 'Handbuch > Einleitung > Eigene > Tief'],
    ['paragraph', 'Ende.', 'Handbuch > Einleitung > Eigene > Tief'],
  ]);
});

it('joins split runs, links, fields, tabs and special characters', async () => {
  const field =
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE \\* MERGEFORMAT</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>';
  const body = `<w:p>${run('The ref')}${run('und is ')}<w:hyperlink r:id="rId9">${run('paid')}</w:hyperlink>${field}${run(' on page 7')}<w:r><w:tab/><w:t>x</w:t><w:br/><w:t>y</w:t><w:noBreakHyphen/><w:t>z so&#173;ft</w:t></w:r><w:smartTag>${run(' tag')}</w:smartTag></w:p>`;
  expect((await readWord(docxOf({ body }))).text).toBe('The refund is paid on page 7\tx\ny\u2011z soft tag');
});

it('takes tracked insertions, leaves out deletions, hidden text, furigana and tables of contents, and says so', async () => {
  const body =
    wordParagraph('Intro ........ 1', 'Verzeichnis1') +
    `<w:p>${run('Pay ')}<w:ins>${run('thirty')}</w:ins><w:del><w:r><w:delText>ten</w:delText></w:r></w:del>${run(' days')}${run(' secret', '<w:rPr><w:vanish/></w:rPr>')}${run('.', '<w:rPr><w:vanish w:val="0"/></w:rPr>')}</w:p>` +
    '<w:p><w:r><w:ruby><w:rt><w:r><w:t>とうきょう</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>東京</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>';
  const { text, warnings } = await readWord(docxOf({ body }));
  expect(text).toBe('Pay thirty days.\n\n東京');
  expect(warnings).toEqual(['Tracked deletions are left out; tracked insertions are part of the text.']);
});

it('puts notes behind their paragraph, and text boxes once', async () => {
  const box = `<w:txbxContent>${wordParagraph('In a box')}</w:txbxContent>`;
  const body = `<w:p>${run('See note')}<w:r><w:footnoteReference w:id="5"/></w:r>${run('.')}</w:p><w:p>${run('Before')}<w:r><mc:AlternateContent><mc:Choice><wps:txbx>${box}</wps:txbx></mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r></w:p>`;
  const footnotes = `<w:footnote w:id="-1" w:type="separator">${wordParagraph('---')}</w:footnote><w:footnote w:id="5">${wordParagraph('The small print.')}</w:footnote>`;
  expect((await readWord(docxOf({ body, footnotes }))).text).toBe('See note[^1].\n\n[^1]: The small print.\n\nBefore\n\nIn a box');
});

it('makes items of lists, by their depth', async () => {
  const item = (text: string, level: number): string =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr></w:pPr>${run(text)}</w:p>`;
  const body = `${item('one', 0)}${item('deeper', 1)}<w:sdt><w:sdtContent>${item('two', 0)}</w:sdtContent></w:sdt>${wordParagraph('after')}`;
  expect((await readWord(docxOf({ body }))).text).toBe('- one\n  - deeper\n- two\n\nafter');
});

it('keeps a small table whole', async () => {
  const body = `<w:tbl>${row(cell('Item') + cell('Price'))}${row(cell('Tea') + cell('4 | 5'))}</w:tbl>`;
  expect(shownBlocks(await readWord(docxOf({ body })))).toEqual([['table', '| Item | Price |\n| --- | --- |\n| Tea | 4 \\| 5 |', '']]);
});

it('names the columns in each record of a large table, with merged cells filled', async () => {
  const rows = Array.from({ length: 60 }, (_, at) =>
    row(
      cell(at % 2 === 0 ? `Area ${at}` : '', at % 2 === 0 ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>') +
        cell(`Item ${at}`) +
        cell(String(at * 10)),
    ),
  );
  const header = row(cell('Area') + cell('Sales', '<w:gridSpan w:val="2"/>'), '<w:trPr><w:tblHeader/></w:trPr>');
  const gone = row(cell('x') + cell('y'), '<w:trPr><w:del/></w:trPr>');
  const { blocks, text } = await readWord(docxOf({ body: `<w:tbl>${header}${rows.join('')}${gone}</w:tbl>` }));
  expect(blocks).toHaveLength(60);
  expect(text.split('\n').slice(0, 2)).toEqual(['Area: Area 0; Sales: Item 0; Sales: 0', 'Area: Area 0; Sales: Item 1; Sales: 10']);
});

it('reads the document that Google Docs and Office 365 name otherwise, with other prefixes', async () => {
  const main = '<?xml version="1.0"?><x:document xmlns:x="u"><x:body><x:p><x:r><x:t>Other name</x:t></x:r></x:p></x:body></x:document>';
  const bytes = textZip({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': '<Relationships><Relationship Id="a" Type="http://x/officeDocument" Target="/word/document2.xml"/></Relationships>',
    'word/document2.xml': main,
  });
  expect((await readWord(bytes)).text).toBe('Other name');
});

it('is empty when its body is, and is not Word without a document', async () => {
  expect((await readWord(docxOf({ body: '<w:p/><w:sectPr/>' }))).text).toBe('');
  await expect(readWord(textZip({ '[Content_Types].xml': '<Types/>' }))).rejects.toMatchObject({ code: 'type_mismatch' });
});
