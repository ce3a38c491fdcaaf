import { documentBounds } from '@cairn/core';
import type { MediaType } from '@cairn/core';
import type { StructuredText } from '@cairn/retrieval';
import { DocumentFault } from './document-fault.ts';
import { type Reader, readers } from './readers.ts';

export interface DocumentBytes {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/**
 * Reads a document's bytes into its text and structure. The text is what is stored and cited: every offset points into it.
 * @throws DocumentFault
 */
export async function parseDocument({ bytes, mediaType }: DocumentBytes): Promise<StructuredText> {
  const read = readerOf(mediaType);
  if (!read) throw new DocumentFault('unsupported_media_type');
  if (bytes.byteLength > documentBounds.mostBytes) throw new DocumentFault('too_large');
  return read(bytes);
}

const readerOf = (mediaType: string): Reader | undefined =>
  Object.hasOwn(readers, mediaType) ? readers[mediaType as MediaType] : undefined;
