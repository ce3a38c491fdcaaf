import type { MediaType } from '@cairn/core';
import type { Block, StructuredText } from '@cairn/retrieval';
import { decodeText } from './charset/decode-text.ts';
import { markdownBlocks } from './markdown/blocks.ts';
import { plainTextBlocks } from './plain-text.ts';

/** Reads the bytes of one kind of document. */
export type Reader = (bytes: Uint8Array) => StructuredText | Promise<StructuredText>;

/** Text that is stored and cited as it was sent. */
const asItIs =
  (blocksOf: (text: string) => Block[]): Reader =>
  (bytes) => {
    const { text, warnings } = decodeText(bytes);
    const blocks = blocksOf(text);
    const hides = blocks.some(({ kind }) => kind === 'hidden');
    return { text, blocks, warnings: hides ? [...warnings, hiddenWarning] : warnings };
  };

const hiddenWarning = 'HTML comments, scripts and styles are kept in the full text but left out of search.';

const plainText = asItIs(plainTextBlocks);

/** Text that is written anew from what it means; text that is not what it seems is read as it is. */
const rewritten =
  (read: (text: string) => StructuredText | undefined, seeming: string): Reader =>
  (bytes) => {
    const { text, warnings } = decodeText(bytes);
    const document = read(text) ?? {
      text,
      blocks: plainTextBlocks(text),
      warnings: [`The file is no valid ${seeming} and was read as plain text.`],
    };
    return { ...document, warnings: [...warnings, ...document.warnings] };
  };

const office = 'application/vnd.openxmlformats-officedocument';
const open = 'application/vnd.oasis.opendocument';

const json: Reader = async (bytes) => rewritten((await import('./json/json-text.ts')).jsonText, 'JSON')(bytes);
const table: Reader = async (bytes) => rewritten((await import('./delimited/delimited-text.ts')).delimitedText, 'table')(bytes);
const openText: Reader = async (bytes) => (await import('./opendocument/read-opendocument.ts')).readOpenText(bytes);

/** A reader of each kind. Those that need more than text load it when the first such document comes. */
export const readers: Readonly<Record<MediaType, Reader>> = {
  'text/plain': plainText,
  'text/markdown': asItIs((text) => markdownBlocks(text)),
  'text/html': async (bytes) => (await import('./html/read-html.ts')).readHtml(bytes),
  'text/csv': table,
  'text/tab-separated-values': table,
  'application/json': json,
  'application/x-ndjson': json,
  'application/pdf': async (bytes) => (await import('./pdf/read-pdf.ts')).readPdf(bytes),
  'application/rtf': async (bytes) => (await import('./rtf/read-rtf.ts')).readRtf(bytes),
  'application/epub+zip': async (bytes) => (await import('./epub/read-epub.ts')).readEpub(bytes),
  [`${office}.wordprocessingml.document`]: async (bytes) => (await import('./word/read-word.ts')).readWord(bytes),
  [`${office}.presentationml.presentation`]: async (bytes) => (await import('./slides/read-slides.ts')).readSlides(bytes),
  [`${office}.spreadsheetml.sheet`]: async (bytes) => (await import('./sheets/read-sheets.ts')).readSheets(bytes),
  [`${open}.text`]: openText,
  [`${open}.presentation`]: openText,
  [`${open}.spreadsheet`]: async (bytes) => (await import('./opendocument/read-opendocument.ts')).readOpenSheets(bytes),
};
