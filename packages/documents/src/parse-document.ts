import type { Block, StructuredText } from '@cairn/retrieval';
import { decode } from './decode.ts';
import { DocumentFault } from './document-fault.ts';
import { markdownBlocks } from './markdown/blocks.ts';
import { plainTextBlocks } from './plain-text.ts';

export interface DocumentBytes {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/**
 * Reads a document's bytes into its text and structure. The text is what is stored and cited: every offset points into it.
 * @throws DocumentFault `too_large`, `not_utf8`, `no_text`, `unsupported_media_type`
 */
export function parseDocument({ bytes, mediaType }: DocumentBytes): StructuredText {
  const readBlocks = blockReaders[mediaType];
  if (!readBlocks) throw new DocumentFault('unsupported_media_type');
  const { text, warnings } = decode(bytes);
  const blocks = readBlocks(text);
  const hides = blocks.some(({ kind }) => kind === 'hidden');
  return { text, blocks, warnings: hides ? [...warnings, hiddenWarning] : warnings };
}

const hiddenWarning = 'HTML comments, scripts and styles are kept in the full text but left out of search.';

const blockReaders: Readonly<Record<string, (text: string) => Block[]>> = {
  'text/markdown': (text) => markdownBlocks(text),
  'text/plain': plainTextBlocks,
};
