import { z } from 'zod';
import { documentId, sliceArgs, sliceResult } from './document-fields.ts';
import { reads, success } from './tool-contract.ts';
import type { ToolContract } from './tool-contract.ts';

export const getDocumentFullContent = {
  name: 'get_document_full_content',
  title: 'Read a document in full',
  description:
    "Returns a document's text. Use it when passages of search_knowledge are not enough. Long documents can be read in slices: " +
    'pass max_characters, then call again with offset set to next_offset until that is null.',
  annotations: reads,
  args: z.strictObject({ document_id: documentId, ...sliceArgs }),
  result: z.strictObject({ success, ...sliceResult }),
} as const satisfies ToolContract;
