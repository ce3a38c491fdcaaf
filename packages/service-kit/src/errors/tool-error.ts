import type { CairnError, Issue } from '@cairn/core';
import { faultOf } from './fault.ts';

/** What `structuredContent` of a tool's result holds when the call failed (`isError: true`). */
export interface ToolErrorBody {
  readonly success: false;
  readonly error: {
    /** The same word as `data.error` of a JSON-RPC error. */
    readonly code: string;
    readonly status: number;
    readonly message: string;
    readonly request_id: string;
    readonly issues?: readonly Issue[];
    /** Seconds. */
    readonly retry_after?: number;
  };
}

/** The error as a tool's result on /mcp. */
export function toToolError(error: CairnError, { requestId }: { readonly requestId: string }): ToolErrorBody {
  const fault = faultOf(error);
  return {
    success: false,
    error: {
      code: fault.word,
      status: fault.status,
      message: fault.message,
      request_id: requestId,
      ...fault.details,
      ...(fault.issues.length === 0 ? {} : { issues: fault.issues }),
      ...(fault.retryAfter === undefined ? {} : { retry_after: fault.retryAfter }),
    },
  };
}
