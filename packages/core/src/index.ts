export { CairnError, errorTable } from './errors.ts';
export type { ErrorCode, ErrorKind, ErrorOptions, Issue } from './errors.ts';
export { idOf, isId, idTime, newId } from './ids.ts';
export { pageBounds, pageOf } from './page.ts';
export type { Page, PageMark, PageOf, Walk } from './page.ts';
export { invitableRoles, roles } from './principal.ts';
export type { Actor, CredentialKind, InvitableRole, Plan, Principal, Role } from './principal.ts';
export type { ChatModel, ChatReply, ChatRequest, EmbedOptions, Embedder, Reranker } from './models.ts';
export { defaultTaskLimits } from './task-limits.ts';
export type { TaskLimits, TaskPlanLimits } from './task-limits.ts';
export { textFault } from './text.ts';
export { WritesRefused, writesRefusedIn } from './writes-refused.ts';
export { WrongMasterKey } from './wrong-master-key.ts';
export type { WriteRefusal } from './writes-refused.ts';
export type { Outbox, OutboxEntry } from './outbox.ts';
export type { IdempotentRequest, IdempotentStores, KeptAnswer, Stores } from './stores.ts';
export { agentBounds } from './agents/agent.ts';
export type { Agent, AgentChange, AgentDefinition, AgentVersion } from './agents/agent.ts';
export type { AgentRepository, AgentWrite } from './agents/agent-repository.ts';
export { createAgent, deleteAgent, getAgent, listAgentVersions, updateAgent } from './agents/use-cases.ts';
export { memoryBounds, memoryScopes } from './memories/memory.ts';
export type {
  ImportedMemory,
  MemoryImport,
  Memory,
  MemoryAgent,
  MemoryChange,
  MemoryFilter,
  MemoryMetadata,
  MemoryScope,
  MemoryState,
  MemoryVersion,
  MetadataFilter,
  NewMemory,
} from './memories/memory.ts';
export { metadataLabels } from './memories/metadata-labels.ts';
export { recallBounds } from './memories/memory-index.ts';
export type {
  IndexedMemory,
  LocatedMemory,
  MemoryCodePack,
  MemoryCodes,
  MemoryIndex,
  MemoryIndexedBy,
  MemoryIndexing,
  MemoryLookup,
  MemoryLookupOptions,
  MemoryNeighbourhood,
  MemoryOwner,
  MemoryPostings,
  MemoryVector,
  RecallFilter,
} from './memories/memory-index.ts';
export type { MemoryRepository, MemoryRestore, MemoryWalk, MemoryWrite } from './memories/memory-repository.ts';
export {
  deleteMemory,
  requireOwnMemory,
  requireUnchangedMemory,
  getMemory,
  listMemories,
  listMemoryVersions,
  restoreMemory,
  saveMemory,
  updateMemory,
} from './memories/use-cases.ts';
export { documentBounds, smallDocumentBytes } from './knowledge/document.ts';
export type {
  Document,
  DocumentContent,
  DocumentError,
  DocumentStatus,
  MediaType,
  NewDocument,
  NewestVersion,
} from './knowledge/document.ts';
export type { DocumentRepository } from './knowledge/document-repository.ts';
export type {
  IndexedBy,
  IngestedDocument,
  IngestionClaim,
  IngestionRepository,
  VectorPlace,
  VectorSegment,
} from './knowledge/ingestion-repository.ts';
export type { FoundPassage, Passage, PassageRef, PassageSection, PassageTerms } from './knowledge/passage.ts';
export type { CodePage, CodeSpan, IndexStats, LocatedPassage, LookupOptions, PassageIndex } from './knowledge/passage-index.ts';
export { packPosting, unpackPosting } from './knowledge/posting.ts';
export type { PassageSlot, Posting, PostingBlock, TermPostings } from './knowledge/posting.ts';
export type { ReindexRepository, ReindexTask, VectorsOfModel } from './knowledge/reindex-repository.ts';
export { searchBounds } from './knowledge/search.ts';
export type { Answer, AnswerError, AnswerKind, AnswerWriter, Citation, SearchHit } from './knowledge/search.ts';
export {
  deleteDocument,
  requireUnchangedDocument,
  getDocument,
  listDocuments,
  readDocument,
  readOriginal,
  reindexDocument,
  retryDocument,
  documentChanged,
  submitDocument,
} from './knowledge/use-cases.ts';
export { LeaseCache } from './lease-cache.ts';
export type { Clock } from './lease-cache.ts';
