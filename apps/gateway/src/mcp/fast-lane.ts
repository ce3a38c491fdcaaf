import type { LegacyAnswers } from './answers.ts';
import type { Exchange } from './exchange.ts';
import type { InboundRequest } from './inbound.ts';
import { resultText } from './json-rpc.ts';
import { callTool, readToolCall } from './tool-call.ts';
import type { ToolCallDeps } from './tool-call.ts';

/** Answers as text, or undefined for what the SDK is to answer. @throws RpcError */
export type FastLane = (exchange: Exchange<InboundRequest>) => Promise<string> | string | undefined;

/**
 * Answers a call of one of the registry's tools. Whether the client asked for progress, logging or a task makes no difference:
 * these tools have no means to send the first two, and a server without tasks has to ignore the third.
 */
export function callFast(
  { message: { id, params }, caller }: Exchange<InboundRequest>,
  answers: Pick<LegacyAnswers, 'toolResult'>,
  calls: ToolCallDeps,
): Promise<string> | undefined {
  const { name, args } = readToolCall(params);
  const tool = calls.registry.find(name);
  if (!tool) return undefined;
  return callTool(calls, caller, { tool, args }).then((outcome) => resultText(id, answers.toolResult(outcome)));
}
