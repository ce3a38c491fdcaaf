export { DocumentFault } from './document-fault.ts';
export type { DocumentFaultCode } from './errors.ts';
export { ingest } from './ingest.ts';
export type { IngestInput } from './ingest.ts';
export { isTextMediaType } from './media-types/kinds.ts';
export { sniffMediaType } from './media-types/sniff-media-type.ts';
export type { MediaTypeHint, SniffedType } from './media-types/sniff-media-type.ts';
export { createDocumentParser } from './isolated/document-parser.ts';
export type { DocumentParser, DocumentParserOptions } from './isolated/document-parser.ts';
