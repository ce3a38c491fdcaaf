import { docxOf, openDocumentOf, packageOf, textZip, zipOf } from '@cairn/test-kit';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../parse-document.ts';
import { openArchive } from './archive.ts';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const document = (bytes: Uint8Array) => parseDocument({ bytes, mediaType: word });

const filesOf = (parts: Readonly<Record<string, string>>) =>
  Object.entries(packageOf('word/document.xml', parts)).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));

/** XML that unpacks to more than is taken: `<w:t>aaaa…`. */
const huge = Buffer.concat([Buffer.from('<w:document><w:body><w:p><w:r><w:t>'), Buffer.alloc(64 * 1_048_576, 0x61)]);

async function textOf(bytes: Uint8Array, name: string): Promise<string> {
  return Buffer.from(await openArchive(bytes).read(name, 1000)).toString();
}

describe('an archive', () => {
  it('gives its files by name in any case, packed or stored', async () => {
    const bytes = zipOf([
      { name: 'Word\\Document.xml', bytes: Buffer.from('packed') },
      { name: 'mimetype', bytes: Buffer.from('stored'), stored: true },
    ]);
    expect(await textOf(bytes, 'word/document.xml')).toBe('packed');
    expect(await textOf(bytes, 'mimetype')).toBe('stored');
    expect(await textOf(bytes, 'no/such')).toBe('');
    expect(openArchive(bytes).has('MIMETYPE')).toBe(true);
  });

  it('is found behind what stands in front of it', async () => {
    expect(await textOf(Buffer.concat([Buffer.from('#!/bin/sh\n'), textZip({ a: 'words' })]), 'a')).toBe('words');
  });

  it.each([
    ['is cut off', textZip({ a: 'words' }).subarray(0, 40), 'parse_failed'],
    ['is nothing', new Uint8Array(), 'parse_failed'],
    ['asks for a password', zipOf([{ name: 'a', bytes: Buffer.from('words'), encrypted: true }]), 'encrypted'],
    ['has 20,000 files', zipOf(Array.from({ length: 20_000 }, (_, at) => ({ name: `f${at}`, bytes: new Uint8Array() }))), 'too_large'],
  ])('that %s is refused', async (_, bytes, code) => {
    await expect((async () => textOf(bytes, 'a'))()).rejects.toMatchObject({ code });
  });

  it('whose data is garbled is refused', async () => {
    const bytes = textZip({ a: 'some words that are packed' });
    bytes.fill(0xff, 31, 45);
    await expect(textOf(bytes, 'a')).rejects.toMatchObject({ code: 'parse_failed' });
  });
});

describe('a document that would unpack to more than one may', () => {
  it.each([
    ['says so', undefined],
    ['lies about its size', 1000],
  ])('%s, and is refused before it does', async (_, claimedSize) => {
    const bytes = zipOf([
      ...filesOf({}),
      { name: 'word/document.xml', bytes: huge, ...(claimedSize === undefined ? {} : { claimedSize }) },
    ]);
    const before = process.memoryUsage().rss;
    const started = performance.now();
    await expect(document(bytes)).rejects.toMatchObject({ code: 'too_large' });
    expect(performance.now() - started).toBeLessThan(5000);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1_048_576);
  });

  it('is refused in any format', async () => {
    const content = Buffer.concat([Buffer.from('<office:document-content>'), huge]);
    const open = zipOf([
      { name: 'mimetype', bytes: Buffer.from('application/vnd.oasis.opendocument.text'), stored: true },
      { name: 'content.xml', bytes: content },
    ]);
    await expect(parseDocument({ bytes: open, mediaType: 'application/vnd.oasis.opendocument.text' })).rejects.toMatchObject({
      code: 'too_large',
    });
  });

  it('or nests without end is refused', async () => {
    const deep = `<w:document><w:body><w:p>${'<w:r>'.repeat(100_000)}`;
    await expect(document(textZip(packageOf('word/document.xml', { 'word/document.xml': deep })))).rejects.toMatchObject({
      code: 'too_large',
    });
  });
});

describe('entities', () => {
  it.each([
    '<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE w SYSTEM "http://127.0.0.1:9/x.dtd">',
    '<!DOCTYPE w PUBLIC "-//x" "http://127.0.0.1:9/x.dtd">',
    '<!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>',
  ])('and document types are refused: %s', async (doctype) => {
    const xml = `<?xml version="1.0"?>${doctype}<w:document><w:body><w:p><w:r><w:t>&x;</w:t></w:r></w:p></w:body></w:document>`;
    await expect(document(textZip(packageOf('word/document.xml', { 'word/document.xml': xml })))).rejects.toMatchObject({
      code: 'type_mismatch',
    });
  });

  it('that are not declared stay as they are written', async () => {
    expect((await document(docxOf({ body: '<w:p><w:r><w:t>&lt;&#x41;&amp;&x;</w:t></w:r></w:p>' }))).text).toBe('<A&&x;');
  });
});

it('points at nothing outside of itself', async () => {
  const relations = '<Relationships><Relationship Id="a" Type="http://x/officeDocument" Target="../../../../etc/passwd"/></Relationships>';
  await expect(document(textZip({ '[Content_Types].xml': '', '_rels/.rels': relations }))).rejects.toMatchObject({ code: 'type_mismatch' });
  expect(
    (
      await parseDocument({
        bytes: openDocumentOf({ kind: 'text', body: '<text:p>x</text:p>' }),
        mediaType: 'application/vnd.oasis.opendocument.text',
      })
    ).text,
  ).toBe('x');
});
