import { epubOf, textZip } from '@cairn/test-kit';
import { expect, it } from 'vitest';
import { shownBlocks } from '../testing/shown-blocks.ts';
import { readEpub } from './read-epub.ts';

it('reads the chapters of the spine, without the table of contents', async () => {
  const chapters = ['<h1>Whales</h1><p>Call me Ishmael&#8212;or not.</p>', '<section><h2>The sea</h2><p>Water<br/>and salt</p></section>'];
  expect(shownBlocks(await readEpub(epubOf({ chapters })))).toEqual([
    ['heading', '# Whales', 'Whales'],
    ['paragraph', 'Call me Ishmael—or not.', 'Whales'],
    ['heading', '## The sea', 'Whales > The sea'],
    ['paragraph', 'Water\nand salt', 'Whales > The sea'],
  ]);
});

const nav = `<html xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="landmarks"><ol><li><a href="text/chapter%200.xhtml">Cover</a></li></ol></nav>
  <nav epub:type="toc"><h1>Contents</h1><ol><li><a href="text/chapter%200.xhtml#top">Leave <b>policy</b></a><ol><li><a href="text/chapter%201.xhtml">Sick leave</a></li></ol></li>
  <li><a href="text/chapter%202.xhtml">Not shown</a></li></ol></nav></body></html>`;
const ncx = `<?xml version="1.0"?><!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd"><ncx><navMap>
  <navPoint id="a"><navLabel><text>Leave policy</text></navLabel><content src="text/chapter%200.xhtml"/><navPoint id="b"><navLabel><text>Sick leave</text></navLabel><content src="text/chapter%201.xhtml#x"/></navPoint></navPoint>
  </navMap></ncx>`;

it.each([
  ['EPUB 3', { nav }],
  ['EPUB 2', { ncx }],
])('puts a chapter without a heading under its entry in the table of contents of %s', async (_name, contents) => {
  const chapters = ['<p>Twenty days.</p>', '<p>Call in.</p>', '<h1>Travel</h1><p>By train.</p>'];
  expect(shownBlocks(await readEpub(epubOf({ chapters, ...contents })))).toEqual([
    ['paragraph', 'Twenty days.', 'Leave policy'],
    ['paragraph', 'Call in.', 'Leave policy > Sick leave'],
    ['heading', '# Travel', 'Travel'],
    ['paragraph', 'By train.', 'Travel'],
  ]);
});

it('is encrypted when its chapters are, not when its fonts are scrambled', async () => {
  const encryption = (file: string): string =>
    `<encryption><EncryptedData><CipherData><CipherReference URI="${file}"/></CipherData></EncryptedData></encryption>`;
  const chapters = ['<p>words</p>'];
  expect((await readEpub(epubOf({ chapters, encryption: encryption('OEBPS/font.otf') }))).text).toBe('words');
  const locked = epubOf({ chapters, encryption: encryption('OEBPS/text/chapter%200.xhtml') });
  await expect(readEpub(locked)).rejects.toMatchObject({ code: 'encrypted' });
});

it('is none without a book', async () => {
  await expect(readEpub(textZip({ mimetype: 'application/epub+zip' }))).rejects.toMatchObject({ code: 'type_mismatch' });
});
