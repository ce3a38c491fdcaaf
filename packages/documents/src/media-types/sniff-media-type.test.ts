import { docxOf, encodedAs, epubOf, openDocumentOf, pdfOf, pptxOf, textZip, xlsxOf } from '@cairn/test-kit';
import { describe, expect, it } from 'vitest';
import { misdeclared } from './misdeclared.ts';
import { type MediaTypeHint, sniffMediaType } from './sniff-media-type.ts';

const bytes = (latin1: string): Uint8Array => Buffer.from(latin1, 'latin1');
const office = 'application/vnd.openxmlformats-officedocument';

describe('a document', () => {
  it.each([
    [pdfOf([[]]), 'application/pdf'],
    [docxOf({ body: '' }), `${office}.wordprocessingml.document`],
    [pptxOf([{ shapes: '' }]), `${office}.presentationml.presentation`],
    [xlsxOf({ sheets: [{ name: 'S', rows: '' }] }), `${office}.spreadsheetml.sheet`],
    [openDocumentOf({ kind: 'text', body: '' }), 'application/vnd.oasis.opendocument.text'],
    [openDocumentOf({ kind: 'spreadsheet', body: '' }), 'application/vnd.oasis.opendocument.spreadsheet'],
    [openDocumentOf({ kind: 'presentation', body: '' }), 'application/vnd.oasis.opendocument.presentation'],
    [epubOf({ chapters: [] }), 'application/epub+zip'],
    [bytes('{\\rtf1\\ansi text}'), 'application/rtf'],
    [bytes('\xef\xbb\xbf <!DOCTYPE HTML><p>'), 'text/html'],
    [bytes('<html lang="en"><head><title>x</title>'), 'text/html'],
    [bytes('<html><script>1</script></html>'), 'text/html'],
    [bytes('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">'), 'text/html'],
    [bytes('\r\n<!-- saved from url=x -->\r\n<html>\r\n<body>'), 'text/html'],
  ])('is what its bytes are, whatever it is called (%#)', (content, mediaType) => {
    for (const hint of [
      {},
      { fileName: 'notes.md' },
      { mediaType: 'text/plain', fileName: 'a.pdf' },
      { mediaType: 'application/msword', fileName: 'a.doc' },
    ]) {
      expect(sniffMediaType(content, hint)).toEqual({ mediaType });
    }
  });
});

describe('a text', () => {
  it.each<[string, MediaTypeHint, string]>([
    ['# Hello', {}, 'text/plain'],
    ['# Hello', { mediaType: 'Text/Markdown; charset=utf-8' }, 'text/markdown'],
    ['# Hello', { fileName: 'README.MD' }, 'text/markdown'],
    ['# Hello', { fileName: 'guide.md', mediaType: 'application/octet-stream' }, 'text/markdown'],
    ['# Hello', { fileName: 'guide.md', mediaType: 'text/plain' }, 'text/markdown'],
    ['x = 1', { fileName: 'main.py' }, 'text/plain'],
    ['a,b\n1,2', { fileName: 'table.csv' }, 'text/csv'],
    ['a,b\n1,2', { mediaType: 'text/csv' }, 'text/csv'],
    ['a,b\n1,2', {}, 'text/plain'],
    ['a\tb\n1\t2', { fileName: 'table.tsv' }, 'text/tab-separated-values'],
    ['{"a": 1}', {}, 'application/json'],
    ['{"a": 1}\n{"a": 2}\n', {}, 'application/x-ndjson'],
    ['[1, 2]', { fileName: 'a.json' }, 'application/json'],
    ['not json', { fileName: 'a.json' }, 'text/plain'],
    ['{"a": 1}', { mediaType: 'text/plain' }, 'text/plain'],
    ['<p>words', { fileName: 'a.html' }, 'text/html'],
    ['words', { fileName: 'a.html' }, 'text/plain'],
    ['<div align="center">\n\n# Title', { fileName: 'README.md' }, 'text/markdown'],
    ['words', { fileName: 'empty.pdf', mediaType: 'application/pdf' }, 'text/plain'],
    ['%PDF-1.7 is how such files begin', { fileName: 'a.pdf' }, 'text/plain'],
    ['%PDF', {}, 'text/plain'],
    ['GIF89a is a format', {}, 'text/plain'],
    ['PK is short for Phil Katz', {}, 'text/plain'],
    ['Rar! said the lion', {}, 'text/plain'],
    ['MZ is what programs begin with', {}, 'text/plain'],
    ['<html is an element that begins pages', {}, 'text/plain'],
    ['<html> is an element', {}, 'text/plain'],
    ['{\\rtf is how RTF begins', {}, 'text/plain'],
    ['alpha\0beta', {}, 'text/plain'],
    ['caf\xe9', {}, 'text/plain'],
    ['\x1b[1mlog\x1b[0m', {}, 'text/plain'],
    ['', {}, 'text/plain'],
  ])('%j with %j is %s', (content, hint, mediaType) => {
    expect(sniffMediaType(bytes(content), hint)).toEqual({ mediaType });
  });

  it('may be in any encoding', () => {
    expect(sniffMediaType(Buffer.from('\ufeffName;Town\r\nAnn;Köln', 'utf16le'), { fileName: 'a.csv' })).toEqual({ mediaType: 'text/csv' });
    expect(sniffMediaType(Buffer.from('plain words in UTF-16 without a mark', 'utf16le'))).toEqual({ mediaType: 'text/plain' });
    expect(sniffMediaType(Buffer.from('\ufeff<!doctype html><p>', 'utf16le').swap16())).toEqual({ mediaType: 'text/html' });
    const utf32 = Buffer.from(Uint32Array.from('\ufeff<!doctype html><p>Größe', (character) => character.codePointAt(0) ?? 0).buffer);
    for (const each of [utf32, Buffer.from(utf32).swap32()]) expect(sniffMediaType(each)).toEqual({ mediaType: 'text/html' });
    expect(sniffMediaType(encodedAs('名前,町\n山田,東京', 'shift_jis'), { fileName: 'a.csv' })).toEqual({ mediaType: 'text/csv' });
  });
});

