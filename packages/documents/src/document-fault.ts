import { type DocumentFaultCode, documentFaults } from './errors.ts';

/** A fault of the document itself: trying again with the same bytes ends the same way. */
export class DocumentFault extends Error {
  readonly code: DocumentFaultCode;

  constructor(code: DocumentFaultCode, options: { message?: string | undefined; cause?: unknown } = {}) {
    super(options.message ?? documentFaults[code], options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DocumentFault';
    this.code = code;
  }
}
