import type { GovernedStores } from '@cairn/governance';
import { methodNotAllowed } from '@cairn/service-kit';
import type { HttpGuards } from '@cairn/service-kit';
import type { FastifyInstance } from 'fastify';
import type { ToolRegistry } from '../tools/tool.ts';
import type { ServerInfo } from './description.ts';
import { createFastLanes, Endpoint } from './endpoint.ts';
import type { McpExtension } from './extension.ts';
import { mcpCredentials, mcpPath, mountPost } from './post-route.ts';
import { createServerParts } from './server-parts.ts';
import { mountSessions } from './session-routes.ts';
import type { SessionLimits } from './session-store.ts';
import { Sessions } from './sessions.ts';

interface SessionOptions extends SessionLimits {
  /** Milliseconds between two checks of an open stream's credential. Default 5,000. */
  readonly recheckMs?: number;
}

export interface McpDeps {
  readonly registry: ToolRegistry;
  readonly stores: GovernedStores;
  readonly guards: HttpGuards;
  readonly serverInfo: ServerInfo;
  /** For the model: what the server is for and how to begin. */
  readonly instructions: string;
  /**
   * Gives clients of the handshake era sessions, which live in this process. Absent, every request stands alone: any replica
   * serves any request and a restart breaks no client.
   */
  readonly sessions?: SessionOptions | undefined;
  readonly extend?: McpExtension | undefined;
}

const defaultRecheckMs = 5000;

/**
 * Serves MCP at `/mcp`: the revisions with a handshake and 2026-07-28, both over the one registry of tools. The app's own hooks
 * have to check Host and Origin (`guards.browser`).
 */
export function mountMcp(app: FastifyInstance, deps: McpDeps): void {
  const { guards } = deps;
  const parts = createServerParts(deps, app.log);
  const sessions = deps.sessions && new Sessions(parts, deps.sessions);
  const endpoint = new Endpoint({ parts, sessions, fast: createFastLanes(parts) });
  mountPost(app, guards, endpoint);
  if (sessions) mountSessions(app, { sessions, guards, recheckMs: deps.sessions?.recheckMs ?? defaultRecheckMs });
  else methodNotAllowed(app, mcpPath, { allow: ['POST'], errors: 'mcp', onRequest: guards.credential(mcpCredentials) });
  app.addHook('preClose', () => endpoint.close());
}
