import type { MediaType } from '@cairn/core';
import { delimiterOf } from '../delimited/delimiter.ts';
import { decodedAs, encodingOf } from '../charset/decode-text.ts';
import { archiveKind } from './archive-kind.ts';
import { type Kind, kindOfName, kindOfType } from './kinds.ts';
import { binaryKind, isBinary } from './signatures.ts';

export interface MediaTypeHint {
  /** As declared by whoever sent the bytes; parameters are ignored. */
  readonly mediaType?: string | undefined;
  readonly fileName?: string | undefined;
}

/** `unsupported` names what the bytes are, as far as they tell: "a PNG image". */
export type SniffedType =
  | { readonly mediaType: MediaType; readonly unsupported?: undefined }
  | { readonly mediaType?: undefined; readonly unsupported: string };

/** How much of a text is looked at. */
const sampleSize = 65_536;

/**
 * What kind of document bytes are. The bytes decide; the declared type and the file's name only tell one kind of text from
 * another, and only when the text can be that.
 */
export function sniffMediaType(bytes: Uint8Array, hint: MediaTypeHint = {}): SniffedType {
  const known = binaryKind(bytes);
  if (known === 'archive') return archiveKind(bytes);
  if (known !== undefined) return known;
  const sample = sampleOf(bytes);
  if (isBinary(bytes)) return { unsupported: 'a binary file' };
  return textKind(sample, kindOfType(hint.mediaType), kindOfName(hint.fileName));
}

function sampleOf(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, sampleSize);
  const start = sample[0] ?? 0;
  // Only wide characters change what the beginning looks like; the rest of ASCII is the same in every encoding.
  const encoding = start >= 0xfe || sample.includes(0) ? (encodingOf(evenPart(sample)) ?? 'latin1') : 'utf-8';
  return decodedAs(sample, encoding).replace(/^\ufeff+/, '');
}

const evenPart = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.byteLength - (bytes.byteLength % 2));

function textKind(sample: string, declared: Kind | undefined, named: Kind | undefined): SniffedType {
  if (/^\s*\{\\rtf\d/.test(sample)) return { mediaType: 'application/rtf' };
  if (isHtmlPage(sample)) return { mediaType: 'text/html' };
  if (/^\s*<\?xml\s[^>]*\?>/.test(sample))
    return /<html[\s>]/i.test(sample) ? { mediaType: 'text/html' } : { unsupported: 'an XML document' };
  if (/^\s*(?:<!--[^]*?-->\s*)?<svg[\s>]/i.test(sample)) return { unsupported: 'an SVG image' };
  // A name that says more than "text" goes before a declaration that does not: browsers declare what the system guesses.
  const hinted = [declared, named].filter((kind) => kind !== undefined && kind.mediaType !== 'text/plain');
  for (const kind of hinted) if (kind && couldBe(sample, kind.mediaType)) return { mediaType: kind.mediaType };
  if (hinted.length === 0 && declared === undefined && /^\s*(?:\{\s*"|\[\s*\{\s*")/.test(sample)) return { mediaType: jsonKind(sample) };
  return { mediaType: 'text/plain' };
}

/** A document type or an `html` element as HTML writes it, and elements after it: texts about HTML may begin like it. */
function isHtmlPage(sample: string): boolean {
  const start =
    /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[^]*?-->\s*)*(<!doctype\s+html\b[^>]*>|<html(?:\s+[\w:-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*\s*>)/i.exec(
      sample,
    );
  return start !== null && /^\s*(?:<!--[^]*?-->\s*)*<[a-z!/]/i.test(sample.slice(start[0].length));
}

function couldBe(sample: string, mediaType: MediaType): boolean {
  if (mediaType === 'text/markdown') return true;
  if (mediaType === 'text/html') return /<[a-z][\w-]*(?:\s[^<>]*)?>/i.test(sample);
  if (mediaType === 'text/csv') return delimiterOf(sample) !== undefined || !/\S\n\s*\n/.test(sample);
  if (mediaType === 'text/tab-separated-values') return delimiterOf(sample) !== undefined;
  if (mediaType === 'application/json' || mediaType === 'application/x-ndjson')
    return /^\s*[[{"\d-]|^\s*(?:true|false|null)\b/.test(sample);
  return false;
}

/** Objects line by line, or one value. */
function jsonKind(sample: string): MediaType {
  return /^\s*\{[^\n]*\}[^\S\n]*\r?\n\s*\{/.test(sample) ? 'application/x-ndjson' : 'application/json';
}
