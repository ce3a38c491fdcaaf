/** Life of a document's newest version. `ready` implies at least one searchable passage. */
export type DocumentStatus = 'queued' | 'parsing' | 'indexing' | 'ready' | 'failed';

/** Media types that ingestion reads. */
export const mediaTypes = [
  'text/markdown',
  'text/plain',
  'text/html',
  'text/csv',
  'text/tab-separated-values',
  'application/json',
  'application/x-ndjson',
  'application/pdf',
  'application/rtf',
  'application/epub+zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.presentation',
  'application/vnd.oasis.opendocument.spreadsheet',
] as const;
export type MediaType = (typeof mediaTypes)[number];

/** Bounds of a document. Bytes are those of a file as it is sent: the usual bound, and the most that a setting can make of it. */
export const documentBounds = { maxTitleCharacters: 512, maxBytes: 52_428_800, mostBytes: 134_217_728 } as const;

/** Bytes of a document up to which it is read in seconds, and does not wait behind longer ones. */
export const smallDocumentBytes = 131_072;

export interface DocumentError {
  /** Stable snake_case code. */
  readonly code: string;
  /** A sentence for a person: what is wrong with the document and what to do. */
  readonly message: string;
}

export interface Document {
  readonly id: string;
  readonly title: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly status: DocumentStatus;
  /** 0..100 within the whole ingestion. */
  readonly progress: number;
  readonly error: DocumentError | null;
  /** What ingestion changed or left out, in words. */
  readonly warnings: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface NewDocument {
  readonly title: string;
  readonly mediaType: MediaType;
  /** The original as it was sent. */
  readonly bytes: Uint8Array;
  /** What is already to be said of it, in words; ingestion adds to that. */
  readonly warnings?: readonly string[];
}

/** What is there of a document in its newest version. */
export interface NewestVersion {
  readonly documentId: string;
  /** Stands for this version, and for none after it. */
  readonly version: string;
  readonly title: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
}

/** A slice of a document's full text. */
export interface DocumentContent {
  readonly documentId: string;
  readonly title: string;
  readonly content: string;
  readonly totalCharacters: number;
  /** Where the next slice begins; null at the end. */
  readonly nextOffset: number | null;
  /** Why there is no text: only of a document that failed and has no earlier version that did not. */
  readonly failure?: DocumentError;
}
