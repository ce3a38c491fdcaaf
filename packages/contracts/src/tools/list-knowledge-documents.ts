import { z } from 'zod';
import { uuid } from '../reading/fields.ts';
import { documentError, documentFields } from './document-fields.ts';
import { pageArgs, pageResult, reads, success } from './tool-contract.ts';
import type { ToolContract } from './tool-contract.ts';

const document = z.strictObject({
  document_id: uuid('Identifies the document.'),
  ...documentFields,
  error: documentError.optional(),
});

export const listKnowledgeDocuments = {
  name: 'list_knowledge_documents',
  title: 'List knowledge documents',
  description:
    "Returns the documents of the project's knowledge base with their status. Use it to see what can be searched or read, and to find a document_id. " +
    'A document that is "failed" says why in error. Returns documents, total and the limit and offset applied.',
  annotations: reads,
  args: z.strictObject(pageArgs),
  result: z.strictObject({ success, documents: z.array(document), ...pageResult }),
} as const satisfies ToolContract;
