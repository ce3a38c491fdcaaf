import { setTimeout as sleep } from 'node:timers/promises';
import { ModelFault } from '../errors.ts';
import { boundedBody } from './bounded-body.ts';
import { retryAfterSeconds } from './retry-after.ts';

export interface EndpointLimits {
  /** For all attempts and the waits between them. */
  readonly timeoutMs: number;
  /** Of a response. */
  readonly maxBytes: number;
}

/** Attempts at most, the first included. */
const maxAttempts = 2;
/** Before the second attempt, when the endpoint does not say how long. */
const backoffMs = 500;
/** Time that a second attempt has to have left. */
const leastMs = 1000;

const worthRetrying: ReadonlySet<string> = new Set(['provider_unreachable', 'provider_rate_limited', 'provider_failed']);

/**
 * `fetch` towards a model endpoint: whole responses of status 200 to 299 within limits, or a ModelFault. Tries once more when the
 * endpoint is busy or broken, after the time that it asks for. Redirects are not followed, since they would take the key along.
 */
export function createEndpointFetch({ timeoutMs, maxBytes }: EndpointLimits): typeof fetch {
  return async (input, init = {}) => {
    const endsAt = performance.now() + timeoutMs;
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    for (let attempt = 1; ; attempt++) {
      try {
        return await fetchOnce(input, { ...init, signal }, maxBytes);
      } catch (error) {
        init.signal?.throwIfAborted();
        const fault = deadline.aborted ? new ModelFault('provider_timeout') : faultOf(error);
        const waitMs = fault.retryAfter === undefined ? backoffMs : fault.retryAfter * 1000;
        const isLast = attempt === maxAttempts || !worthRetrying.has(fault.reason);
        if (isLast || performance.now() + waitMs + leastMs > endsAt) throw fault;
        await waited(waitMs, init.signal);
      }
    }
  };
}

/** @throws the signal's own reason, which tells a caller that went away from one that has waited long enough */
async function waited(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

async function fetchOnce(input: string | URL | Request, init: RequestInit, maxBytes: number): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  const { ok, status, headers } = response;
  if (ok) return new Response(await boundedBody(response, maxBytes), { status: 200, headers: plainHeaders(headers) });
  await response.body?.cancel();
  const retryAfter = retryAfterSeconds(headers.get('retry-after'));
  throw new ModelFault(reasonOf(status), { status, ...(retryAfter !== undefined && { retryAfter }) });
}

/** The body is decoded by now, so headers about its coding are wrong. */
function plainHeaders(headers: Headers): Headers {
  const type = headers.get('content-type');
  return new Headers(type === null ? {} : { 'content-type': type });
}

function reasonOf(status: number): ModelFault['reason'] {
  if (status < 400) return 'provider_redirected';
  if (status === 401 || status === 403) return 'provider_refused';
  if (status === 408) return 'provider_timeout';
  if (status === 429) return 'provider_rate_limited';
  return status < 500 ? 'provider_rejected' : 'provider_failed';
}

/** What `fetch` throws of its own is about the network. */
function faultOf(error: unknown): ModelFault {
  return error instanceof ModelFault ? error : new ModelFault('provider_unreachable');
}
