export { CairnError, errorTable } from './errors.ts';
export type { ErrorCode, ErrorKind, ErrorOptions, Issue } from './errors.ts';
export { isId, newId } from './ids.ts';
export { pageBounds, pageOf } from './page.ts';
export type { Page, PageMark, PageOf, Walk } from './page.ts';
export { roles } from './principal.ts';
export type { Actor, CredentialKind, Plan, Principal, Role } from './principal.ts';
export type { ChatModel, ChatReply, ChatRequest, EmbedOptions, Embedder, Reranker } from './models.ts';
export { textFault } from './text.ts';
export type { Outbox, OutboxEntry } from './outbox.ts';
export type { IdempotentRequest, IdempotentStores, KeptAnswer, Stores } from './stores.ts';
export { memoryBounds } from './memories/memory.ts';
export type { Memory, NewMemory } from './memories/memory.ts';
export type { MemoryRepository, MemoryWrite } from './memories/memory-repository.ts';
export { deleteMemory, getMemory, listMemories, saveMemory, updateMemory } from './memories/use-cases.ts';
export { documentBounds } from './knowledge/document.ts';
export type { Document, DocumentContent, DocumentError, DocumentStatus, MediaType, NewDocument } from './knowledge/document.ts';
export type { DocumentRepository } from './knowledge/document-repository.ts';
export type { IngestedDocument, IngestionClaim, IngestionRepository } from './knowledge/ingestion-repository.ts';
export type { FoundPassage, Passage, PassageRef, PassageTerms, Posting } from './knowledge/passage.ts';
export type { IndexStats, PassageIndex } from './knowledge/passage-index.ts';
export { searchBounds } from './knowledge/search.ts';
export type { Answer, AnswerError, AnswerKind, AnswerWriter, Citation, SearchHit } from './knowledge/search.ts';
export {
  deleteDocument,
  getDocument,
  listDocuments,
  readDocument,
  readOriginal,
  retryDocument,
  submitDocument,
} from './knowledge/use-cases.ts';
