import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The promise, or a rejection with `late()` after `ms` milliseconds, whichever comes first. What the promise still does after
 * that is nobody's business: a late rejection is swallowed.
 */
export async function bounded<T>(promise: Promise<T>, ms: number, late: () => Error): Promise<T> {
  promise.catch(() => undefined);
  const bound = Promise.withResolvers<never>();
  const timer = setTimeout(() => bound.reject(late()), ms);
  try {
    return await Promise.race([promise, bound.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits `ms` milliseconds, or less when `signal` is aborted; never rejects. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
