import { documentBounds } from '@cairn/core';
import { DocumentFault } from './document-fault.ts';

export interface Decoded {
  readonly text: string;
  readonly warnings: readonly string[];
}

/**
 * The text of UTF-8 bytes as it is stored and cited: byte order marks at the front and U+0000 are left out, line ends stay as
 * they are.
 * @throws DocumentFault `too_large`, `not_utf8`, `no_text`
 */
export function decode(bytes: Uint8Array): Decoded {
  if (bytes.byteLength > documentBounds.maxBytes) throw new DocumentFault('too_large');
  const decoded = decodeUtf8(bytes).replace(/^\ufeff+/, '');
  const text = decoded.replaceAll('\0', '');
  if (text.trim() === '') throw new DocumentFault('no_text');
  const removed = decoded.length - text.length;
  const warnings = removed === 0 ? [] : [`${removed} U+0000 character${removed === 1 ? ' was' : 's were'} removed from the text.`];
  return { text, warnings };
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DocumentFault('not_utf8', { message: namedEncoding(bytes), cause });
  }
}

function namedEncoding(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isUtf16 ? 'The file is UTF-16 text. Save it as UTF-8 and upload it again.' : undefined;
}
