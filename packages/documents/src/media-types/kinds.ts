import type { MediaType } from '@cairn/core';

export interface Kind {
  readonly mediaType: MediaType;
  /** What a person calls it, with its article. */
  readonly name: string;
  readonly extensions: readonly string[];
  /** Other names that senders use for the media type. */
  readonly aliases?: readonly string[];
}

const office = 'application/vnd.openxmlformats-officedocument';
const open = 'application/vnd.oasis.opendocument';

/** Every kind of document that is read. */
const kinds: readonly Kind[] = [
  {
    mediaType: 'text/markdown',
    name: 'a Markdown text',
    extensions: ['md', 'markdown', 'mdown', 'mkd', 'mdx'],
    aliases: ['text/x-markdown'],
  },
  { mediaType: 'text/plain', name: 'a plain text', extensions: ['txt', 'text', 'log'] },
  { mediaType: 'text/html', name: 'an HTML page', extensions: ['html', 'htm', 'xhtml'], aliases: ['application/xhtml+xml'] },
  { mediaType: 'text/csv', name: 'a table of values (CSV)', extensions: ['csv'], aliases: ['application/csv', 'text/x-csv'] },
  { mediaType: 'text/tab-separated-values', name: 'a table of values (TSV)', extensions: ['tsv', 'tab'], aliases: ['text/tsv'] },
  {
    mediaType: 'application/json',
    name: 'a JSON text',
    extensions: ['json'],
    aliases: ['text/json', 'application/ld+json', 'application/geo+json'],
  },
  {
    mediaType: 'application/x-ndjson',
    name: 'JSON line by line',
    extensions: ['ndjson', 'jsonl'],
    aliases: ['application/jsonl', 'application/x-jsonlines', 'application/ndjson'],
  },
  { mediaType: 'application/pdf', name: 'a PDF document', extensions: ['pdf'], aliases: ['application/x-pdf'] },
  { mediaType: 'application/rtf', name: 'an RTF document', extensions: ['rtf'], aliases: ['text/rtf'] },
  { mediaType: 'application/epub+zip', name: 'an e-book (EPUB)', extensions: ['epub'] },
  { mediaType: `${office}.wordprocessingml.document`, name: 'a Word document', extensions: ['docx', 'docm', 'dotx'] },
  { mediaType: `${office}.presentationml.presentation`, name: 'a PowerPoint presentation', extensions: ['pptx', 'pptm', 'ppsx'] },
  { mediaType: `${office}.spreadsheetml.sheet`, name: 'an Excel workbook', extensions: ['xlsx', 'xlsm'] },
  { mediaType: `${open}.text`, name: 'an OpenDocument text', extensions: ['odt', 'ott'] },
  { mediaType: `${open}.presentation`, name: 'an OpenDocument presentation', extensions: ['odp', 'otp'] },
  { mediaType: `${open}.spreadsheet`, name: 'an OpenDocument spreadsheet', extensions: ['ods', 'ots'] },
];

/** The kind that a declared media type names; parameters and case do not count. */
export function kindOfType(declared: string | undefined): Kind | undefined {
  const type = declared?.split(';')[0]?.trim().toLowerCase() ?? '';
  return kinds.find(({ mediaType, aliases = [] }) => mediaType === type || aliases.includes(type));
}

/** The kind that a file's name ends like. */
export function kindOfName(fileName: string | undefined): Kind | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(fileName?.trim() ?? '')?.[1]?.toLowerCase();
  return extension === undefined ? undefined : kinds.find(({ extensions }) => extensions.includes(extension));
}

export const kindOf = (mediaType: string): Kind | undefined => kinds.find((kind) => kind.mediaType === mediaType);

/** Whether a declared media type may be that of a text; one that says nothing may. */
export function isTextMediaType(declared: string | undefined): boolean {
  const kind = kindOfType(declared);
  if (kind) return /^text\/|json$|rtf$/.test(kind.mediaType);
  return !/^\s*(?:image|audio|video|font|model)\/|zip|pdf|msword|officedocument|opendocument/i.test(declared ?? '');
}
