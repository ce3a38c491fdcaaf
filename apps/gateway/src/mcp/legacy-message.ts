import { messageOf } from './inbound.ts';
import type { Inbound, InboundRequest, Params } from './inbound.ts';
import { readInitialize } from './initialize.ts';
import { refuseCursor } from './json-rpc.ts';
import { negotiate } from './revisions.ts';
import { checkedCall } from './tool-call.ts';

/**
 * A message as the SDK of the handshake era is to see it. By itself that SDK reports malformed params as internal errors, agrees
 * to revisions that are not served, and refuses a request with a task, which a server without tasks has to serve like any other.
 * @throws RpcError
 */
export function legacyMessage(message: Inbound): Params {
  return messageOf(message.kind === 'request' ? checked(withoutTask(message)) : message);
}

function withoutTask(message: InboundRequest): InboundRequest {
  if (message.params?.['task'] === undefined) return message;
  const { task: _, ...params } = message.params;
  return { ...message, params };
}

function checked(message: InboundRequest): InboundRequest {
  switch (message.method) {
    case 'tools/call':
      return checkedCall(message);
    case 'tools/list':
      refuseCursor(message.params);
      return message;
    case 'initialize':
      return { ...message, params: { ...message.params, protocolVersion: negotiate(readInitialize(message)) } };
    default:
      return message;
  }
}
