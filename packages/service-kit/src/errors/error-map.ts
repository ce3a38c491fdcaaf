import type { ErrorKind } from '@cairn/core';

interface Mapped {
  /** HTTP status. */
  readonly status: number;
  /** JSON-RPC `error.code`. */
  readonly rpcCode: number;
  /** The word a program reads: `data.error` of a JSON-RPC error, `code` of a problem and of a tool error. */
  readonly word: string;
  /** Title of a problem. */
  readonly title: string;
}

/** The one place where kinds of errors get their outside form. The README of this package lists the same table. */
export const errorMap = {
  invalid: { status: 400, rpcCode: -32602, word: 'invalid_params', title: 'Invalid arguments' },
  unauthorized: { status: 401, rpcCode: 401, word: 'unauthorized', title: 'Unauthorized' },
  forbidden: { status: 403, rpcCode: 403, word: 'forbidden', title: 'Forbidden' },
  not_found: { status: 404, rpcCode: 404, word: 'not_found', title: 'Not found' },
  conflict: { status: 409, rpcCode: 409, word: 'conflict', title: 'Conflict' },
  too_large: { status: 413, rpcCode: 413, word: 'payload_too_large', title: 'Payload too large' },
  rate_limited: { status: 429, rpcCode: 429, word: 'rate_limited', title: 'Too many requests' },
  internal: { status: 500, rpcCode: -32603, word: 'internal_error', title: 'Internal error' },
  unavailable: { status: 503, rpcCode: 503, word: 'unavailable', title: 'Service unavailable' },
} as const satisfies Record<ErrorKind, Mapped>;
