import { describe, expect, it } from 'vitest';
import { type MediaTypeHint, sniffMediaType } from './media-type.ts';

function bytes(latin1: string): Uint8Array {
  return Buffer.from(latin1, 'latin1');
}

describe('text', () => {
  it.each<[MediaTypeHint, string]>([
    [{}, 'text/plain'],
    [{ mediaType: 'Text/Markdown; charset=utf-8' }, 'text/markdown'],
    [{ fileName: 'README.MD' }, 'text/markdown'],
    [{ fileName: 'notes.txt', mediaType: 'text/plain' }, 'text/plain'],
    [{ fileName: 'guide.md', mediaType: 'application/octet-stream' }, 'text/markdown'],
    [{ fileName: 'main.py' }, 'text/plain'],
  ])('with %j is %s', (hint, mediaType) => {
    expect(sniffMediaType(bytes('# Hello'), hint)).toEqual({ mediaType });
  });

  it.each(['alpha\0beta', '', 'caf\xe9', '\xff\xfea\0b\0c\0d\0e\0f\0g\0h\0i\0j\0', '\x1b[1mlog\x1b[0m', '<div align="center">\n\n# Title'])(
    'may be %j, which decoding judges',
    (content) => {
      expect(sniffMediaType(bytes(content))).toEqual({ mediaType: 'text/plain' });
    },
  );
});

describe('what is not text', () => {
  it.each([
    ['%PDF-1.7\n', 'a PDF document'],
    ['PK\x03\x04rest', 'a ZIP archive or an office document'],
    ['\x89PNG\r\n\x1a\n', 'a PNG image'],
    ['\xd0\xcf\x11\xe0\xa1', 'an old Microsoft Office document'],
    ['{\\rtf1 text}', 'an RTF document'],
    ['\xef\xbb\xbf <!DOCTYPE HTML><p>', 'an HTML page'],
    ['<?xml version="1.0"?>', 'an XML document'],
    ['\x00\x01\x02\x03'.repeat(10), 'a binary file'],
  ])('%j is named, whatever it is called', (content, unsupported) => {
    expect(sniffMediaType(bytes(content), { fileName: 'notes.md', mediaType: 'text/markdown' })).toEqual({ unsupported });
  });

  it.each<[MediaTypeHint, string]>([
    [{ mediaType: 'text/html' }, 'an HTML page'],
    [{ fileName: 'table.csv' }, 'a table of values'],
    [{ fileName: 'empty.pdf' }, 'a PDF document'],
  ])('is believed to be what %j says', (hint, unsupported) => {
    expect(sniffMediaType(bytes('a,b'), hint)).toEqual({ unsupported });
  });
});
