import type { Caller } from '../caller/call-context.ts';
import type { LegacyAnswers } from './answers.ts';
import type { Exchange } from './exchange.ts';
import type { InboundRequest } from './inbound.ts';
import { resultText } from './json-rpc.ts';
import { progressTokenOf, streamedProgress } from './progress-stream.ts';
import type { Report } from './progress-stream.ts';
import type { RunningCalls } from './running-calls.ts';
import { callTool, readToolCall } from './tool-call.ts';
import type { ToolCallDeps, ToolOutcome } from './tool-call.ts';

/** Answers as text or as a stream, or undefined for what the SDK is to answer. @throws RpcError */
export type FastLane = (exchange: Exchange<InboundRequest>) => Promise<string | Response> | string | undefined;

/**
 * Answers a call of one of the registry's tools; as a stream when the client asked for progress, takes events, and the tool has
 * some to tell. A client may cancel it where `running` is given. Whether it asked for logging or a task makes no difference: these tools have no means to log to it, and a server
 * without tasks has to ignore the other.
 */
export function callFast(
  exchange: Exchange<InboundRequest>,
  answers: Pick<LegacyAnswers, 'toolResult'>,
  calls: ToolCallDeps,
  running?: RunningCalls,
): Promise<string | Response> | undefined {
  const { message, caller, accepts } = exchange;
  const { id, params } = message;
  const { name, args } = readToolCall(params);
  const tool = calls.registry.find(name);
  if (!tool) return undefined;
  const work = async (report?: Report): Promise<string> => {
    const call = (by: Caller): Promise<ToolOutcome> => callTool(calls, by, { tool, args, report });
    return resultText(id, answers.toolResult(await (running ? running.run(exchange, call) : call(caller))));
  };
  const token = accepts.events ? progressTokenOf(params) : undefined;
  return token === undefined ? work() : streamedProgress(token, work);
}
