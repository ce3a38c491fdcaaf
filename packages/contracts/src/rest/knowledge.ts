import { documentBounds } from '@cairn/core';
import { z } from 'zod';
import { text, uuid, wholeNumber } from '../reading/fields.ts';
import { documentError, documentFields, documentStatus, sliceArgs, sliceResult } from '../tools/document-fields.ts';
import { searchKnowledge } from '../tools/search-knowledge.ts';
import { idParams, listOf, listQuery, named } from './list.ts';
import { anyCredential } from './route.ts';
import type { RestRoutes } from './route.ts';

const { maxTitleCharacters, maxBytes } = documentBounds;

const document = named(
  'Document',
  z.strictObject({
    id: uuid('Identifies the document.'),
    ...documentFields,
    progress: wholeNumber(0, 'Percent of the whole ingestion, 0 to 100.'),
    error: documentError.nullable(),
    warnings: z.array(z.string()).meta({
      description:
        'What ingestion changed or left out; of a document that is not done also why it waits, such as a model that does not answer.',
    }),
  }),
);

const exportedDocument = named(
  'ExportedDocument',
  document.schema.extend({
    cursor: z.string().meta({ description: 'Pass that of the last line that came whole as cursor, to go on after it.' }),
    content: z.string().nullable().meta({ description: 'Its whole text; null while it has none.' }),
    original: z.string().optional().meta({ description: 'The file as it was sent, in base64; when it was asked for.' }),
  }),
);

const title = text({
  description: `Its title, unique in the project, 1 to ${maxTitleCharacters} characters. New bytes under an old title make a new version.`,
  max: maxTitleCharacters,
  unit: 'characters',
  refuseBlank: true,
  line: true,
});

const newDocument = named(
  'NewDocument',
  z.strictObject({
    title,
    content: text({ description: `The whole text, up to ${maxBytes} bytes of UTF-8.`, max: maxBytes, unit: 'bytes' }),
    media_type: text({
      description: 'What the text is, such as text/markdown. When absent it is told from the title and the text.',
      max: 255,
      unit: 'characters',
      line: true,
    }).optional(),
  }),
);

/** The parts of an upload; `file` is the document's bytes. */
const documentUpload = named(
  'DocumentUpload',
  z.strictObject({
    file: z.string().meta({ contentMediaType: 'application/octet-stream', description: `The file, one only, up to ${maxBytes} bytes.` }),
    title: title.optional().meta({ description: "Its title; the file's name when absent." }),
  }),
);

const submitted = named('DocumentSubmission', z.strictObject({ document_id: uuid('Identifies the document.'), status: documentStatus }));
const slice = named('DocumentContent', z.strictObject(sliceResult));

const tag = 'Knowledge';

