import { baseUrl } from '../app/settings.ts';
import { session } from '../session/session.ts';
import { Fault, faultOf } from './fault.ts';

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body?: object;
  /** A body of one JSON object a line, answered in the same form. */
  readonly lines?: Blob;
  /** The project that it is about. */
  readonly project?: string | undefined;
  /** The same for each try of one thing that must happen once. */
  readonly once?: string;
  /** Where a stream of events goes on: behind this one. */
  readonly lastEventId?: number;
  readonly signal?: AbortSignal;
  /** Outlives the page that asks. */
  readonly keepalive?: boolean;
}

/** The time after which an answer is not waited for any longer. */
const patienceMs = 60_000;

/** Calls a path of the server as the person who is signed in. A session that the server refuses is over. @throws Fault */
export async function call<Value = undefined>(path: string, options: Call = {}): Promise<Value> {
  const answer = await ask(path, options, AbortSignal.timeout(patienceMs));
  if (answer.status === 204) return undefined as Value;
  return (await answer.json().catch(() => {
    throw new Fault('unavailable');
  })) as Value;
}

/** The same for an answer that comes bit by bit, or is no JSON. It is waited for as long as the caller likes. @throws Fault */
export const stream = (path: string, options: Call = {}): Promise<Response> => ask(path, options);

async function ask(path: string, options: Call, patience?: AbortSignal): Promise<Response> {
  const token = session.read()?.token;
  const signals = [options.signal, patience].filter((signal) => signal !== undefined);
  const answer = await fetch(`${baseUrl}${path}`, {
    ...requestOf(options, token),
    ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
  }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw new Fault('offline');
  });
  if (answer.ok) return answer;
  const fault = await faultOf(answer);
  if (fault.kind === 'unauthorized' && token !== undefined && session.read()?.token === token) session.lapse();
  throw fault;
}

function requestOf(
  { method = 'GET', body, lines, project, once, lastEventId, keepalive = false }: Call,
  token: string | undefined,
): RequestInit {
  return {
    method,
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    keepalive,
    headers: {
      ...authorityOf(token, project),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(lines !== undefined && { 'content-type': 'application/x-ndjson', accept: 'application/x-ndjson' }),
      ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
      ...(once !== undefined && { 'idempotency-key': once }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(lines !== undefined && { body: lines }),
  };
}

/** By whom and in which project a call is made. Nothing that the browser adds by itself goes along. */
export const authorityOf = (token: string | undefined, project: string | undefined): Record<string, string> => ({
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
  ...(project !== undefined && { 'x-service-project-id': project }),
});
