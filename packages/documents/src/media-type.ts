import type { MediaType } from '@cairn/core';

export interface MediaTypeHint {
  /** As declared by whoever sent the bytes; parameters are ignored. */
  readonly mediaType?: string | undefined;
  readonly fileName?: string | undefined;
}

/** `unsupported` names what the bytes are, as far as they or the hint tell: "a PDF document". */
export type SniffedType =
  | { readonly mediaType: MediaType; readonly unsupported?: undefined }
  | { readonly mediaType?: undefined; readonly unsupported: string };

/** How much of a file is looked at. */
const sampleSize = 8192;

/**
 * What kind of document bytes are. The bytes have the first word: what is not text is unsupported whatever it is called; of
 * texts, the declared type or the file's name tells Markdown from plain text.
 */
export function sniffMediaType(bytes: Uint8Array, hint: MediaTypeHint = {}): SniffedType {
  const sample = bytes.subarray(0, sampleSize);
  const declared = hint.mediaType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const extension = /\.([a-z0-9]+)$/i.exec(hint.fileName?.trim() ?? '')?.[1]?.toLowerCase() ?? '';
  const unsupported = signatureOf(sample) ?? (isBinary(sample) ? 'a binary file' : undefined) ?? markupOf(declared, extension);
  if (unsupported !== undefined) return { unsupported };
  return { mediaType: markdownTypes.has(declared) || markdownExtensions.has(extension) ? 'text/markdown' : 'text/plain' };
}

const markdownTypes: ReadonlySet<string> = new Set(['text/markdown', 'text/x-markdown']);
const markdownExtensions: ReadonlySet<string> = new Set(['md', 'markdown', 'mdown', 'mkd', 'mdx']);

/** What files of other formats begin with, as Latin-1. */
const signatures: readonly (readonly [string, string])[] = [
  ['%PDF-', 'a PDF document'],
  ['PK\x03\x04', 'a ZIP archive or an office document'],
  ['PK\x05\x06', 'a ZIP archive'],
  ['\xd0\xcf\x11\xe0', 'an old Microsoft Office document'],
  ['{\\rtf', 'an RTF document'],
  ['\x89PNG', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF89a', 'a GIF image'],
  ['GIF87a', 'a GIF image'],
  ['\x1f\x8b', 'a gzip archive'],
  ['7z\xbc\xaf', 'a 7-Zip archive'],
  ['Rar!', 'a RAR archive'],
  ['\x7fELF', 'a program'],
  ['SQLite format 3\0', 'a SQLite database'],
];
const htmlStart = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)[\s>]/i;
const xmlStart = /^(?:\xef\xbb\xbf)?\s*<\?xml\s/;

function signatureOf(sample: Uint8Array): string | undefined {
  const start = Buffer.from(sample.subarray(0, 512)).toString('latin1');
  if (htmlStart.test(start)) return 'an HTML page';
  if (xmlStart.test(start)) return 'an XML document';
  return signatures.find(([prefix]) => start.startsWith(prefix))?.[1];
}

/**
 * Text may hold a stray control character or U+0000; a file where they are many is no text. Neither are byte order marks of
 * UTF-16, which decoding reports by name.
 */
function isBinary(sample: Uint8Array): boolean {
  if ((sample[0] === 0xff && sample[1] === 0xfe) || (sample[0] === 0xfe && sample[1] === 0xff)) return false;
  let controls = 0;
  for (const byte of sample) {
    const isControl = byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d && byte !== 0x1b;
    if (isControl) controls += 1;
  }
  return controls > 8 && controls > sample.byteLength / 10;
}

/** Texts that would be read as if their markup were words. */
function markupOf(declared: string, extension: string): string | undefined {
  return markups.find(({ types, extensions }) => types.includes(declared) || extensions.includes(extension))?.name;
}

const markups = [
  { types: ['text/html', 'application/xhtml+xml'], extensions: ['html', 'htm', 'xhtml'], name: 'an HTML page' },
  { types: ['text/rtf', 'application/rtf'], extensions: ['rtf'], name: 'an RTF document' },
  { types: ['text/csv', 'text/tab-separated-values'], extensions: ['csv', 'tsv'], name: 'a table of values' },
  { types: ['image/svg+xml'], extensions: ['svg'], name: 'an SVG image' },
  { types: ['application/pdf'], extensions: ['pdf'], name: 'a PDF document' },
];
