import { memoryRoutes } from '@cairn/contracts';
import { deleteMemory, getMemory, saveMemory, updateMemory } from '@cairn/core';
import type { Memory } from '@cairn/core';
import type { FastifyInstance } from 'fastify';
import { requireRight } from '../caller/require-right.ts';
import { mountRoute } from './mount-route.ts';
import type { RestDeps } from './rest-deps.ts';
import { created, noContent, ok } from './rest-answer.ts';
import { walkList } from './walk-list.ts';
import { projectArea } from './work-area.ts';

/** `/v1/memories`. */
export function mountMemories(app: FastifyInstance, { stores, guards }: RestDeps): void {
  const common = { area: projectArea(stores), guards };

  mountRoute(app, { ...common, route: memoryRoutes.listMemories }, async ({ actor, stores: own, query }) =>
    ok(
      await walkList(query, {
        scope: ['memories', actor.projectId, actor.userId],
        next: (walk) => own.memories.walk(actor, walk),
        show: toRestMemory,
      }),
    ),
  );

  mountRoute(app, { ...common, route: memoryRoutes.createMemory }, async ({ actor, stores: own, body }) => {
    requireRight(actor, 'write_content');
    const memory = { content: body.content, agentId: body.agent_id, agentName: body.agent_name };
    const { id, createdAt } = await saveMemory(own, actor, memory);
    return created(
      `/v1/memories/${id}`,
      toRestMemory({
        id,
        content: body.content,
        agentId: body.agent_id ?? null,
        agentName: body.agent_name ?? null,
        createdAt,
        updatedAt: createdAt,
      }),
    );
  });

  mountRoute(app, { ...common, route: memoryRoutes.getMemory }, async ({ actor, stores: own, params }) =>
    ok(toRestMemory(await getMemory(own, actor, params.id))),
  );

  mountRoute(app, { ...common, route: memoryRoutes.updateMemory }, async ({ actor, stores: own, params, body }) => {
    requireRight(actor, 'write_content');
    await updateMemory(own, actor, params.id, body.content);
    return ok(toRestMemory(await getMemory(own, actor, params.id)));
  });

  mountRoute(app, { ...common, route: memoryRoutes.deleteMemory }, async ({ actor, stores: own, params }) => {
    requireRight(actor, 'write_content');
    await deleteMemory(own, actor, params.id);
    return noContent;
  });
}

const toRestMemory = (memory: Memory) => ({
  id: memory.id,
  content: memory.content,
  agent_id: memory.agentId,
  agent_name: memory.agentName,
  created_at: memory.createdAt,
  updated_at: memory.updatedAt,
});
