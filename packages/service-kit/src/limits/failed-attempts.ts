import { normalizeIP } from '@fastify/rate-limit';
import { WindowCounter } from './window-counter.ts';

export interface FailedAttemptsOptions {
  /** Failures of one address in a minute before it gets 429 for the next. Default 60. */
  readonly maxFailures?: number;
  readonly now?: () => number;
}

const windowMs = 60_000;

/** Milliseconds between two look-ups of secrets that this process never saw, for one address that failed too often. */
const lookUpSpacingMs = 10;

/** Longest wait for such a look-up; past it the attempt is refused without one. */
const longestWaitMs = 100;

/** Addresses remembered at once. */
const maxAddresses = 10_000;

/**
 * Counts failed attempts to authenticate per network address (an IPv6 /64 is one). Only failures are counted and only failures
 * are refused: whoever presents a good credential gets in from the same address, and an address past its limit costs the
 * database at most 100 look-ups a second.
 */
export class FailedAttempts {
  readonly #failures: WindowCounter;
  readonly #nextLookUp = new Map<string, number>();
  /** Failures of one address in a minute that are answered as such. */
  readonly maxFailures: number;
  readonly #now: () => number;

  constructor({ maxFailures = 60, now = () => performance.now() }: FailedAttemptsOptions = {}) {
    this.maxFailures = maxFailures;
    this.#now = now;
    this.#failures = new WindowCounter({ maxKeys: maxAddresses, now });
  }

  /** Counts a failure; past the limit the seconds until the address may fail again. */
  add(address: string): number | undefined {
    const { current, ttl } = this.#failures.add(normalizeIP(address), windowMs);
    return current > this.maxFailures ? Math.ceil(ttl / 1000) : undefined;
  }

  isOver(address: string): boolean {
    return this.#failures.peek(normalizeIP(address)).current >= this.maxFailures;
  }

  /** Milliseconds until the address may have a secret looked up; undefined when too many wait already. */
  waitForLookUp(address: string): number | undefined {
    const key = normalizeIP(address);
    const now = this.#now();
    const turn = Math.max(now, this.#nextLookUp.get(key) ?? now);
    if (turn - now > longestWaitMs) return undefined;
    if (this.#nextLookUp.size >= maxAddresses) this.#nextLookUp.clear();
    this.#nextLookUp.set(key, turn + lookUpSpacingMs);
    return turn - now;
  }
}
