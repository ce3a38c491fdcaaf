import type { MemoryScope } from '../memories/memory.ts';
import type { CredentialKind } from '../principal.ts';

/** Bounds of agents. Bytes are counted in UTF-8, characters in Unicode code points. */
export const agentBounds = {
  maxNameCharacters: 128,
  maxDescriptionCharacters: 4000,
  maxInstructionBytes: 65_536,
  maxModelCharacters: 256,
  maxTools: 128,
  maxToolCharacters: 128,
  /** Of one project, the deleted ones left out. */
  maxAgents: 1000,
  /** The newest of one agent that are kept. */
  maxVersions: 1000,
} as const;

/** What an agent is. */
export interface AgentDefinition {
  /** Unlike that of any other agent of the project. */
  readonly name: string;
  readonly description: string | null;
  readonly instructions: string | null;
  /** Name of the model that it works with; null: that of whoever runs it. */
  readonly model: string | null;
  /** Names of the tools that it may use; null: any. */
  readonly tools: readonly string[] | null;
  /** `agent`: its tasks write memories of its own alone. `system`: for every agent of the user, when nothing else is said. */
  readonly memoryScope: MemoryScope;
}

/** An agent that a project defines. Memories name it by its id as their `agentId`. */
export interface Agent extends AgentDefinition {
  readonly id: string;
  /** Of the definition, from 1 on. */
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** One state of an agent: what it was from `createdAt` on, until the next. */
export interface AgentVersion extends AgentDefinition {
  /** Of the agent. */
  readonly id: string;
  readonly version: number;
  readonly changedBy: { readonly kind: CredentialKind; readonly credentialId: string; readonly userId: string };
  readonly createdAt: string;
  /** Whether it is the one that holds; none does once the agent is deleted. */
  readonly current: boolean;
}

/** What an update changes; what is absent stays. */
export type AgentChange = { readonly [Field in keyof AgentDefinition]?: AgentDefinition[Field] | undefined };
