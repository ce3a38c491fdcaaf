import { shown } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import type { GovernedStores } from '@cairn/governance';
import { toToolError } from '@cairn/service-kit';
import type { Tool, ToolContext, ToolRegistry, ToolResult } from '../tools/tool.ts';
import { toolContext } from '../caller/call-context.ts';
import type { Caller } from '../caller/call-context.ts';
import { isObject } from './inbound.ts';
import type { InboundRequest, Params } from './inbound.ts';
import { RpcError, rpcCodes } from './json-rpc.ts';

export interface ToolCallDeps {
  readonly registry: ToolRegistry;
  readonly stores: GovernedStores;
  /** Told of what no tool should throw. Nothing of it reaches the caller. */
  readonly onFault: (error: unknown, requestId: string) => void;
}

/** What came of a call: the result object, or `{success: false, error}`. */
export interface ToolOutcome {
  readonly object: ToolResult;
  /** The same as JSON. */
  readonly text: string;
  readonly isError: boolean;
}

/** The result of a `tools/call`, as both SDKs take it. */
export interface ToolAnswer {
  [member: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: true;
}

export interface ToolCall {
  readonly tool: Tool;
  readonly args: unknown;
  readonly report?: ToolContext['report'];
}

/** Carries a call out. Never rejects: whatever goes wrong is an outcome that the model can read. */
export async function callTool(deps: ToolCallDeps, caller: Caller, { tool, args, report }: ToolCall): Promise<ToolOutcome> {
  try {
    const object = await tool.run(toolContext(caller, deps.stores, { report }), args);
    return { object, text: JSON.stringify(object), isError: false };
  } catch (error) {
    const { requestId } = caller.actor;
    // What a tool throws because its caller has gone is no fault.
    if (!(error instanceof CairnError) && !caller.signal.aborted) deps.onFault(error, requestId);
    const object = { ...toToolError(error instanceof CairnError ? error : new CairnError('INTERNAL'), { requestId }) };
    return { object, text: JSON.stringify(object), isError: true };
  }
}

/** An outcome as `tools/call` answers it. */
export function toolResult({ object, text, isError }: ToolOutcome): ToolAnswer {
  return { content: [{ type: 'text', text }], structuredContent: object, ...(isError && { isError }) };
}

/** The name and the arguments of a `tools/call`. @throws RpcError when they are not those of a call. */
export function readToolCall(params: Params | undefined): { name: string; args: Params } {
  const { name } = params ?? {};
  // Optional, so null means absent, as for a tool's own arguments.
  const args = params?.['arguments'] ?? {};
  if (typeof name !== 'string') throw new RpcError(rpcCodes.invalidParams, 'params.name has to be the name of a tool');
  if (!isObject(args)) throw new RpcError(rpcCodes.invalidParams, 'params.arguments has to be an object');
  return { name, args };
}

/** A `tools/call` as the SDKs are to see it: they refuse arguments that are null, and tell what is wrong in the words of a validator. @throws RpcError */
export function checkedCall(message: InboundRequest): InboundRequest {
  readToolCall(message.params);
  if (message.params?.['arguments'] !== null) return message;
  const { arguments: _, ...params } = message.params;
  return { ...message, params };
}

/** Names match exactly, so that a rule about a name holds for every way to write it. */
export function unknownTool(name: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, `there is no tool named ${shown(name)}; tools/list has the names`);
}
