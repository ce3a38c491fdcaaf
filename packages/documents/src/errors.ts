/** Why a document cannot become searchable; each sentence says what is wrong and what to do. Codes are stable. */
export const documentFaults = {
  not_utf8: 'The file is not UTF-8 text. Save it as UTF-8 and upload it again.',
  no_text: 'The document holds no text to search: it is empty or made of blanks only.',
  too_large: 'The document is larger than the 50 MiB that one may have. Split it and upload the parts.',
  unsupported_media_type: 'Documents of this type cannot be read. Upload Markdown or plain text.',
  parse_timeout: 'Reading the document took too long. Split it or simplify its structure, and upload it again.',
  parse_out_of_memory: 'Reading the document took more memory than one may use. Split it or simplify its structure, and upload it again.',
  parse_failed: 'The document could not be read. Check that it opens elsewhere, and upload it again.',
} as const;

export type DocumentFaultCode = keyof typeof documentFaults;
