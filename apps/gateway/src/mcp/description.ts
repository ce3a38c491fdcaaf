import type { ToolDefinition } from '../tools/tool.ts';

/** A tool as `tools/list` names it; the registry's have a title, an output schema and annotations too. */
export type ListedTool = Pick<ToolDefinition, 'name' | 'description' | 'inputSchema'> & Partial<ToolDefinition>;

export interface ServerInfo {
  readonly name: string;
  readonly title: string;
  readonly version: string;
}

/** How long a client may keep a list, and whether it may share it. */
interface CacheHint {
  readonly ttlMs: number;
  readonly cacheScope: 'public' | 'private';
}

/** What the server says of itself, the same in both eras and on every path. */
export interface ServerDescription {
  readonly serverInfo: ServerInfo;
  readonly instructions: string;
  readonly capabilities: Readonly<Record<string, object>>;
  readonly tools: readonly ListedTool[];
  readonly cacheHint: CacheHint;
}
