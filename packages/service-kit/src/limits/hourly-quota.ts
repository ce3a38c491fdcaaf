import { CairnError } from '@cairn/core';
import type { LimitStore } from './limit-store.ts';
import type { Count } from './window-counter.ts';

const windowMs = 3_600_000;

export interface HourlyQuota {
  /** What is counted, and whose: one count for each. */
  readonly bucket: string;
  readonly max: number;
  /** For who is turned away. */
  readonly message: string;
}

/** Counts one more within the hour that began with the first. @throws RATE_LIMITED past `max`. */
export type TakeOfQuota = (quota: HourlyQuota) => Promise<void>;

export function createHourlyQuota(store: LimitStore): TakeOfQuota {
  return async ({ bucket, max, message }) => {
    const { current, ttl } = await new Promise<Count>((resolve) =>
      // A store never fails: it counts here when it cannot there.
      store.incr(bucket, (_, count = { current: 0, ttl: 0 }) => resolve(count), windowMs),
    );
    if (current > max) throw new CairnError('RATE_LIMITED', { message, retryAfter: Math.max(1, Math.ceil(ttl / 1000)) });
  };
}
