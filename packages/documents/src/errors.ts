/** Why a document cannot become searchable; each sentence says what is wrong and what to do. Codes are stable. */
export const documentFaults = {
  not_text: 'The file is not text in any encoding that is known here. Save it as UTF-8 and upload it again.',
  no_text: 'The document holds no text to search: it is empty, blank, or made of pictures only.',
  too_large: 'The document, or what it unpacks to, is larger than one may be. Split it and upload the parts.',
  encrypted: 'The document is encrypted or asks for a password. Save it without a password and upload it again.',
  type_mismatch: 'The file is not what it begins as. Open it in the program that made it, save it again, and upload that.',
  unsupported_media_type: 'Documents of this type cannot be read. Save it as PDF, Word, Markdown or plain text and upload that.',
  parse_timeout: 'Reading the document took too long. Split it or simplify its structure, and upload it again.',
  parse_out_of_memory: 'Reading the document took more memory than one may use. Split it or simplify its structure, and upload it again.',
  parse_failed: 'The document could not be read. Check that it opens elsewhere, and upload it again.',
} as const;

export type DocumentFaultCode = keyof typeof documentFaults;
