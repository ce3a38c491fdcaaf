import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Exchange } from './exchange.ts';
import { callerInfo } from './handler-caller.ts';
import { messageOf } from './inbound.ts';
import type { Inbound } from './inbound.ts';
import { createModernServer } from './modern-server.ts';
import type { ServerParts } from './server-parts.ts';
import { checkedCall } from './tool-call.ts';
import { modernRequest } from './web-request.ts';

export interface ModernLane {
  /** @throws RpcError */
  serve(exchange: Exchange): Promise<Response>;
  close(): Promise<void>;
}

/** Serves messages of the 2026-07-28 revision by the SDK, each on a server of its own. */
export function createModernLane(parts: ServerParts): ModernLane {
  const bus = parts.extension?.modern.bus;
  const handler = createMcpHandler(() => createModernServer(parts), { legacy: 'reject', ...(bus && { bus }) });
  return {
    serve: async ({ message, headers, caller }) =>
      handler.fetch(modernRequest(headers, caller.signal), { parsedBody: messageOf(checked(message)), authInfo: callerInfo(caller) }),
    close: () => handler.close(),
  };
}

const checked = (message: Inbound): Inbound =>
  message.kind === 'request' && message.method === 'tools/call' ? checkedCall(message) : message;
