import type { Fault } from './fault.ts';

interface Named {
  readonly word: string;
  readonly title: string;
  readonly message: string;
}

/**
 * Faults of HTTP itself, which no domain error stands for. The README of this package lists the same table.
 *
 * @internal
 */
export const httpFaults = {
  400: { word: 'invalid_request', title: 'Bad request', message: 'the request is malformed' },
  405: { word: 'method_not_allowed', title: 'Method not allowed', message: 'this address does not take that method; see Allow' },
  406: { word: 'not_acceptable', title: 'Not acceptable', message: 'no form of the answer fits Accept' },
  408: { word: 'request_timeout', title: 'Request timeout', message: 'the request took too long to arrive' },
  414: { word: 'uri_too_long', title: 'URI too long', message: 'the address is too long' },
  415: { word: 'unsupported_media_type', title: 'Unsupported media type', message: 'send the body as application/json in UTF-8' },
  431: { word: 'headers_too_large', title: 'Request header fields too large', message: 'the request headers are too large' },
} as const satisfies Record<number, Named>;

export type HttpFaultStatus = keyof typeof httpFaults;

export function isHttpFaultStatus(status: number): status is HttpFaultStatus {
  return status in httpFaults;
}

export interface HttpFaultOptions {
  /** Replaces the table's sentence. */
  readonly message?: string;
  /** Headers of the answer, in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A fault of HTTP itself; thrown, it is answered in the form of the route. */
export class HttpFault extends Error {
  readonly statusCode: HttpFaultStatus;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: HttpFaultStatus, { message = httpFaults[status].message, headers = {} }: HttpFaultOptions = {}) {
    super(message);
    this.name = 'HttpFault';
    this.statusCode = status;
    this.headers = headers;
  }
}

/** JSON-RPC knows all of these only as an invalid request. */
const invalidRequest = -32600;

export function faultOfHttp({ statusCode, message, headers }: HttpFault): Fault {
  const { word, title } = httpFaults[statusCode];
  return {
    status: statusCode,
    rpcCode: invalidRequest,
    word,
    title,
    type: word,
    message,
    issues: [],
    details: {},
    retryAfter: undefined,
    headers,
  };
}
