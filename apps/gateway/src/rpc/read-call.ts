import { shown } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import type { Issue } from '@cairn/core';
import { UnreadableBody } from '@cairn/service-kit';
import { ProtocolFault } from './protocol-fault.ts';

/** One `tools/call` as it was sent; the arguments are the tool's to check. */
export interface ToolCall {
  readonly id: string | number;
  readonly name: string;
  readonly args: unknown;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads a body as one JSON-RPC 2.0 request of the method `tools/call`.
 * @throws INVALID_ARGUMENT when its params are not those of a call.
 */
export function readCall(body: unknown): ToolCall | ProtocolFault {
  if (body instanceof UnreadableBody) return new ProtocolFault(body.reason, body.message);
  if (body === undefined) return new ProtocolFault('parse_error', 'the body is empty; send one JSON-RPC 2.0 request');
  if (Array.isArray(body)) return new ProtocolFault('invalid_request', 'batches are not taken; send one request a POST');
  if (!isObject(body)) return new ProtocolFault('invalid_request', 'the body must be a JSON object');
  const { id } = body;
  if (!isRequestId(id))
    return new ProtocolFault('invalid_request', 'id must be a string or a whole number; notifications are not taken here');
  const fault = envelopeFault(body, id);
  return fault ?? { id, ...readParams(body['params']) };
}

function envelopeFault({ jsonrpc, method }: Members, id: string | number): ProtocolFault | undefined {
  if (jsonrpc !== '2.0') return new ProtocolFault('invalid_request', 'jsonrpc must be "2.0"', id);
  if (typeof method !== 'string') return new ProtocolFault('invalid_request', 'method must be a string', id);
  if (method === 'tools/call') return undefined;
  return new ProtocolFault('method_not_found', `there is no method ${shown(method)} here; the one method is "tools/call"`, id);
}

function readParams(params: unknown): { name: string; args: unknown } {
  if (!isObject(params)) throw invalid([{ path: 'params', message: 'must be an object with name and arguments' }]);
  // Optional, so null means absent, as for a tool's own arguments.
  const { name, arguments: args, _meta, ...others } = params;
  const issues: Issue[] = Object.keys(others)
    .slice(0, 20)
    .map((key) => ({ path: `params.${shown(key).slice(1, -1)}`, message: 'is not known; accepted are name, arguments' }));
  if (typeof name !== 'string') issues.push({ path: 'params.name', message: 'must be the name of a tool, as a string' });
  if (args !== undefined && args !== null && !isObject(args)) issues.push({ path: 'params.arguments', message: 'must be an object' });
  if (issues.length > 0 || typeof name !== 'string') throw invalid(issues);
  return { name, args: args ?? {} };
}

/** A name is matched exactly, so that a rule about a tool cannot be sidestepped by another spelling. */
export function unknownTool(name: string): CairnError {
  return invalid([{ path: 'params.name', message: `${shown(name)} is not a tool; names are matched exactly` }]);
}

function invalid(issues: readonly Issue[]): CairnError {
  const [first] = issues;
  return new CairnError('INVALID_ARGUMENT', { message: `not valid: ${first?.path} ${first?.message}`, issues });
}

const isRequestId = (id: unknown): id is string | number => typeof id === 'string' || Number.isSafeInteger(id);

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);
