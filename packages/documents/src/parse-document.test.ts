import { documentBounds } from '@cairn/core';
import { describe, expect, it } from 'vitest';
import { DocumentFault } from './document-fault.ts';
import { parseDocument } from './parse-document.ts';

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

async function faultOf(input: Uint8Array, mediaType = 'text/plain'): Promise<DocumentFault> {
  try {
    await parseDocument({ bytes: input, mediaType });
  } catch (error) {
    if (error instanceof DocumentFault) return error;
  }
  throw new Error('the document was read');
}

describe('the text', () => {
  it('is what was sent, line ends and all', async () => {
    expect((await parseDocument({ bytes: bytes('a\r\nb\r c 👩\n'), mediaType: 'text/plain' })).text).toBe('a\r\nb\r c 👩\n');
  });

  it('begins after byte order marks', async () => {
    const { text, blocks } = await parseDocument({ bytes: bytes('\ufeff\ufeff# A\n'), mediaType: 'text/markdown' });
    expect(text).toBe('# A\n');
    expect(blocks).toEqual([{ start: 0, end: 3, kind: 'heading', headings: ['A'] }]);
  });

  it('has no U+0000, and says so', async () => {
    const { text, warnings } = await parseDocument({ bytes: bytes('alp\0ha\0'), mediaType: 'text/plain' });
    expect(text).toBe('alpha');
    expect(warnings).toEqual(['2 U+0000 characters were removed from the text.']);
  });
});

it('says that hidden parts are left out of search', async () => {
  const { warnings } = await parseDocument({ bytes: bytes('text\n\n<!-- note -->\n'), mediaType: 'text/markdown' });
  expect(warnings).toEqual(['HTML comments, scripts and styles are kept in the full text but left out of search.']);
});

describe('a document', () => {
  it.each(['', ' \r\n\t', '\ufeff', '\0\0', '\u3000\u00a0'])('of %j has no text', async (text) => {
    expect((await faultOf(bytes(text))).code).toBe('no_text');
  });

  it('over the bound is refused', async () => {
    expect((await faultOf(new Uint8Array(documentBounds.mostBytes + 1))).code).toBe('too_large');
  });

  it('of another type is refused', async () => {
    for (const type of ['image/png', 'toString', '']) expect((await faultOf(bytes('a'), type)).code).toBe('unsupported_media_type');
  });
});
