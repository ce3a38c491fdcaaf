import type { IngestedDocument } from '@cairn/core';
import type { DocumentFaultCode } from '../errors.ts';

/**
 * What a reading process answers: passages in batches, so that receiving them never holds up the event loop for long, then the
 * rest or why there is none.
 */
export type IngestReply =
  | { readonly passages: IngestedDocument['passages'] }
  | { readonly rest: Omit<IngestedDocument, 'passages'> }
  | { readonly fault: { readonly code: DocumentFaultCode; readonly message: string } };
