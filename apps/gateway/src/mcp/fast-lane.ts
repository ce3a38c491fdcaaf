import type { LegacyAnswers } from './answers.ts';
import type { Exchange } from './exchange.ts';
import type { InboundRequest } from './inbound.ts';
import { resultText } from './json-rpc.ts';
import { progressTokenOf, streamedProgress } from './progress-stream.ts';
import type { Report } from './progress-stream.ts';
import { callTool, readToolCall } from './tool-call.ts';
import type { ToolCallDeps } from './tool-call.ts';

/** Answers as text or as a stream, or undefined for what the SDK is to answer. @throws RpcError */
export type FastLane = (exchange: Exchange<InboundRequest>) => Promise<string | Response> | string | undefined;

/**
 * Answers a call of one of the registry's tools; as a stream when the client asked for progress, takes events, and the tool has
 * some to tell. Whether it asked for logging or a task makes no difference: these tools have no means to log to it, and a server
 * without tasks has to ignore the other.
 */
export function callFast(
  { message: { id, params }, caller, accepts }: Exchange<InboundRequest>,
  answers: Pick<LegacyAnswers, 'toolResult'>,
  calls: ToolCallDeps,
): Promise<string | Response> | undefined {
  const { name, args } = readToolCall(params);
  const tool = calls.registry.find(name);
  if (!tool) return undefined;
  const work = (report?: Report): Promise<string> =>
    callTool(calls, caller, { tool, args, report }).then((outcome) => resultText(id, answers.toolResult(outcome)));
  const token = accepts.events ? progressTokenOf(params) : undefined;
  return token === undefined ? work() : streamedProgress(token, work);
}
