import type { Walk } from '../page.ts';
import type { Actor } from '../principal.ts';
import type { Agent, AgentChange, AgentDefinition, AgentVersion } from './agent.ts';

/** Why an agent was not written. */
export type AgentRefusal = 'not_found' | 'name_taken' | 'too_many' | 'version_conflict';

/** What became of a write to one agent; decided in the transaction that writes. */
export type AgentWrite = { readonly outcome: 'done'; readonly agent: Agent } | { readonly outcome: AgentRefusal };

/**
 * Agents of the actor's project. Writes hold their audit row in the same transaction. Not in the contract: who may write; running an
 * agent.
 */
export interface AgentRepository {
  create(actor: Actor, definition: AgentDefinition): Promise<AgentWrite>;
  /** Newest first: `created_at` descending, then id descending. */
  walk(actor: Actor, walk: Walk): Promise<readonly Agent[]>;
  get(actor: Actor, id: string): Promise<Agent | undefined>;
  /**
   * Makes a new version when anything changes. `expected`: the version that the change was made of; another one that holds gives
   * `version_conflict`.
   */
  update(actor: Actor, id: string, change: { readonly change: AgentChange; readonly expected?: number | undefined }): Promise<AgentWrite>;
  /** Its versions, and the memories that name it, stay; its name is free. */
  remove(actor: Actor, id: string): Promise<'done' | 'not_found'>;
  /** Newest first; of a deleted agent too. Undefined when there never was one. */
  versions(actor: Actor, id: string, walk: Walk): Promise<readonly AgentVersion[] | undefined>;
  /** One version; of a deleted agent too. */
  version(actor: Actor, id: string, version: number): Promise<AgentVersion | undefined>;
}
