import type { IngestedDocument } from '@cairn/core';
import { chunk, passageTerms } from '@cairn/retrieval';
import { DocumentFault } from './document-fault.ts';
import { type DocumentBytes, parseDocument } from './parse-document.ts';

export interface IngestInput extends DocumentBytes {
  readonly title: string;
}

/**
 * Bytes to all that is stored and searched: text, passages and their terms. Takes a second of processor time for a few
 * megabytes; `createDocumentParser` does it off the event loop.
 * @throws DocumentFault
 */
export async function ingest({ bytes, mediaType, title }: IngestInput): Promise<IngestedDocument> {
  const document = await parseDocument({ bytes, mediaType });
  const passages = chunk(document).map((passage) => ({ ...passage, terms: passageTerms(passage, title) }));
  if (!passages.some(({ text }) => sayable.test(text))) throw new DocumentFault('no_text');
  return { text: document.text, passages, warnings: document.warnings };
}

/** A document without a letter, a digit or a pictograph cannot be found by anything that one can ask for. */
const sayable = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;
