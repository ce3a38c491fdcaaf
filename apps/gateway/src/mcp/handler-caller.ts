import type { Caller } from '../caller/call-context.ts';

/** How a caller travels through an SDK to its handlers; the credential's secret stays outside. */
export interface CallerInfo {
  token: string;
  clientId: string;
  scopes: string[];
}

const callers = new WeakMap<object, Caller>();

export function callerInfo(caller: Caller): CallerInfo {
  const info = { token: '', clientId: caller.actor.credentialId, scopes: [] };
  callers.set(info, caller);
  return info;
}

/** The caller of the request that a handler runs for; `signal` is the SDK's, which also ends at `notifications/cancelled`. */
export function callerFrom(info: CallerInfo | undefined, signal: AbortSignal): Caller {
  const caller = info && callers.get(info);
  if (!caller) throw new Error('a handler ran without a caller');
  return { actor: caller.actor, signal };
}
