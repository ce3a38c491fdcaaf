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
