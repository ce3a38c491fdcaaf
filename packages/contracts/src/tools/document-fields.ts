import { z } from 'zod';
import { moment, uuid, wholeNumber } from '../reading/fields.ts';

export const documentStatus = z
  .enum(['queued', 'parsing', 'indexing', 'ready', 'failed'])
  .meta({ description: 'How far ingestion is; only a document that is "ready" is searched.' });

export const documentError = z
  .strictObject({
    code: z.string().meta({ description: 'Stable snake_case code.' }),
    message: z.string().meta({ description: 'What is wrong with the document and what to do.' }),
  })
  .meta({ description: 'Why ingestion failed; only with status "failed".' });

/** What every entry point shows of a document beside its id. */
export const documentFields = {
  title: z.string().meta({ description: 'Unique in the project.' }),
  media_type: z.string().meta({ description: 'What the file is, decided from its bytes.' }),
  size_bytes: wholeNumber(0, 'Size of the file as it was sent.'),
  status: documentStatus,
  created_at: moment('When it was first uploaded; ISO 8601, UTC.'),
  updated_at: moment('When it last changed; ISO 8601, UTC.'),
};

export const documentId = uuid('The document_id that list_knowledge_documents or search_knowledge gave.');

/** Arguments that choose a slice of a document's text. */
export const sliceArgs = {
  offset: wholeNumber(0, 'Where to begin, in UTF-16 code units. Default 0.').optional(),
  max_characters: wholeNumber(1, 'How much to return at most, in UTF-16 code units. Default: up to the end.').optional(),
};

/** A slice of a document's text. */
export const sliceResult = {
  document_id: uuid('The document.'),
  title: z.string().meta({ description: "The document's title." }),
  content: z.string().meta({ description: 'The text from the offset on.' }),
  total_characters: wholeNumber(0, 'Length of the whole text in UTF-16 code units.'),
  next_offset: z.int().nullable().meta({ description: 'Offset of the next slice; null when this one reaches the end.' }),
  status: z.literal('failed').meta({ description: 'Only when the document could not be read and so has no text.' }).optional(),
  error: documentError.optional(),
};
