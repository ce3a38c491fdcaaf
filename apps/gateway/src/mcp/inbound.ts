import { rpcCodes } from './json-rpc.ts';
import type { RequestId } from './json-rpc.ts';

/** The members of `params`, in both eras an object. */
export type Params = Readonly<Record<string, unknown>>;

export interface InboundRequest {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: Params | undefined;
}

interface InboundNotification {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: Params | undefined;
}

/** A client's answer to a request of the server; only a session has such requests. */
interface InboundResponse {
  readonly kind: 'response';
  readonly body: Params;
}

/** A body that is no message. `id` is echoed when it could be read. */
export interface InboundFault {
  readonly kind: 'fault';
  readonly id: RequestId | null;
  readonly code: number;
  readonly message: string;
}

export type Inbound = InboundRequest | InboundNotification | InboundResponse;

/** What a parsed body is as a JSON-RPC message. Members that JSON-RPC does not know are left out, not refused. */
export function readInbound(body: unknown): Inbound | InboundFault {
  if (Array.isArray(body)) return fault(null, 'a batch is not served; send one message in each request');
  if (!isObject(body)) return fault(null, 'the body has to be a JSON-RPC message: an object with jsonrpc, id, method and params');
  const { jsonrpc, id, method, params } = body;
  const echoed = isRequestId(id) ? id : null;
  if (jsonrpc !== '2.0') return fault(echoed, 'jsonrpc has to be "2.0"');
  if (method === undefined && ('result' in body || 'error' in body)) {
    return echoed === null ? fault(null, 'a response has to carry the id of its request') : { kind: 'response', body };
  }
  if (typeof method !== 'string') return fault(echoed, 'method has to be text');
  if (params !== undefined && !isObject(params)) return fault(echoed, 'params has to be an object');
  if (id === undefined) return { kind: 'notification', method, params };
  if (echoed === null) return fault(null, 'id has to be text or an integer');
  return { kind: 'request', id: echoed, method, params };
}

export function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The message as the SDKs take it. */
export function messageOf(inbound: Inbound): Params {
  if (inbound.kind === 'response') return inbound.body;
  const { kind: _, params, ...message } = inbound;
  return { jsonrpc: '2.0', ...message, ...(params && { params }) };
}

function fault(id: RequestId | null, message: string): InboundFault {
  return { kind: 'fault', id, code: rpcCodes.invalidRequest, message };
}

// Above 2^53 - 1 an integer has been altered by parsing already and could not be echoed.
function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}
