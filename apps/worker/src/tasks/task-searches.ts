import type { AnswerWriter, Stores } from '@cairn/core';
import type { TaskEngineDeps } from '@cairn/orchestration';
import { createDenseSearch, createRecallKeep, recallMemories, searchKnowledge } from '@cairn/retrieval';
import type { WorkerEmbedder } from '../embed-passages.ts';

export interface SearchDeps {
  readonly stores: Stores;
  readonly answers: AnswerWriter;
  readonly embedder: WorkerEmbedder | undefined;
  readonly onFault: (error: unknown) => void;
}

/** What this process keeps of memories between searches. */
const keptBytes = 16 * 1024 * 1024;
const defaults = { memories: 10, passages: 8 } as const;

/** How the searching steps of a task find what they look for: as the tools do. */
export function createTaskSearches({
  stores,
  answers,
  embedder,
  onFault,
}: SearchDeps): Pick<TaskEngineDeps, 'searchMemories' | 'searchKnowledge'> {
  const dense = createDenseSearch({ embedder, onFault });
  const keep = createRecallKeep(keptBytes);
  return {
    async searchMemories(actor, { query, limit = defaults.memories, scope, agent_id: agentId, session_id: sessionId, readableBy }, signal) {
      const found = await recallMemories({ keep, queries: dense?.queries, index: stores.memoryIndex }, actor, {
        query,
        limit,
        filter: { scope, agentId, sessionId, readableBy },
        signal,
      });
      const memories = found.map(({ memory, score }) => ({
        memory_id: memory.id,
        content: memory.content,
        agent_name: memory.agentName,
        created_at: memory.createdAt,
        score,
      }));
      return { memories, total: memories.length };
    },
    async searchKnowledge(actor, { query, limit = defaults.passages, document_ids: documentIds, synthesize = true }, signal) {
      const found = await searchKnowledge({ passages: stores.passages, answers, dense }, actor, {
        query,
        limit,
        documentIds,
        synthesize,
        signal,
      });
      return {
        answer: found.answer,
        answer_kind: found.kind,
        citations: found.citations.map(({ documentId, ...citation }) => ({ ...citation, document_id: documentId })),
        results: found.hits.map((hit) => ({
          document_id: hit.documentId,
          title: hit.title,
          passage: hit.text,
          score: hit.score,
          start: hit.start,
          end: hit.end,
        })),
        total: found.total,
      };
    },
  };
}