describe('what is neither', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'a PNG image'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'a JPEG image'],
    ['GIF89a\x01\0\x01\0\x80\0\0', 'a GIF image'],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0\0\0', 'an old Microsoft Office document'],
    [
      `\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0${Buffer.from('EncryptedPackage', 'utf16le').toString('latin1')}`,
      'a password-protected Office document',
    ],
    ['<?xml version="1.0"?><rss/>', 'an XML document'],
    ['<svg xmlns="x"><text>a</text></svg>', 'an SVG image'],
    ['PK\x03\x04rest\0\0', 'a ZIP archive'],
    ['\x00\x01\x02\x03'.repeat(10), 'a binary file'],
  ])('%j is named, whatever it is called', (content, unsupported) => {
    for (const hint of [{}, { fileName: 'notes.md', mediaType: 'text/markdown' }, { fileName: 'a.pdf' }])
      expect(sniffMediaType(bytes(content), hint)).toEqual({ unsupported });
  });

  it('is no damaged document, which its reader tells about', () => {
    expect(sniffMediaType(docxOf({ body: '' }).slice(0, -40))).toEqual({ mediaType: `${office}.wordprocessingml.document` });
  });

  it('is an archive of anything', () => {
    expect(sniffMediaType(textZip({ 'a.txt': 'words', 'word/x': '' }), { fileName: 'a.docx' })).toEqual({ unsupported: 'a ZIP archive' });
    expect(sniffMediaType(textZip({ '[Content_Types].xml': '', 'xl/workbook.bin': '' }))).toEqual({
      unsupported: 'a binary Excel workbook',
    });
  });
});

describe('a document that is not what it was sent as', () => {
  const word = `${office}.wordprocessingml.document`;

  it('is said to be, by its declared type or its name', () => {
    const said = ['It was sent as a PDF document, but the file is a Word document and was read as that.'];
    expect(misdeclared(word, { fileName: 'a.pdf' })).toEqual(said);
    expect(misdeclared(word, { fileName: 'a.docx', mediaType: 'application/pdf' })).toEqual(said);
    expect(misdeclared('text/plain', { fileName: 'a.docx', mediaType: 'application/octet-stream' })).toEqual([
      'It was sent as a Word document, but the file is a plain text and was read as that.',
    ]);
  });

  it.each<[string, MediaTypeHint]>([
    ['application/pdf', { fileName: 'a.pdf', mediaType: 'application/pdf' }],
    ['text/html', { fileName: 'Notes' }],
    ['text/markdown', { fileName: 'a.txt', mediaType: 'text/plain' }],
    ['text/plain', { fileName: 'a.json' }],
    [word, { mediaType: 'application/octet-stream' }],
    ['application/pdf', { fileName: 'a.pdf', mediaType: 'text/plain' }],
  ])('is not %s sent as %j', (mediaType, hint) => {
    expect(misdeclared(mediaType, hint)).toEqual([]);
  });
});
