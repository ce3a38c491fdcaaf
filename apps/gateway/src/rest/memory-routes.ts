import { memoryRoutes } from '@cairn/contracts';
import { pageBounds, deleteMemory, getMemory, listMemoryVersions, restoreMemory, saveMemory, updateMemory } from '@cairn/core';
import type { Actor, MemoryChange, MemoryMetadata, MemoryScope, NewMemory } from '@cairn/core';
import type { FastifyInstance } from 'fastify';
import { memoryFilter } from './memory-filter.ts';
import { toRestMemory, toRestVersion } from './memory-view.ts';
import type { GovernedStores } from '@cairn/governance';
import { memoryDelete, memoryRestore, memorySave, memoryUpdate } from '../tools/memory-actions.ts';
import { mountGoverned } from './mount-governed.ts';
import { mountRoute } from './mount-route.ts';
import type { RestDeps } from './rest-deps.ts';
import { created, noContent, ok } from './rest-answer.ts';
import { fromTextCursor, toTextCursor } from './text-cursor.ts';
import { walkList } from './walk-list.ts';
import { projectArea } from './work-area.ts';
import type { ProjectMeans } from './work-area.ts';

/** `/v1/memories`, but for their search (`mountRecall`). */
export function mountMemories(app: FastifyInstance, { stores, guards, governor }: RestDeps): void {
  const common = { area: projectArea<GovernedStores>(stores), guards };
  const written = { ...common, governor, kind: 'memory.write' } as const;

  mountRoute(app, { ...common, route: memoryRoutes.listMemories }, async ({ actor, stores: own, query }) => {
    const filter = memoryFilter(query);
    return ok(
      await walkList(query, {
        // A cursor goes on with the same filter only.
        scope: ['memories', actor.projectId, actor.userId, JSON.stringify(filter)],
        next: (walk) => own.memories.walk(actor, walk, filter),
        show: toRestMemory,
      }),
    );
  });

  const creation = {
    ...written,
    route: memoryRoutes.createMemory,
    action: ({ body }: { body: MemoryBody }) => memorySave(toNewMemory(body)),
    recall: async ({ actor, stores: own, body }: MemoryCall & { readonly body: MemoryBody }, id: string) => {
      const memory = await own.memories.get(actor, id);
      if (!memory) return { id };
      const { content, metadata = null } = body;
      return toRestMemory({ ...memory, content, metadata, updatedAt: memory.createdAt });
    },
  };
  mountGoverned(app, creation, async ({ actor, stores: own, body }) => {
    const memory = { ...toNewMemory(body), scope: body.scope ?? 'agent' };
    const { id, createdAt } = await saveMemory(own, actor, memory);
    return created(
      `/v1/memories/${id}`,
      toRestMemory({
        ...memory,
        id,
        agentId: memory.agentId ?? null,
        agentName: memory.agentName ?? null,
        sessionId: memory.sessionId ?? null,
        occurredAt: memory.occurredAt ?? createdAt,
        metadata: memory.metadata ?? null,
        createdAt,
        updatedAt: createdAt,
      }),
    );
  });

  mountRoute(app, { ...common, route: memoryRoutes.listMemoryAgents }, async ({ actor, stores: own, query: { limit, cursor } }) => {
    const scope = ['memory agents', actor.projectId, actor.userId];
    const applied = Math.min(limit ?? pageBounds.defaultLimit, pageBounds.maxLimit);
    const after = cursor === undefined ? undefined : fromTextCursor(scope, cursor);
    const found = await own.memories.agents(actor, { after, limit: applied + 1 });
    const data = found.slice(0, applied);
    const last = data.at(-1);
    return ok({ data, next_cursor: found.length > applied && last ? toTextCursor(scope, last.id) : null });
  });

  mountRoute(app, { ...common, route: memoryRoutes.getMemory }, async ({ actor, stores: own, params }) =>
    ok(toRestMemory(await getMemory(own, actor, params.id))),
  );

  const change = {
    ...written,
    route: memoryRoutes.updateMemory,
    action: ({ actor, params, body }: { actor: Actor; params: { id: string }; body: MemoryChange }) =>
      memoryUpdate(stores, actor, { memoryId: params.id, ...body }),
  };
  mountGoverned(app, change, async ({ actor, stores: own, params, body }) => {
    await updateMemory(own, actor, params.id, body);
    return ok(toRestMemory(await getMemory(own, actor, params.id)));
  });

  const deletion = {
    ...common,
    governor,
    kind: 'memory.delete',
    route: memoryRoutes.deleteMemory,
    action: ({ actor, params }: { actor: Actor; params: { id: string } }) => memoryDelete(stores, actor, params.id),
  } as const;
  mountGoverned(app, deletion, async ({ actor, stores: own, params }) => {
    await deleteMemory(own, actor, params.id);
    return noContent;
  });

  mountRoute(app, { ...common, route: memoryRoutes.listMemoryVersions }, async ({ actor, stores: own, params, query }) =>
    ok(
      await walkList(query, {
        scope: ['memory versions', actor.projectId, actor.userId, params.id],
        next: (walk) => listMemoryVersions(own, actor, params.id, walk),
        show: toRestVersion,
      }),
    ),
  );

  const restoration = {
    ...written,
    route: memoryRoutes.restoreMemory,
    action: ({ actor, params, body }: { actor: Actor; params: { id: string }; body: { version: number } }) =>
      memoryRestore(stores, actor, { id: params.id, version: body.version }),
    recall: async ({ actor, stores: own }: MemoryCall, id: string) => {
      const memory = await own.memories.get(actor, id);
      return memory ? toRestMemory(memory) : { id };
    },
  };
  mountGoverned(app, restoration, async ({ actor, stores: own, params, body }) => {
    await restoreMemory(own, actor, params.id, body.version);
    return ok(toRestMemory(await getMemory(own, actor, params.id)));
  });
}

type MemoryCall = ProjectMeans<GovernedStores>;

interface MemoryBody {
  readonly content: string;
  readonly scope?: MemoryScope | undefined;
  readonly agent_id?: string | undefined;
  readonly agent_name?: string | undefined;
  readonly session_id?: string | undefined;
  readonly occurred_at?: string | undefined;
  readonly metadata?: MemoryMetadata | undefined;
}

const toNewMemory = (body: MemoryBody): NewMemory => ({
  content: body.content,
  scope: body.scope,
  agentId: body.agent_id,
  agentName: body.agent_name,
  sessionId: body.session_id,
  occurredAt: body.occurred_at,
  metadata: body.metadata,
});
