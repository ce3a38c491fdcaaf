import type { Actor } from '@cairn/core';
import { ingest } from '@cairn/documents';
import { createExtractiveAnswerWriter } from '@cairn/models';
import { type KnowledgeFindings, searchKnowledge } from '@cairn/retrieval';
import { type IndexedDocument, MemoryPassageIndex } from '@cairn/test-kit';
import type { Source } from './measures.ts';

export interface MemoryKnowledge {
  readonly passages: number;
  search(query: string, limit: number): Promise<KnowledgeFindings>;
}

const actor: Actor = {
  kind: 'api_key',
  credentialId: 'bench',
  ownerId: 'bench',
  userId: 'bench',
  projectId: 'bench',
  workspaceId: 'bench',
  plan: 'free',
  role: 'owner',
  requestId: 'bench',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
};

/** A knowledge base in memory that reads, ranks and answers as the product does. */
export async function createMemoryKnowledge(sources: readonly Source[]): Promise<MemoryKnowledge> {
  const index = new MemoryPassageIndex(await Promise.all(sources.map(read)));
  const answers = createExtractiveAnswerWriter();
  return {
    passages: index.size,
    search: (query, limit) => searchKnowledge({ passages: index, answers }, actor, { query, limit, synthesize: true }),
  };
}

async function read({ id, title, text, mediaType }: Source): Promise<IndexedDocument> {
  const { passages } = await ingest({ bytes: new TextEncoder().encode(text), mediaType, title });
  return { id, title, passages };
}
