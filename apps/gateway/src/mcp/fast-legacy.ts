import { InitializeRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { LegacyAnswers } from './answers.ts';
import type { Exchange } from './exchange.ts';
import type { InboundRequest, Params } from './inbound.ts';
import { messageOf } from './inbound.ts';
import { RpcError, resultText, rpcCodes } from './json-rpc.ts';
import { negotiate } from './revisions.ts';
import { callTool, readToolCall } from './tool-call.ts';
import type { ToolCallDeps } from './tool-call.ts';

/** Answers as text, or undefined for what the SDK is to answer. @throws RpcError */
export type FastLane = (exchange: Exchange<InboundRequest>) => Promise<string> | string | undefined;

/** The calls that make up nearly all traffic of the handshake era, answered as the SDK would and at a tenth of its cost. */
export function createFastLegacy(answers: LegacyAnswers, calls: ToolCallDeps): FastLane {
  return (exchange) => {
    const { id, method, params } = exchange.message;
    switch (method) {
      case 'tools/call':
        return callFast(exchange, answers, calls);
      case 'tools/list':
        return params?.['cursor'] === undefined ? resultText(id, answers.toolsList) : undefined;
      case 'ping':
        return resultText(id, '{}');
      case 'initialize':
        return resultText(id, answers.initialize(negotiate(readInitialize(exchange.message))));
      default:
        return undefined;
    }
  };
}

/** Progress, logging and questions need no look here: the registry's tools have no means to send any. */
export function callFast(
  { message, caller }: Exchange<InboundRequest>,
  answers: Pick<LegacyAnswers, 'toolResult'>,
  calls: ToolCallDeps,
): Promise<string> | undefined {
  const { id, params } = message;
  const { name, args } = readToolCall(params);
  const tool = calls.registry.find(name);
  if (!tool || isTask(params)) return undefined;
  return callTool(calls, caller, { tool, args }).then((outcome) => resultText(id, answers.toolResult(outcome)));
}

/** The revision that an `initialize` asks for. @throws RpcError when the request is not complete. */
export function readInitialize(message: InboundRequest): string {
  const read = InitializeRequestSchema.safeParse(messageOf(message));
  if (read.success) return read.data.params.protocolVersion;
  const paths = new Set(read.error.issues.map(({ path }) => path.join('.')));
  throw new RpcError(
    rpcCodes.invalidParams,
    `initialize needs protocolVersion, capabilities and clientInfo; look at ${[...paths].join(', ')}`,
  );
}

function isTask(params: Params | undefined): boolean {
  return params?.['task'] !== undefined;
}
