import type { Redis, Result } from 'ioredis';
import type { Logger } from '../logging/logger.ts';
import { withDeadline } from './deadline.ts';
import type { CountCallback, LimitStore } from './limit-store.ts';
import { WindowCounter } from './window-counter.ts';
import type { Count } from './window-counter.ts';

export interface SharedStoreOptions {
  readonly redis: Redis;
  readonly logger: Logger;
  /** Put before every key. Default `cairn:limit:`. */
  readonly keyPrefix?: string;
}

/** Longest wait for Redis in one request, in milliseconds. */
const deadlineMs = 25;

/** Wait before Redis is tried again, in milliseconds. */
const retryMs = 1_000;

/**
 * One round trip for so many events. A counter that stands behind what the asker knows of (it was counted elsewhere while Redis was
 * away, or Redis was started anew) catches up first. One that has no expiry, for whatever reason, gets one: none may block a
 * credential for good.
 */
const countScript = `
local current = redis.call('INCRBY', KEYS[1], ARGV[2])
local missing = ARGV[3] + ARGV[2] - current
if missing > 0 then
  current = redis.call('INCRBY', KEYS[1], missing)
end
local ttl = redis.call('PTTL', KEYS[1])
if ttl < 0 then
  ttl = tonumber(ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ttl)
end
return { current, ttl }
`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** `countScript`, once it is defined on the client. */
    cairnCount(key: string, windowMs: number, events: number, known: number): Result<[current: number, ttl: number], Context>;
  }
}

/** What waits to be counted for one key. */
interface Line {
  readonly windowMs: number;
  waiting: CountCallback[];
}

/**
 * Counts in Redis, for all processes together. Events of one key that come while a count of it is under way go together in the
 * next one, so that a busy credential costs one round trip at a time instead of one for each request. When Redis fails or does not
 * answer in 25 ms, this process counts for itself, from where Redis stood, until a count of its own succeeds there again, and then
 * Redis goes on from where this process stood. Callers never see an error and wait for two round trips at the longest.
 */
export function createSharedStore({ redis, logger, keyPrefix = 'cairn:limit:' }: SharedStoreOptions): LimitStore {
  redis.defineCommand('cairnCount', { numberOfKeys: 1, lua: countScript });
  return new SharedStore(redis, logger, keyPrefix);
}

class SharedStore implements LimitStore {
  readonly #redis: Redis;
  readonly #logger: Logger;
  readonly #keyPrefix: string;
  readonly #local = new WindowCounter();
  /** Of keys with a count under way. */
  readonly #lines = new Map<string, Line>();
  #degraded = false;
  #isClosed = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(redis: Redis, logger: Logger, keyPrefix: string) {
    this.#redis = redis;
    this.#logger = logger;
    this.#keyPrefix = keyPrefix;
  }

  get degraded(): boolean {
    return this.#degraded;
  }

  incr(key: string, callback: CountCallback, windowMs: number): void {
    if (!this.#degraded && this.#redis.status !== 'ready') this.#degrade(new Error(`the connection is ${this.#redis.status}`));
    if (this.#degraded) {
      callback(null, this.#local.add(key, windowMs));
      return;
    }
    const line = this.#lines.get(key);
    if (line) line.waiting.push(callback);
    else void this.#drain(key, { windowMs, waiting: [callback] });
  }

  child(): this {
    return this;
  }

  async forget(keys: readonly string[]): Promise<number | null> {
    if (this.#redis.status !== 'ready') return null;
    try {
      // One at a time: on a cluster they lie in different places.
      const removed = await Promise.all(keys.map((key) => this.#redis.unlink(this.#keyPrefix + key)));
      return removed.reduce((sum, n) => sum + n, 0);
    } catch {
      return null;
    }
  }

  async peek(keys: readonly string[]): Promise<readonly Count[] | null> {
    // What this process counts for itself is not what the others count.
    if (this.#degraded || this.#redis.status !== 'ready') return null;
    try {
      return await withDeadline(Promise.all(keys.map((key) => this.#peek(this.#keyPrefix + key))), deadlineMs * 10);
    } catch {
      return null;
    }
  }

  async #peek(key: string): Promise<Count> {
    const [current, ttl] = await Promise.all([this.#redis.get(key), this.#redis.pttl(key)]);
    return { current: Number(current ?? 0), ttl: Math.max(0, ttl) };
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
  }

  async #drain(key: string, line: Line): Promise<void> {
    this.#lines.set(key, line);
    while (line.waiting.length > 0) {
      const callbacks = line.waiting;
      line.waiting = [];
      const counts = await this.#count(key, line.windowMs, callbacks.length);
      for (const [at, callback] of callbacks.entries()) callback(null, counts[at]);
    }
    this.#lines.delete(key);
  }

  /** Counts so many events and tells of each where it stands. */
  async #count(key: string, windowMs: number, events: number): Promise<readonly Count[]> {
    if (this.#degraded) return this.#countHere(key, windowMs, events);
    try {
      const known = this.#local.peek(key);
      const leftMs = known.current > 0 ? Math.ceil(known.ttl) : windowMs;
      const asked = this.#redis.cairnCount(this.#keyPrefix + key, leftMs, events, known.current);
      const [current, ttl] = await withDeadline(asked, deadlineMs);
      this.#local.adopt(key, { current, ttl });
      return Array.from({ length: events }, (_, at) => ({ current: current - events + at + 1, ttl }));
    } catch (error) {
      this.#degrade(error);
      return this.#countHere(key, windowMs, events);
    }
  }

  #countHere(key: string, windowMs: number, events: number): readonly Count[] {
    return Array.from({ length: events }, () => this.#local.add(key, windowMs));
  }

  #degrade(error: unknown): void {
    if (this.#degraded) return;
    this.#degraded = true;
    this.#logger.warn({ err: error }, 'the shared store of rate limits does not answer; each process counts for itself');
    this.#retryLater();
  }

  /** Whether Redis counts: one that is read-only or full answers a ping and still cannot. */
  async #countsAgain(): Promise<boolean> {
    if (this.#redis.status !== 'ready') return false;
    try {
      await withDeadline(this.#redis.cairnCount(`${this.#keyPrefix}probe`, retryMs, 1, 0), deadlineMs);
      return true;
    } catch {
      return false;
    }
  }

  #retryLater(): void {
    this.#retry = setTimeout(() => void this.#tryAgain(), retryMs).unref();
  }

  async #tryAgain(): Promise<void> {
    const isBack = await this.#countsAgain();
    if (this.#isClosed) return;
    if (!isBack) {
      this.#retryLater();
      return;
    }
    this.#degraded = false;
    this.#logger.info('the shared store of rate limits answers again');
  }
}
