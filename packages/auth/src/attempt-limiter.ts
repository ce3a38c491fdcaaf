import { CairnError } from '@cairn/core';
import type { Clock } from '@cairn/core';

/** So many attempts at once, and as many again over each window: one comes back every `windowSeconds / attempts`. */
export interface AttemptLimit {
  readonly attempts: number;
  readonly windowSeconds: number;
}

/** Attempts of one purpose, by key, wherever they are counted. */
export interface Attempts {
  /** Takes one attempt and answers 0, or takes none and answers after how many whole seconds (at least 1) one is free. */
  take(key: string): number | Promise<number>;
  /** Puts back one attempt that turned out to need no counting. */
  giveBack(key: string): void;
}

/**
 * Makes the counts of a purpose. Counts of the same purpose are one where they are shared between processes; a purpose has one limit.
 * It never throws: a count that cannot be asked lets this process count for itself.
 */
export type AttemptCounting = (purpose: string, limit: AttemptLimit) => Attempts;

export interface AttemptLimiterOptions {
  readonly limit: AttemptLimit;
  /** Keys watched at once; the one not tried for longest is forgotten first. Default 10,000. */
  readonly maxKeys?: number;
  /** Milliseconds. */
  readonly now?: Clock;
}

/**
 * Limits attempts by key in this process (generic cell rate algorithm: one number per key, which says when the key will have
 * all its attempts again). An attempt is taken before it is made, so that attempts made at once cannot slip past the limit.
 */
export class AttemptLimiter implements Attempts {
  readonly #intervalMs: number;
  readonly #toleranceMs: number;
  readonly #maxKeys: number;
  readonly #now: Clock;
  /** Times at which a key has all its attempts back, least lately tried first. */
  readonly #fullAt = new Map<string, number>();

  constructor({ limit, maxKeys = 10_000, now = () => performance.now() }: AttemptLimiterOptions) {
    this.#intervalMs = (limit.windowSeconds * 1000) / limit.attempts;
    this.#toleranceMs = this.#intervalMs * (limit.attempts - 1);
    this.#maxKeys = maxKeys;
    this.#now = now;
  }

  /** Takes one attempt and answers 0, or takes none and answers after how many whole seconds (at least 1) one is free. */
  take(key: string): number {
    const now = this.#now();
    const fullAt = Math.max(this.#fullAt.get(key) ?? now, now);
    const waitMs = fullAt - now - this.#toleranceMs;
    if (waitMs > 0) {
      this.#note(key, fullAt);
      return Math.max(1, Math.ceil(waitMs / 1000));
    }
    this.#note(key, fullAt + this.#intervalMs);
    return 0;
  }

  /** Puts back one attempt that turned out to need no counting. */
  giveBack(key: string): void {
    const fullAt = this.#fullAt.get(key);
    if (fullAt !== undefined) this.#fullAt.set(key, fullAt - this.#intervalMs);
  }

  #note(key: string, fullAt: number): void {
    this.#fullAt.delete(key);
    this.#fullAt.set(key, fullAt);
    if (this.#fullAt.size <= this.#maxKeys) return;
    const oldest = this.#fullAt.keys().next();
    if (!oldest.done) this.#fullAt.delete(oldest.value);
  }
}

/** @throws RATE_LIMITED with that message when there are seconds to wait. */
export function refuseWhile(retryAfter: number, message: string): void {
  if (retryAfter > 0) throw new CairnError('RATE_LIMITED', { message, retryAfter });
}

/** Takes one attempt. @throws RATE_LIMITED with that message and the seconds to wait. */
export async function takeOrRefuse(attempts: Attempts, key: string, message: string): Promise<void> {
  refuseWhile(await attempts.take(key), message);
}

/** Counts in this process, on the machine's clock when none is given. */
export const countedHere =
  (now?: Clock): AttemptCounting =>
  (_purpose, limit) =>
    new AttemptLimiter({ limit, ...(now === undefined ? {} : { now }) });
