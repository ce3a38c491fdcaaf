import { CairnError } from '@cairn/core';

/** What the audit says of a call that was made in vain. */
export interface VainCall {
  /** `call.refuse`: nothing was tried. `call.fail`: it failed, and what it had done was undone. */
  readonly action: 'call.refuse' | 'call.fail';
  /** What was called: a tool, or method and route. */
  readonly target: string;
  /** What the caller is told. */
  readonly outcome: 'forbidden' | 'error';
  /** What failed, in a word. */
  readonly reason?: string;
}

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
