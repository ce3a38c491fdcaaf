/** Why a call came to nothing, as far as the page tells people apart what to do next. */
export type Fault =
  | { readonly kind: 'offline' | 'unauthorized' | 'forbidden' | 'gone' | 'conflict' | 'unavailable' }
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number | undefined }
  | { readonly kind: 'invalid'; readonly issues: readonly Issue[] };

/** What was not taken, and why in words that follow its name. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** An answer that is no success. */
export interface Refusal {
  readonly status: number;
  /** The header as it came. */
  readonly retryAfter: string | null;
  readonly body: unknown;
}

/** What such an answer means. */
export function faultOfAnswer({ status, retryAfter, body }: Refusal): Fault {
  switch (status) {
    case 400:
    case 422:
      return { kind: 'invalid', issues: issuesIn(body) };
    case 401:
      return { kind: 'unauthorized' };
    case 403:
      return { kind: 'forbidden' };
    case 404:
    case 410:
      return { kind: 'gone' };
    case 409:
      return { kind: 'conflict' };
    case 429:
      return { kind: 'rate-limited', retryAfterSeconds: secondsOf(retryAfter) };
    default:
      return { kind: 'unavailable' };
  }
}

function secondsOf(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined;
}

function issuesIn(body: unknown): readonly Issue[] {
  const { issues } = (body ?? {}) as { issues?: unknown };
  return Array.isArray(issues) ? issues.filter(isIssue) : [];
}

function isIssue(value: unknown): value is Issue {
  const { path, message } = (value ?? {}) as { path?: unknown; message?: unknown };
  return typeof path === 'string' && typeof message === 'string';
}
