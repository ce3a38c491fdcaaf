import { call } from './call.ts';
import type { MemoryScope } from './memories.ts';

export interface AgentDefinition {
  readonly name: string;
  readonly description: string | null;
  readonly instructions: string | null;
  readonly model: string | null;
  readonly tools: readonly string[] | null;
  readonly memory_scope: MemoryScope;
}

export interface Agent extends AgentDefinition {
  readonly id: string;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface AgentVersion extends AgentDefinition {
  readonly version: number;
  readonly current: boolean;
  readonly created_at: string;
}

const root = '/v1/agents';

export const agentsPath = `${root}?limit=50`;
export const agentVersionsPath = (id: string): string => `${root}/${encodeURIComponent(id)}/versions?limit=50`;

/** Members without a value are left out: the service has its own defaults. */
export const createAgent = (project: string, definition: AgentDefinition, once: string): Promise<Agent> => {
  const body = Object.fromEntries(Object.entries(definition).filter(([, value]) => value !== null));
  return call(root, { method: 'POST', body, project, once });
};

/** Refused when the agent is not of that version any more. */
export const updateAgent = (project: string, { id, version }: Agent, definition: AgentDefinition): Promise<Agent> =>
  call(`${root}/${id}`, { method: 'PATCH', body: { ...definition, expected_version: version }, project });

export const deleteAgent = (project: string, id: string): Promise<void> => call(`${root}/${id}`, { method: 'DELETE', project });
