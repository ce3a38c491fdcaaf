import { DocumentFault } from '../document-fault.ts';
import { readLimits } from '../limits.ts';
import { legacyCharset } from './legacy-charset.ts';
import { unmarkedUtf16 } from './utf16.ts';
import { decodeUtf32, markedUtf32, type Utf32 } from './utf32.ts';

export interface DecodedText {
  /** Without byte order marks at the front and without U+0000; line ends stay as they are. */
  readonly text: string;
  readonly warnings: readonly string[];
}

/**
 * The text of bytes in any common encoding, as it is stored and cited: a byte order mark decides, then whether they are UTF-8,
 * then what they look like.
 * @throws DocumentFault `not_text`, `no_text`, `too_large`
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = encodingOf(bytes);
  if (encoding === undefined) throw new DocumentFault('not_text');
  const decoded = decodedAs(bytes, encoding).replace(/^\ufeff+/, '');
  const text = decoded.replaceAll('\0', '').toWellFormed();
  if (text.trim() === '') throw new DocumentFault('no_text');
  if (text.length > readLimits.characters) throw new DocumentFault('too_large');
  const removed = decoded.length - text.length;
  const warnings = removed === 0 ? [] : [`${removed} U+0000 character${removed === 1 ? ' was' : 's were'} removed from the text.`];
  return { text, warnings: encoding === 'utf-8' || /^utf-(?:16|32)/.test(encoding) ? warnings : [...warnings, guessed(encoding)] };
}

const guessed = (encoding: string): string =>
  `The text was read as ${nameOf(encoding)}. If it looks wrong, save the file as UTF-8 and upload it again.`;

const nameOf = (encoding: string): string =>
  encoding.replace(/^windows/, 'Windows').replace(/^(?!Windows).*$/, (name) => name.toUpperCase());

/** The bytes as text, whichever encoding `encodingOf` found. */
export function decodedAs(bytes: Uint8Array, encoding: string): string {
  return isUtf32(encoding) ? decodeUtf32(bytes, encoding) : new TextDecoder(encoding).decode(bytes);
}

const isUtf32 = (encoding: string): encoding is Utf32 => encoding.startsWith('utf-32');

/** The name of the encoding, for `decodedAs`; undefined when the bytes are no text. */
export function encodingOf(bytes: Uint8Array): string | undefined {
  const utf32 = markedUtf32(bytes);
  if (utf32 !== undefined) return utf32;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const unmarked = bytes.includes(0) ? unmarkedUtf16(bytes) : undefined;
  if (unmarked !== undefined) return unmarked;
  if (isUtf8(bytes)) return isEscaped2022(bytes) ? 'iso-2022-jp' : 'utf-8';
  return legacyCharset(bytes);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

// oxlint-disable-next-line no-control-regex -- escape sequences are looked for
const escaped2022 = /\u001b\$[@B][!-~]{2,}\u001b\([BJ]/;

/** ISO-2022-JP is seven-bit: Japanese between escape sequences that nothing else begins with. */
function isEscaped2022(bytes: Uint8Array): boolean {
  return bytes.includes(0x1b) && escaped2022.test(Buffer.from(bytes.subarray(0, 65_536)).toString('latin1'));
}
