/** Every tool of the product, in the order of `tools/list`. */
export const toolNames = [
  'save_memory',
  'get_memories',
  'update_memory',
  'delete_memory',
  'search_knowledge',
  'list_knowledge_documents',
  'get_document_full_content',
];
