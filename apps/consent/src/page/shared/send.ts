import { faultOfAnswer } from './fault.ts';
import type { Fault } from './fault.ts';

/** What came of a call. */
export type Result<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly fault: Fault };

export interface Call {
  readonly method?: 'GET' | 'POST';
  /** Goes as a Bearer; nothing that the browser adds by itself goes along. */
  readonly token?: string | undefined;
  readonly body?: object;
}

/** The browser's `fetch`, as far as it is needed. */
export type Ask = (address: string, request: RequestInit) => Promise<Response>;

/** The time after which an answer is not waited for any longer. */
const patienceMs = 20_000;

/** Calls a path of the server; never rejects. */
export type Send = (path: string, call: Call) => Promise<Result<unknown>>;

/** Calls to the server at `baseUrl`. */
export function createSend(baseUrl: string, ask: Ask): Send {
  return async (path, call) => {
    try {
      const answer = await ask(`${baseUrl}${path}`, requestOf(call));
      const body: unknown = await answer.json().catch(() => undefined);
      if (answer.ok) return { ok: true, value: body };
      return { ok: false, fault: faultOfAnswer({ status: answer.status, retryAfter: answer.headers.get('retry-after'), body }) };
    } catch {
      return { ok: false, fault: { kind: 'offline' } };
    }
  };
}

function requestOf({ method = 'GET', token, body }: Call): RequestInit {
  return {
    method,
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
    headers: {
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}
