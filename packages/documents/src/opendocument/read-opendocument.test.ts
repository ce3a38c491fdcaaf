import { openDocumentOf } from '@cairn/test-kit';
import { expect, it } from 'vitest';
import { shownBlocks } from '../testing/shown-blocks.ts';
import { readOpenSheets, readOpenText } from './read-opendocument.ts';

it('reads a text: headings, lists, notes, tables, and nothing that is hidden, deleted or a comment', async () => {
  const body = `<text:tracked-changes><text:changed-region><text:deletion><text:p>deleted</text:p></text:deletion></text:changed-region></text:tracked-changes>
    <text:table-of-content><text:index-body><text:p>Contents 1</text:p></text:index-body></text:table-of-content>
    <text:p text:style-name="Title">Guide</text:p><text:h text:outline-level="1">Start</text:h>
    <text:p>Two<text:s text:c="2"/>blanks,
      one<text:tab/>tab<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Small print.</text:p></text:note-body></text:note> <text:span>split</text:span>ted<office:annotation><text:p>comment</text:p></office:annotation>.<text:span text:style-name="T9">hidden</text:span></text:p>
    <text:list><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>deeper</text:p></text:list-item></text:list></text:list-item></text:list>
    <text:section text:display="none"><text:p>hidden too</text:p></text:section>
    <table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>Item</text:p></table:table-cell><table:table-cell><text:p>Price</text:p></table:table-cell></table:table-row></table:table-header-rows><table:table-row><table:table-cell><text:p>Tea</text:p></table:table-cell><table:table-cell><text:p>4</text:p></table:table-cell></table:table-row></table:table>`;
  const styles = '<style:style style:name="T9"><style:text-properties text:display="none"/></style:style>';
  expect(shownBlocks(await readOpenText(openDocumentOf({ kind: 'text', body, styles })))).toEqual([
    ['heading', '# Guide', 'Guide'],
    ['heading', '# Start', 'Guide > Start'],
    ['paragraph', 'Two  blanks, one\ttab[^1] splitted.', 'Guide > Start'],
    ['paragraph', '[^1]: Small print.', 'Guide > Start'],
    ['list', '- one', 'Guide > Start'],
    ['list', '  - deeper', 'Guide > Start'],
    ['table', '| Item | Price |\n| --- | --- |\n| Tea | 4 |', 'Guide > Start'],
  ]);
});

it('reads a presentation slide by slide', async () => {
  const frame = (content: string, kind = ''): string => `<draw:frame${kind}><draw:text-box>${content}</draw:text-box></draw:frame>`;
  const body = `<draw:page>${frame('<text:p>Plan</text:p>', ' presentation:class="title"')}${frame('<text:list><text:list-item><text:p>Point</text:p></text:list-item></text:list>')}<presentation:notes>${frame('<text:p>Say hello.</text:p>')}</presentation:notes></draw:page><draw:page>${frame('<text:p>More</text:p>')}</draw:page>`;
  expect(shownBlocks(await readOpenText(openDocumentOf({ kind: 'presentation', body })))).toEqual([
    ['heading', '# Plan', 'Plan', 1],
    ['list', '- Point', 'Plan', 1],
    ['paragraph', 'Notes: Say hello.', 'Plan', 1],
    ['paragraph', 'More', '', 2],
  ]);
});

it('reads a spreadsheet, in which emptiness is repeated to the end', async () => {
  const cell = (text: string, attributes = ''): string => `<table:table-cell${attributes}><text:p>${text}</text:p></table:table-cell>`;
  const body = `<table:table table:name="Costs"><table:table-row>${cell('Item')}${cell('Due')}${cell('Note')}</table:table-row>
    <table:table-row>${cell('Tea')}${cell('31.03.24', ' office:value-type="date" office:date-value="2024-03-31"')}${cell('x', ' table:number-columns-repeated="2"')}<table:table-cell table:number-columns-repeated="16000"/></table:table-row>
    <table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>
    <table:table table:name="Old" table:style-name="ta2"><table:table-row>${cell('unseen')}</table:table-row></table:table>`;
  const styles = '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>';
  const document = await readOpenSheets(openDocumentOf({ kind: 'spreadsheet', body, styles }));
  expect(shownBlocks(document)).toEqual([
    ['heading', '# Costs', 'Costs'],
    ['table', 'Item: Tea; Due: 2024-03-31; Note: x; column 4: x', 'Costs'],
  ]);
  expect(document.warnings).toEqual(['Hidden sheets are left out.']);
});

it('knows an encrypted file', async () => {
  const bytes = openDocumentOf({
    kind: 'text',
    body: '',
    manifest: '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>',
  });
  await expect(readOpenText(bytes)).rejects.toMatchObject({ code: 'encrypted' });
});
