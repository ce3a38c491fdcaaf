import { call } from './call.ts';

export type MemoryScope = 'agent' | 'system';

export interface Memory {
  readonly id: string;
  readonly content: string;
  readonly scope: MemoryScope;
  readonly agent_id: string | null;
  readonly agent_name: string | null;
  readonly session_id: string | null;
  readonly occurred_at: string;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface MemoryVersion {
  readonly version: number;
  readonly content: string;
  readonly changed_by: { readonly kind: 'api_key' | 'oauth' | 'session' | null; readonly credential_id: string };
  readonly restored_from: number | null;
  readonly current: boolean;
  readonly created_at: string;
}

export interface MemoryFilter {
  readonly scope?: MemoryScope | undefined;
  readonly agentId?: string | undefined;
  /** Saved at that moment or later; ISO 8601. */
  readonly from?: string | undefined;
  /** Saved before that moment. */
  readonly to?: string | undefined;
}

const filterOf = ({ scope, agentId, from, to }: MemoryFilter): Readonly<Record<string, string>> => ({
  ...(scope && { scope }),
  ...(agentId !== undefined && { agent_id: agentId }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});

export const memoriesPath = (filter: MemoryFilter): string =>
  `/v1/memories?${new URLSearchParams({ limit: '50', ...filterOf(filter) }).toString()}`;

/** An agent that the person has memories of. */
export interface MemoryAgent {
  readonly id: string;
  readonly name: string | null;
}

export const memoryAgentsPath = '/v1/memories/agents?limit=200';

interface SearchWish extends MemoryFilter {
  readonly query: string;
  /** How many of the closest are known already. */
  readonly offset: number;
  readonly signal: AbortSignal;
}

interface FoundMemories {
  /** The closest first. */
  readonly data: readonly Memory[];
  readonly next_offset: number | null;
}

export const searchMemories = (project: string, { query, offset, signal, ...filter }: SearchWish): Promise<FoundMemories> =>
  call('/v1/memories/search', { method: 'POST', body: { query, offset, limit: 50, ...filterOf(filter) }, project, signal });

interface NewMemory {
  readonly content: string;
  readonly scope: MemoryScope;
}

export const createMemory = (project: string, body: NewMemory, once: string): Promise<Memory> =>
  call('/v1/memories', { method: 'POST', body, project, once });

export const readMemory = (project: string, id: string): Promise<Memory> => call(`/v1/memories/${id}`, { project });

export const updateMemory = (project: string, id: string, content: string): Promise<Memory> =>
  call(`/v1/memories/${id}`, { method: 'PATCH', body: { content }, project });

/** For good. It is done even when the page is left meanwhile. */
export const deleteMemory = (project: string, id: string): Promise<void> =>
  call(`/v1/memories/${id}`, { method: 'DELETE', project, keepalive: true });

export const historyPath = (id: string): string => `/v1/memories/${id}/history?limit=50`;

export const restoreMemory = (project: string, id: string, version: number): Promise<Memory> =>
  call(`/v1/memories/${id}/restore`, { method: 'POST', body: { version }, project });
