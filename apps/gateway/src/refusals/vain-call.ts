import { CairnError } from '@cairn/core';
import type { VainCall } from '@cairn/storage';

/**
 * What the audit says of a call that ended with an error; undefined when it says nothing: what is wrong with the call itself is between it
 * and the caller, and a store that does not answer takes no entry either.
 *
 * @param target what was called: a tool, or method and route
 */
export function vainCallOf(error: unknown, target: string): VainCall | undefined {
  if (error instanceof CairnError) {
    const { code, kind } = error;
    if (code === 'FORBIDDEN') return { action: 'call.refuse', target, outcome: 'forbidden' };
    if (code === 'STORE_UNAVAILABLE' || (kind !== 'internal' && kind !== 'unavailable')) return undefined;
    return { action: 'call.fail', target, outcome: 'error', reason: code.toLowerCase() };
  }
  const isOfTheCall = error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500;
  return isOfTheCall ? undefined : { action: 'call.fail', target, outcome: 'error', reason: 'internal' };
}
