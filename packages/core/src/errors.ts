/** What kind of trouble an error is; apps map a kind to a status in one place each. */
export type ErrorKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'rate_limited'
  | 'internal'
  | 'unavailable';

/** One fault in one argument; `path` is dotted (`content`, `document_ids.0`), empty for the whole object. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

interface ErrorEntry {
  readonly kind: ErrorKind;
  /** Whether the same call may succeed later without a change on the caller's side. */
  readonly retryable: boolean;
  readonly message: string;
  /** The word that a program reads outside, where it is finer than that of the kind. */
  readonly word?: string;
}

/** Codes are stable and never reused. The README of this package lists the same table. */
export const errorTable = {
  INVALID_ARGUMENT: { kind: 'invalid', retryable: false, message: 'the arguments are not valid' },
  UNAUTHORIZED: { kind: 'unauthorized', retryable: false, message: 'a valid credential is required' },
  FORBIDDEN: { kind: 'forbidden', retryable: false, message: 'this credential may not do that' },
  SELF_APPROVAL: {
    kind: 'forbidden',
    retryable: false,
    word: 'self_approval',
    message: 'nobody approves what they asked for themselves, whatever credential they use; another person has to decide',
  },
  POLICY_DENIED: {
    kind: 'forbidden',
    retryable: false,
    word: 'policy_denied',
    message: 'the policy of this project does not allow that',
  },
  APPROVAL_REQUIRED: {
    kind: 'forbidden',
    retryable: true,
    word: 'approval_required',
    message: 'somebody has to approve this first; make the same call again once they have',
  },
  PERMIT_NOT_USABLE: { kind: 'conflict', retryable: false, message: 'this permit cannot be used; ask for the action again' },
  MEMORY_NOT_FOUND: { kind: 'not_found', retryable: false, message: 'no memory with that memory_id in this project' },
  MEMORY_NOT_OWNED: {
    kind: 'forbidden',
    retryable: false,
    message: 'this memory was made with another credential; only that credential may change or delete it',
  },
  MEMORY_VERSION_NOT_FOUND: {
    kind: 'not_found',
    retryable: false,
    message: 'this memory has no such version; GET /v1/memories/{id}/history lists those that it has',
  },
  DOCUMENT_NOT_FOUND: { kind: 'not_found', retryable: false, message: 'no document with that document_id in this project' },
  DOCUMENT_NOT_READY: {
    kind: 'conflict',
    retryable: true,
    message: 'the document has no readable content yet; wait until its status is ready',
  },
  DOCUMENT_NOT_FAILED: { kind: 'conflict', retryable: false, message: 'only a failed document can be retried' },
  AGENT_NOT_FOUND: { kind: 'not_found', retryable: false, message: 'no agent with that id in this project' },
  AGENT_NAME_TAKEN: { kind: 'conflict', retryable: false, message: 'another agent of this project has that name; choose another one' },
  AGENT_CHANGED: {
    kind: 'conflict',
    retryable: false,
    message: 'the agent was changed meanwhile; read it, make the change again and send its version as expected_version',
  },
  NOT_FOUND: { kind: 'not_found', retryable: false, message: 'there is nothing at this address' },
  CONFLICT: { kind: 'conflict', retryable: false, message: 'that is in conflict with what is there' },
  TOO_MANY_TASKS: {
    kind: 'conflict',
    retryable: true,
    word: 'too_many_tasks',
    message: 'this workspace has as many live tasks as its plan allows; wait until some end, or cancel some',
  },
  IDEMPOTENCY_KEY_REUSED: {
    kind: 'conflict',
    retryable: false,
    message: 'this Idempotency-Key was used with another request within 24 hours; send a new key',
  },
  PAYLOAD_TOO_LARGE: { kind: 'too_large', retryable: false, message: 'the request body is too large' },
  RATE_LIMITED: { kind: 'rate_limited', retryable: true, message: 'too many requests; wait for Retry-After seconds' },
  STORE_UNAVAILABLE: { kind: 'unavailable', retryable: true, message: 'the database does not answer; try again shortly' },
  MODEL_UNAVAILABLE: { kind: 'unavailable', retryable: true, message: 'the model does not answer; try again shortly' },
  INTERNAL: { kind: 'internal', retryable: false, message: 'something went wrong on the server' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorTable;

export interface ErrorOptions {
  /** Replaces the table's sentence: says what, why and how to mend it. Never holds content, SQL or paths. */
  readonly message?: string;
  readonly issues?: readonly Issue[];
  /** Ids and names that a program needs to go on, such as `approval_id`; beside the message in every outside form. */
  readonly details?: Readonly<Record<string, string>>;
  /** Seconds after which a retry makes sense. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** The one error type that crosses package borders. */
export class CairnError extends Error {
  readonly code: ErrorCode;
  readonly kind: ErrorKind;
  readonly retryable: boolean;
  readonly issues: readonly Issue[];
  readonly details: Readonly<Record<string, string>>;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    const entry = errorTable[code];
    super(options.message ?? entry.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CairnError';
    this.code = code;
    this.kind = entry.kind;
    this.retryable = entry.retryable;
    this.issues = options.issues ?? [];
    this.details = options.details ?? {};
    this.retryAfter = options.retryAfter;
  }
}
