import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { guardInflation } from './guard-inflation.ts';

const blanks = Buffer.alloc(64 * 1_048_576, 0x20);

const pdfWith = (dictionary: string, stream: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(`%PDF-1.7\n4 0 obj\n<< ${dictionary} >>\nstream\r\n`), stream, Buffer.from('\nendstream\nendobj\n')]);

it('refuses a stream that would inflate to more than a document may, also one in another', async () => {
  const packed = deflateSync(blanks);
  await expect(guardInflation(pdfWith('/Filter /FlateDecode', packed))).rejects.toMatchObject({ code: 'too_large' });
  const twice = pdfWith('/Filter [/FlateDecode /FlateDecode]', deflateSync(packed));
  await expect(guardInflation(twice)).rejects.toMatchObject({ code: 'too_large' });
});

it.each([
  ['a picture, which is never read', '/Type /XObject /Subtype /Image /Filter /FlateDecode', deflateSync(blanks)],
  ['what is garbled, which the reader judges', '/Filter /FlateDecode', Buffer.from('garbled')],
  ['what is not packed', '/Length 5', blanks],
])('lets %s be', async (_, dictionary, stream) => {
  await expect(guardInflation(pdfWith(dictionary, stream))).resolves.toBeUndefined();
});
