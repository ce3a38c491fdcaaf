import { agentRoutes } from '@cairn/contracts';
import { createAgent, deleteAgent, getAgent, listAgentVersions, updateAgent } from '@cairn/core';
import type { Agent, AgentDefinition, AgentVersion } from '@cairn/core';
import type { FastifyInstance } from 'fastify';
import { requireRight } from '../caller/require-right.ts';
import { mountRoute } from './mount-route.ts';
import type { RestDeps } from './rest-deps.ts';
import { created, noContent, ok } from './rest-answer.ts';
import { walkList } from './walk-list.ts';
import { projectArea } from './work-area.ts';

/** `/v1/agents`. */
export function mountAgents(app: FastifyInstance, { stores, guards }: RestDeps): void {
  const common = { area: projectArea(stores), guards };

  mountRoute(app, { ...common, route: agentRoutes.listAgents }, async ({ actor, stores: own, query }) =>
    ok(
      await walkList(query, {
        scope: ['agents', actor.projectId],
        next: (walk) => own.agents.walk(actor, walk),
        show: toRestAgent,
      }),
    ),
  );

  mountRoute(app, { ...common, route: agentRoutes.createAgent }, async ({ actor, stores: own, body }) => {
    requireRight(actor, 'manage_agents');
    const agent = await createAgent(own, actor, {
      name: body.name,
      description: body.description ?? null,
      instructions: body.instructions ?? null,
      model: body.model ?? null,
      tools: body.tools ?? null,
      memoryScope: body.memory_scope ?? 'agent',
    });
    return created(`/v1/agents/${agent.id}`, toRestAgent(agent));
  });

  mountRoute(app, { ...common, route: agentRoutes.getAgent }, async ({ actor, stores: own, params }) =>
    ok(toRestAgent(await getAgent(own, actor, params.id))),
  );

  mountRoute(app, { ...common, route: agentRoutes.updateAgent }, async ({ actor, stores: own, params, body }) => {
    requireRight(actor, 'manage_agents');
    const { expected_version: expected, memory_scope: memoryScope, ...rest } = body;
    return ok(toRestAgent(await updateAgent(own, actor, { id: params.id, change: { ...rest, memoryScope }, expected })));
  });

  mountRoute(app, { ...common, route: agentRoutes.deleteAgent }, async ({ actor, stores: own, params }) => {
    requireRight(actor, 'manage_agents');
    await deleteAgent(own, actor, params.id);
    return noContent;
  });

  mountRoute(app, { ...common, route: agentRoutes.listAgentVersions }, async ({ actor, stores: own, params, query }) =>
    ok(
      await walkList(query, {
        scope: ['agent versions', actor.projectId, params.id],
        next: (walk) => listAgentVersions(own, actor, params.id, walk),
        show: toRestVersion,
      }),
    ),
  );
}

const toRestDefinition = ({ name, description, instructions, model, tools, memoryScope }: AgentDefinition) => ({
  name,
  description,
  instructions,
  model,
  tools,
  memory_scope: memoryScope,
});

const toRestAgent = (agent: Agent) => ({
  id: agent.id,
  ...toRestDefinition(agent),
  version: agent.version,
  created_at: agent.createdAt,
  updated_at: agent.updatedAt,
});

const toRestVersion = (agent: AgentVersion) => ({
  version: agent.version,
  ...toRestDefinition(agent),
  changed_by: { kind: agent.changedBy.kind, credential_id: agent.changedBy.credentialId, user_id: agent.changedBy.userId },
  current: agent.current,
  created_at: agent.createdAt,
});
