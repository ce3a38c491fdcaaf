import type { Issue } from '@cairn/core';
import type { Answer } from './answer.ts';
import type { Fault } from './fault.ts';

/** Id of a JSON-RPC request; null when the request gave none that can be read. */
export type RpcId = string | number | null;

export interface RpcErrorBody {
  readonly jsonrpc: '2.0';
  readonly id: RpcId;
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly data: {
      readonly status: number;
      readonly error: string;
      readonly request_id: string;
      readonly issues?: readonly Issue[];
      /** Seconds; the same as the header Retry-After. */
      readonly retry_after?: number;
    };
  };
}

export interface RpcErrorContext {
  readonly requestId: string;
  readonly id: RpcId;
}

/** The fault as a JSON-RPC 2.0 error object with its HTTP status. */
export function rpcErrorOf(fault: Fault, { requestId, id }: RpcErrorContext): Answer<RpcErrorBody> {
  return {
    status: fault.status,
    headers: { ...fault.headers, 'content-type': 'application/json; charset=utf-8' },
    body: {
      jsonrpc: '2.0',
      id,
      error: {
        code: fault.rpcCode,
        message: fault.message,
        data: {
          status: fault.status,
          error: fault.word,
          request_id: requestId,
          ...fault.details,
          ...(fault.issues.length === 0 ? {} : { issues: fault.issues }),
          ...(fault.retryAfter === undefined ? {} : { retry_after: fault.retryAfter }),
        },
      },
    },
  };
}

/** The id of a JSON-RPC request in a parsed body; null when there is none that can be echoed. */
export function rpcIdOf(body: unknown): RpcId {
  if (typeof body !== 'object' || body === null || !('id' in body)) return null;
  const { id } = body;
  if (typeof id === 'string') return id;
  return typeof id === 'number' && Number.isFinite(id) ? id : null;
}
