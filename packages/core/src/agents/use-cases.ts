import { CairnError } from '../errors.ts';
import type { Walk } from '../page.ts';
import type { Actor } from '../principal.ts';
import { agentBounds, type Agent, type AgentChange, type AgentDefinition, type AgentVersion } from './agent.ts';
import type { AgentRefusal, AgentRepository, AgentWrite } from './agent-repository.ts';

interface Deps {
  readonly agents: AgentRepository;
}

/** @throws AGENT_NAME_TAKEN; CONFLICT when the project has as many as it may */
export async function createAgent({ agents }: Deps, actor: Actor, definition: AgentDefinition): Promise<Agent> {
  return written(await agents.create(actor, definition));
}

/** @throws AGENT_NOT_FOUND for an id that is unknown, of another project or of a deleted agent. */
export async function getAgent({ agents }: Deps, actor: Actor, id: string): Promise<Agent> {
  const agent = await agents.get(actor, id);
  if (!agent) throw new CairnError('AGENT_NOT_FOUND');
  return agent;
}

/** @throws AGENT_NOT_FOUND, AGENT_NAME_TAKEN, AGENT_CHANGED */
export async function updateAgent(
  { agents }: Deps,
  actor: Actor,
  { id, ...change }: { readonly id: string; readonly change: AgentChange; readonly expected?: number | undefined },
): Promise<Agent> {
  return written(await agents.update(actor, id, change));
}

/** @throws AGENT_NOT_FOUND */
export async function deleteAgent({ agents }: Deps, actor: Actor, id: string): Promise<void> {
  if ((await agents.remove(actor, id)) === 'not_found') throw new CairnError('AGENT_NOT_FOUND');
}

/** @throws AGENT_NOT_FOUND for an id that no agent of the project has or had. */
export async function listAgentVersions({ agents }: Deps, actor: Actor, id: string, walk: Walk): Promise<readonly AgentVersion[]> {
  const versions = await agents.versions(actor, id, walk);
  if (!versions) throw new CairnError('AGENT_NOT_FOUND');
  return versions;
}

function written(write: AgentWrite): Agent {
  if (write.outcome === 'done') return write.agent;
  throw refusals[write.outcome]();
}

const refusals: Readonly<Record<AgentRefusal, () => CairnError>> = {
  not_found: () => new CairnError('AGENT_NOT_FOUND'),
  name_taken: () => new CairnError('AGENT_NAME_TAKEN'),
  too_many: () => new CairnError('CONFLICT', { message: `a project has at most ${agentBounds.maxAgents} agents; delete one first` }),
  version_conflict: () => new CairnError('AGENT_CHANGED'),
};
