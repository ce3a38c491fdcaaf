/** What was not taken, and why in words that follow its name. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

export type FaultKind =
  | 'offline'
  | 'unauthorized'
  | 'forbidden'
  | 'gone'
  | 'conflict'
  | 'too-large'
  | 'rate-limited'
  | 'invalid'
  | 'unavailable';

interface FaultDetails {
  /** What the server says, made for people. */
  readonly detail?: string | undefined;
  readonly issues?: readonly Issue[];
  readonly retryAfterSeconds?: number | undefined;
  readonly requestId?: string | undefined;
  readonly approvalId?: string | undefined;
}

/** Why a call came to nothing. */
export class Fault extends Error {
  readonly kind: FaultKind;
  readonly issues: readonly Issue[];
  readonly retryAfterSeconds: number | undefined;
  /** By which whoever runs the server finds it in the log. */
  readonly requestId: string | undefined;
  /** What has to be approved first. */
  readonly approvalId: string | undefined;

  constructor(kind: FaultKind, { detail, issues = [], retryAfterSeconds, requestId, approvalId }: FaultDetails = {}) {
    super(wordsOf(kind, { detail, issues, retryAfterSeconds }));
    this.kind = kind;
    this.issues = issues;
    this.retryAfterSeconds = retryAfterSeconds;
    this.requestId = requestId;
    this.approvalId = approvalId;
  }
}

const passing: ReadonlySet<FaultKind> = new Set(['offline', 'unavailable', 'rate-limited', 'unauthorized', 'conflict']);

/** Whether the very same may be taken another time. */
export const mayComeRight = ({ kind }: Fault): boolean => passing.has(kind);

/** Whether it failed because the server was not there, or not well, which passes. */
export const isAway = (fault: Fault | undefined): boolean => fault?.kind === 'offline' || fault?.kind === 'unavailable';

/** What an answer that is no success means. */
export async function faultOf(answer: Response): Promise<Fault> {
  const body = ((await answer.json().catch(() => undefined)) ?? {}) as {
    detail?: unknown;
    issues?: unknown;
    request_id?: unknown;
    approval_id?: unknown;
  };
  const retryAfter = Number.parseInt(answer.headers.get('retry-after') ?? '', 10);
  return new Fault(kindOf(answer.status), {
    detail: typeof body.detail === 'string' ? body.detail : undefined,
    issues: Array.isArray(body.issues) ? body.issues.filter(isIssue) : [],
    retryAfterSeconds: Number.isNaN(retryAfter) ? undefined : retryAfter,
    requestId: typeof body.request_id === 'string' ? body.request_id : undefined,
    approvalId: typeof body.approval_id === 'string' ? body.approval_id : undefined,
  });
}

/** Whatever was thrown, as a fault. */
export const asFault = (error: unknown): Fault => (error instanceof Fault ? error : new Fault('offline'));

const kinds: Readonly<Record<number, FaultKind>> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'gone',
  409: 'conflict',
  410: 'gone',
  413: 'too-large',
  422: 'invalid',
  429: 'rate-limited',
};

/** What asks wrongly is told in the server's own words, whatever its number: it does not come right by trying again. */
const kindOf = (status: number): FaultKind => kinds[status] ?? (status >= 400 && status < 500 ? 'invalid' : 'unavailable');

function isIssue(value: unknown): value is Issue {
  const { path, message } = (value ?? {}) as { path?: unknown; message?: unknown };
  return typeof path === 'string' && typeof message === 'string';
}

/** What is said when the server says nothing better. */
const plainWords: Readonly<Record<FaultKind, string>> = {
  offline: 'The server cannot be reached. Check your connection and try again',
  unavailable: 'The server has a problem right now. Try again in a moment',
  'rate-limited': 'Too many requests',
  invalid: 'That was not taken',
  unauthorized: 'Your session has ended. Sign in again',
  forbidden: 'Your role does not allow that. Ask an owner or admin of the workspace',
  gone: 'It is not there any more. Load the page again',
  conflict: 'Somebody else was faster. Load the page again',
  'too-large': 'That is larger than the server takes',
};

/** What went wrong and what to do, in a sentence. */
function wordsOf(kind: FaultKind, { detail, issues = [], retryAfterSeconds }: FaultDetails): string {
  const plain = plainWords[kind];
  if (kind === 'rate-limited') return sentence(`${plain}. Try again ${waitWords(retryAfterSeconds)}`);
  if (kind === 'offline' || kind === 'unavailable') return sentence(plain);
  if (kind === 'too-large') return `${sentence(detail ?? plain)} Shorten it, or send it in parts.`;
  if (issues.length > 0) return sentence(issues.map(({ path, message }) => `${path.replaceAll('_', ' ')} ${message}`).join('; '));
  return sentence(detail ?? plain);
}

function waitWords(seconds: number | undefined): string {
  if (seconds === undefined) return 'in a while';
  return seconds < 90 ? `in ${seconds} seconds` : `in ${Math.round(seconds / 60)} minutes`;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
