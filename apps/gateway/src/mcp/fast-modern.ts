import type { ModernAnswers } from './answers.ts';
import { headerOf } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { callFast } from './fast-lane.ts';
import type { FastLane } from './fast-lane.ts';
import type { InboundRequest, Params } from './inbound.ts';
import { refuseCursor, resultText } from './json-rpc.ts';
import { modernRevision } from './revisions.ts';
import type { ToolCallDeps } from './tool-call.ts';

/**
 * The common calls of the 2026-07-28 revision, for messages whose envelope was found valid. Whatever the mirrored headers do
 * not plainly confirm is left to the SDK, which knows their encodings and errors.
 */
export function createFastModern(answers: ModernAnswers, calls: ToolCallDeps): FastLane {
  return (exchange) => {
    const { id, method, params } = exchange.message;
    if (!isMirrored(exchange)) return undefined;
    switch (method) {
      case 'tools/call':
        return isPlainCall(exchange) ? callFast(exchange, answers, calls) : undefined;
      case 'tools/list':
        refuseCursor(params);
        return resultText(id, answers.toolsList);
      case 'server/discover':
        return resultText(id, answers.discover);
      default:
        return undefined;
    }
  };
}

function isMirrored({ headers, message }: Exchange<InboundRequest>): boolean {
  return headerOf(headers, 'mcp-protocol-version') === modernRevision && headerOf(headers, 'mcp-method') === message.method;
}

/** A call that continues an earlier one carries `inputResponses` or `requestState`. */
function isPlainCall({ headers, message }: Exchange<InboundRequest>): boolean {
  const { name, arguments: args, inputResponses, requestState }: Params = message.params ?? {};
  return (
    typeof name === 'string' &&
    headerOf(headers, 'mcp-name') === name &&
    (args === undefined || typeof args === 'object') &&
    inputResponses === undefined &&
    requestState === undefined
  );
}
