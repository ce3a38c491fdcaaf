import { contextRoutes, memoryRoutes } from '@cairn/contracts';
import { recallBounds } from '@cairn/core';
import type { AnswerWriter, Memory, SearchHit } from '@cairn/core';
import { createRecallKeep, gatherContext, recallMemories, searchKnowledge } from '@cairn/retrieval';
import type { ContextItem } from '@cairn/retrieval';
import type { FastifyInstance } from 'fastify';
import { HttpCaller } from '../caller/call-context.ts';
import { memoryFilter } from './memory-filter.ts';
import { toRestMemory } from './memory-view.ts';
import { mountRoute } from './mount-route.ts';
import type { RestDeps } from './rest-deps.ts';
import { ok } from './rest-answer.ts';
import { projectArea } from './work-area.ts';

/** What this process keeps of memories between searches. */
const keptBytes = 64 * 1024 * 1024;

/** A context shows passages; nobody writes about them. */
const noAnswers: AnswerWriter = { write: async () => ({ answer: '', kind: 'none', citations: [] }) };

/** `POST /v1/memories/search` and `POST /v1/context`. */
export function mountRecall(app: FastifyInstance, { stores, guards, dense }: RestDeps): void {
  const common = { area: projectArea(stores), guards, reads: true };
  const recall = { keep: createRecallKeep(keptBytes), queries: dense?.queries };

  mountRoute(app, { ...common, route: memoryRoutes.searchMemories }, async ({ actor, stores: own, body, reply }) => {
    const { query, offset = 0, limit: asked = recallBounds.defaultLimit } = body;
    const limit = Math.min(asked, recallBounds.maxLimit);
    const found = await recallMemories({ ...recall, index: own.memoryIndex }, actor, {
      query,
      // One more tells whether there are more.
      limit: limit + 1,
      offset,
      filter: memoryFilter(body),
      signal: new HttpCaller(actor, reply).signal,
    });
    const next = offset + limit;
    return ok({
      data: found.slice(0, limit).map(({ memory, score }) => ({ ...toRestMemory(memory), score })),
      next_offset: found.length > limit && next <= recallBounds.maxOffset ? next : null,
    });
  });

  mountRoute(app, { ...common, route: contextRoutes.getContext }, async ({ actor, stores: own, body, reply }) => {
    const { signal } = new HttpCaller(actor, reply);
    const findPassages = async (query: string, limit: number): Promise<readonly SearchHit[]> => {
      const deps = { passages: own.passages, answers: noAnswers, dense };
      return (await searchKnowledge(deps, actor, { query, limit, synthesize: false, signal })).hits;
    };
    const { items, tokens } = await gatherContext({ ...recall, index: own.memoryIndex, findPassages }, actor, {
      task: body.task,
      agentId: body.agent_id,
      metadata: body.metadata,
      maxTokens: Math.min(body.max_tokens ?? recallBounds.defaultTokens, recallBounds.maxTokens),
      signal,
    });
    return ok({ items: items.map(toItem), tokens });
  });
}

function toItem(item: ContextItem) {
  const { score } = item;
  if (item.kind === 'memory') {
    const { memory } = item;
    return { kind: item.kind, id: memory.id, text: memory.content, score, source: memorySource(memory) };
  }
  const { passage } = item;
  const id = `${passage.documentId}:${passage.start}`;
  return { kind: item.kind, id, text: passage.text, score, source: passageSource(passage) };
}

const memorySource = (memory: Memory) => ({
  scope: memory.scope,
  agent_id: memory.agentId,
  agent_name: memory.agentName,
  session_id: memory.sessionId,
  occurred_at: memory.occurredAt,
  updated_at: memory.updatedAt,
});

const passageSource = (passage: SearchHit) => ({
  document_id: passage.documentId,
  title: passage.title,
  ...((passage.section ?? passage.headings).length === 0 ? {} : { heading: (passage.section ?? passage.headings).join(' > ') }),
  ...(passage.page === undefined ? {} : { page: passage.page }),
  start: passage.start,
  end: passage.end,
});
