import type { Fault } from './fault.ts';

interface Named {
  readonly word: string;
  readonly title: string;
  readonly message: string;
}

/** Faults of HTTP itself, which no domain error stands for. The README of this package lists the same table. */
export const httpFaults = {
  400: { word: 'invalid_request', title: 'Bad request', message: 'the request is malformed' },
  404: { word: 'not_found', title: 'Not found', message: 'there is nothing at this address' },
  405: { word: 'method_not_allowed', title: 'Method not allowed', message: 'this address does not take that method; see Allow' },
  406: { word: 'not_acceptable', title: 'Not acceptable', message: 'no form of the answer fits Accept' },
  408: { word: 'request_timeout', title: 'Request timeout', message: 'the request took too long to arrive' },
  413: { word: 'payload_too_large', title: 'Payload too large', message: 'the request body is too large' },
  414: { word: 'uri_too_long', title: 'URI too long', message: 'the address is too long' },
  415: { word: 'unsupported_media_type', title: 'Unsupported media type', message: 'send the body as application/json in UTF-8' },
  417: { word: 'expectation_failed', title: 'Expectation failed', message: 'the expectation in Expect cannot be met' },
  431: { word: 'headers_too_large', title: 'Request header fields too large', message: 'the request headers are too large' },
} as const satisfies Record<number, Named>;

export type HttpFaultStatus = keyof typeof httpFaults;

export function isHttpFaultStatus(status: number): status is HttpFaultStatus {
  return status in httpFaults;
}

/** Thrown, it is answered in the form of the route. */
export class HttpFault extends Error {
  readonly statusCode: HttpFaultStatus;
  /** Headers of the answer, in lower case. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: HttpFaultStatus, message?: string, headers: Readonly<Record<string, string>> = {}) {
    super(message ?? httpFaults[status].message);
    this.name = 'HttpFault';
    this.statusCode = status;
    this.headers = headers;
  }
}

export function faultOfHttp(error: HttpFault): Fault {
  const { word, title } = httpFaults[error.statusCode];
  return {
    status: error.statusCode,
    rpcCode: rpcCodeOf(error.statusCode),
    word,
    title,
    message: error.message,
    issues: [],
    retryAfter: undefined,
    headers: error.headers,
  };
}

/** Statuses that a domain error has too keep its code; for the rest JSON-RPC knows only an invalid request. */
function rpcCodeOf(status: HttpFaultStatus): number {
  return status === 404 || status === 413 ? status : -32600;
}
