import { deleteMemory } from './delete-memory.ts';
import { getDocumentFullContent } from './get-document-full-content.ts';
import { getMemories } from './get-memories.ts';
import { listKnowledgeDocuments } from './list-knowledge-documents.ts';
import { saveMemory } from './save-memory.ts';
import { searchKnowledge } from './search-knowledge.ts';
import type { ToolContract } from './tool-contract.ts';
import { updateMemory } from './update-memory.ts';

/** The seven tools, in the order in which they are listed. */
export const toolCatalog = {
  save_memory: saveMemory,
  get_memories: getMemories,
  update_memory: updateMemory,
  delete_memory: deleteMemory,
  search_knowledge: searchKnowledge,
  list_knowledge_documents: listKnowledgeDocuments,
  get_document_full_content: getDocumentFullContent,
} as const satisfies Record<string, ToolContract>;

export type ToolName = keyof typeof toolCatalog;
