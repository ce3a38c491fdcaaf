import type { Fault } from '../api/fault.ts';

/** Milliseconds until what broke is asked for again: the first time, and at most. */
const firstMs = 1_000;
const lastMs = 30_000;

/** Milliseconds to wait after so many breaks in a row: twice as long each time, and never less than the server asks for. */
export function retryPause(breaks: number, fault?: Pick<Fault, 'retryAfterSeconds'>): number {
  const own = Math.min(lastMs, firstMs * 2 ** Math.min(breaks - 1, 16));
  return Math.max(own, (fault?.retryAfterSeconds ?? 0) * 1_000);
}