export const knowledgeRoutes = {
  createDocument: {
    method: 'POST',
    path: '/v1/knowledge/documents',
    tag,
    summary: 'Add a document to the knowledge base',
    description:
      'The file is kept and queued; it is searchable once its status is "ready". The same bytes under the same title are the document that is there already. ' +
      'The rules of the project decide on it as `knowledge.write` before anything of it is kept: where they ask people, the answer is 403 `approval_required` with the `approval_id`, and the same request is carried out once when it is sent again after that; 409 when what stands under the title was changed just then.',
    credentials: anyCredential,
    body: newDocument,
    upload: documentUpload,
    answers: { 202: { description: 'Kept; its status tells how far ingestion is.', body: submitted } },
  },
  listDocuments: {
    method: 'GET',
    path: '/v1/knowledge/documents',
    tag,
    summary: 'List the documents of the project, newest first',
    credentials: anyCredential,
    query: listQuery.extend({ status: documentStatus.optional() }),
    answers: { 200: { description: 'A page of documents.', body: listOf('DocumentList', document.schema) } },
  },
  exportDocuments: {
    method: 'GET',
    path: '/v1/knowledge/documents/export',
    tag,
    summary: 'Export the documents of the project with their texts',
    description:
      'One JSON object a line, streamed: a document as the list shows it, newest first, with its whole text. ' +
      'An answer that breaks off is gone on with by the cursor of the last line that came whole; it ends cleanly only when all is sent. ' +
      'With include=original each line also has the file as it was sent. ' +
      'A line can be submitted again: title and content as JSON, or the original as an upload under its title.',
    credentials: anyCredential,
    query: z.strictObject({
      cursor: text({
        description: 'The cursor of the last line that arrived; leave it out to begin.',
        max: 512,
        unit: 'characters',
      }).optional(),
      include: z.enum(['original']).meta({ description: 'Also the files as they were sent.' }).optional(),
    }),
    answers: { 200: { description: 'The documents.', lines: exportedDocument } },
  },
  getDocument: {
    method: 'GET',
    path: '/v1/knowledge/documents/{id}',
    tag,
    summary: 'Read what is known of a document',
    credentials: anyCredential,
    params: idParams,
    answers: { 200: { description: 'The document.', body: document } },
  },
  deleteDocument: {
    method: 'DELETE',
    path: '/v1/knowledge/documents/{id}',
    tag,
    summary: 'Delete a document with everything derived from it',
    description:
      'Where the rules of the project ask people first, they approve the deletion of the document as it is then: once it was replaced, it is asked for anew, and 409 is the answer when it is replaced just then.',
    credentials: anyCredential,
    params: idParams,
    answers: { 204: { description: 'It is gone and no longer found.' } },
  },
  getDocumentContent: {
    method: 'GET',
    path: '/v1/knowledge/documents/{id}/content',
    tag,
    summary: "Read a document's text, whole or in slices",
    credentials: anyCredential,
    params: idParams,
    query: z.strictObject(sliceArgs),
    answers: { 200: { description: 'The text from the offset on.', body: slice } },
  },
  getDocumentOriginal: {
    method: 'GET',
    path: '/v1/knowledge/documents/{id}/original',
    tag,
    summary: 'Download the file as it was sent',
    credentials: anyCredential,
    params: idParams,
    answers: { 200: { description: 'The bytes, as an attachment.', mediaType: 'application/octet-stream' } },
  },
  retryDocument: {
    method: 'POST',
    path: '/v1/knowledge/documents/{id}/retry',
    tag,
    summary: 'Queue a failed document again',
    description: 'Decided by the rules of the project as `knowledge.write`, as if it were sent again.',
    credentials: anyCredential,
    params: idParams,
    answers: { 202: { description: 'Queued again.', body: submitted } },
  },
  reindexDocument: {
    method: 'POST',
    path: '/v1/knowledge/documents/{id}/reindex',
    tag,
    summary: 'Read a document anew from its original',
    description:
      'For after an upgrade that reads, cuts or finds better. What is there stays in search until the new version is ready. A document that failed is queued again. Decided by the rules of the project as `knowledge.write`.',
    credentials: anyCredential,
    params: idParams,
    answers: { 202: { description: 'Queued, unless it was under way already.', body: submitted } },
  },
  watchDocument: {
    method: 'GET',
    path: '/v1/knowledge/documents/{id}/events',
    tag,
    summary: "Watch a document's ingestion",
    description:
      'Server-sent events. Each event "progress" has the data {"status", "percent", "error"?}; the stream ends after "ready" or "failed", when the document is deleted, and when the credential is revoked.',
    credentials: anyCredential,
    params: idParams,
    answers: { 200: { description: 'A stream of events.', mediaType: 'text/event-stream' } },
  },
  searchKnowledge: {
    method: 'POST',
    path: '/v1/knowledge/search',
    tag,
    summary: 'Search the knowledge base, as the tool search_knowledge',
    credentials: anyCredential,
    body: named('SearchRequest', searchKnowledge.args),
    answers: { 200: { description: 'What was found.', body: named('SearchAnswer', searchKnowledge.result) } },
  },
} as const satisfies RestRoutes;
