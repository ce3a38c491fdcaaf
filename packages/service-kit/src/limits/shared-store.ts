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

/** One round trip. A counter that has no expiry, for whatever reason, gets one: none may block a credential for good. */
const countScript = `
local current = redis.call('INCR', KEYS[1])
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
    cairnCount(key: string, windowMs: number): Result<[current: number, ttl: number], Context>;
  }
}

/**
 * Counts in Redis, for all processes together. When Redis fails or does not answer in 25 ms, this process counts for itself,
 * from where Redis stood, until a count of its own succeeds there again; what was counted meanwhile is not carried over. Callers never see
 * an error and never wait longer.
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
    void this.#answer(key, windowMs, callback);
  }

  child(): this {
    return this;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
  }

  async #answer(key: string, windowMs: number, callback: CountCallback): Promise<void> {
    callback(null, await this.#count(key, windowMs));
  }

  async #count(key: string, windowMs: number): Promise<Count> {
    try {
      const [current, ttl] = await withDeadline(this.#redis.cairnCount(this.#keyPrefix + key, windowMs), deadlineMs);
      this.#local.adopt(key, { current, ttl });
      return { current, ttl };
    } catch (error) {
      this.#degrade(error);
      return this.#local.add(key, windowMs);
    }
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
      await withDeadline(this.#redis.cairnCount(`${this.#keyPrefix}probe`, retryMs), deadlineMs);
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
