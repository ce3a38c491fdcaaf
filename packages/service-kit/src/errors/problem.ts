import type { Issue } from '@cairn/core';
import type { Answer } from './answer.ts';
import type { Fault } from './fault.ts';

/** A problem document (RFC 9457). */
export interface ProblemBody {
  /** `urn:cairn:error:` and which error it is, finer than `code`. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The same word as `data.error` of a JSON-RPC error. */
  readonly code: string;
  readonly request_id: string;
  readonly instance?: string;
  readonly issues?: readonly Issue[];
}

export interface ProblemContext {
  readonly requestId: string;
  /** Path of the request, never its query. */
  readonly instance?: string;
}

/** The fault as `application/problem+json`. */
export function problemOf(fault: Fault, { requestId, instance }: ProblemContext): Answer<ProblemBody> {
  return {
    status: fault.status,
    headers: { ...fault.headers, 'content-type': 'application/problem+json; charset=utf-8' },
    body: {
      type: `urn:cairn:error:${fault.type}`,
      title: fault.title,
      status: fault.status,
      detail: fault.message,
      code: fault.word,
      request_id: requestId,
      ...(instance === undefined ? {} : { instance }),
      ...fault.details,
      ...(fault.issues.length === 0 ? {} : { issues: fault.issues }),
    },
  };
}
