import type { MediaType } from '@cairn/core';
import { markedUtf32 } from '../charset/utf32.ts';

const sampleSize = 8192;

/** What files of other formats begin with, as Latin-1. */
const signatures: readonly (readonly [string, string])[] = [
  ['\x89PNG', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF89a', 'a GIF image'],
  ['GIF87a', 'a GIF image'],
  ['II*\0', 'a TIFF image'],
  ['MM\0*', 'a TIFF image'],
  ['\x1f\x8b', 'a gzip archive'],
  ['7z\xbc\xaf\x27\x1c', 'a 7-Zip archive'],
  ['Rar!\x1a\x07', 'a RAR archive'],
  ['\x7fELF', 'a program'],
  ['MZ', 'a program'],
  ['SQLite format 3\0', 'a SQLite database'],
];

/** The first file of an archive, the end of an empty one, a part of a split one. */
const archiveStarts = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];

/**
 * What bytes that are no text are. Text may begin like any of these formats, so each must also hold what text does not.
 * `archive` is a ZIP archive, in which several kinds of documents come.
 */
export function binaryKind(bytes: Uint8Array): { mediaType: MediaType } | { unsupported: string } | 'archive' | undefined {
  if (isPdf(bytes)) return { mediaType: 'application/pdf' };
  const start = latin1(bytes, 0, 16);
  if (!hasControls(bytes)) return undefined;
  if (archiveStarts.some((prefix) => start.startsWith(prefix))) return 'archive';
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return { unsupported: oldOffice(bytes) };
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return { unsupported: 'a WebP image' };
  const name = signatures.find(([prefix]) => start.startsWith(prefix))?.[1];
  return name === undefined ? undefined : { unsupported: name };
}

/** A header with a version near the start, and objects or a trailer: a text about PDF has neither. */
function isPdf(bytes: Uint8Array): boolean {
  const head = latin1(bytes, 0, sampleSize);
  const header = /^(?:\xef\xbb\xbf)?[\s\0]*%PDF-\d\.\d/.test(head) || (head.slice(0, 1024).includes('%PDF-') && hasControls(bytes));
  return (
    header &&
    (/(?:^|[\r\n])\s*\d+\s+\d+\s+obj\b/.test(head) || latin1(bytes, bytes.byteLength - 2048).includes('startxref') || isBinary(bytes))
  );
}

/** Password-protected documents of today come in the container of the old formats. */
function oldOffice(bytes: Uint8Array): string {
  const isEncrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from('EncryptedPackage', 'utf16le'));
  return isEncrypted ? 'a password-protected Office document' : 'an old Microsoft Office document';
}

/** Whether there are bytes at the beginning that no text holds: control characters other than those of terminals. */
const hasControls = (bytes: Uint8Array): boolean => controlsIn(bytes.subarray(0, sampleSize)) > 0;

/**
 * Text may hold a stray control character or U+0000; a file where they are many is no text, unless every other byte is one: that
 * is UTF-16, which decoding judges.
 */
export function isBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, sampleSize);
  if ((sample[0] === 0xff && sample[1] === 0xfe) || (sample[0] === 0xfe && sample[1] === 0xff)) return false;
  if (markedUtf32(sample) !== undefined) return false;
  const controls = controlsIn(sample);
  return controls > 8 && controls > sample.byteLength / 10 && !isWide(sample);
}

function controlsIn(sample: Uint8Array): number {
  let controls = 0;
  for (const byte of sample) {
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d && byte !== 0x1b) controls += 1;
  }
  return controls;
}

/** Whether zeros stand in the even or in the odd places only, as in Latin text of two bytes a character. */
function isWide(sample: Uint8Array): boolean {
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  return Math.max(even, odd) > sample.byteLength / 4 && Math.min(even, odd) < sample.byteLength / 50;
}

function latin1(bytes: Uint8Array, from: number, length = Number.POSITIVE_INFINITY): string {
  const start = Math.max(0, from);
  return Buffer.from(bytes.subarray(start, start + length)).toString('latin1');
}
