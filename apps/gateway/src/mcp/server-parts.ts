import type { GovernedStores } from '@cairn/governance';
import type { FastifyBaseLogger } from 'fastify';
import type { ToolRegistry } from '../tools/tool.ts';
import type { ServerDescription, ServerInfo } from './description.ts';
import type { McpExtension } from './extension.ts';
import { listedTool } from './listed-tool.ts';
import type { ToolCallDeps } from './tool-call.ts';

/** What a server of either era is made from. */
export interface ServerParts {
  readonly description: ServerDescription;
  readonly calls: ToolCallDeps;
  readonly extension: McpExtension | undefined;
}

export interface ServerPartsOptions {
  readonly registry: ToolRegistry;
  readonly stores: GovernedStores;
  readonly serverInfo: ServerInfo;
  readonly instructions: string;
  readonly extend?: McpExtension | undefined;
}

// The list is the same for every caller and changes with a release only.
const cacheHint = { ttlMs: 300_000, cacheScope: 'public' } as const;

export function createServerParts(options: ServerPartsOptions, log: FastifyBaseLogger): ServerParts {
  const { registry, stores, serverInfo, instructions, extend } = options;
  const description: ServerDescription = {
    serverInfo,
    instructions,
    capabilities: { tools: {}, ...extend?.capabilities },
    tools: [...registry.definitions.map(listedTool), ...(extend?.tools ?? [])],
    cacheHint,
  };
  const onFault = (err: unknown, requestId: string) => log.error({ err, requestId }, 'a tool failed');
  return { description, calls: { registry, stores, onFault }, extension: extend };
}
